package loebner

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
)

func TestReadSchedule(t *testing.T) {
	want := parseSchedule(t, "J1E1C1 J2E2C2\nJ1E2C2\n")
	for name, text := range map[string]string{
		"2010":       "Round 1 J1E1C1 J2E2C2\n\nRound 2 J1E2C2",
		"colon":      "Round 1: J1E1C1, J2E2C2\r\nRound 2: J1E2C2\r\n",
		"number":     "\ufeff1. j1e1c1 j2e2c2\n2) J01E002C2",
		"one line":   "1 J1E1C1 J2E2C2 · 2 J1E2C2",
		"comments":   "# by hand\nRound ...... Participating\n1 J1E1C1 J2E2C2 # both\n2 .... J1E2C2",
		"semicolons": "J1E1C1 J2E2C2; J1E2C2;",
	} {
		got, err := ReadSchedule(strings.NewReader(text), "s")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Round{})); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
	for text, want := range map[string]string{
		"":                             "s: found no rounds, expected a line …",
		"Round 1\n":                    "s:1: found round 1 without triples, …",
		"1 J1E1C1\n3 J1E2C1":           "s:2: found round 3, expected round 2",
		"J1E1C1\nJ1E1 C1":              `s:2: found "J1E1", expected a triple such as J1E1C1`,
		"J4 C3":                        `s:1: found "J4", expected a triple such as J1E1C1`,
		"J1E0C1":                       `s:1: found "J1E0C1", expected a triple …`,
		"J1E1C1 5":                     `s:1: found "5", expected a triple …`,
		"1 J1E1C1\x00":                 "s:1: …",
		"Round 1\n\nRound 2 J1E1C1":    "s:1: found round 1 without triples, …",
		strings.Repeat("x", maxLine+1): "s:1: …",
	} {
		suite.Fails(t, text, suite.Err(ReadSchedule(strings.NewReader(text), "s")), want)
	}
}

func TestReadMatrix(t *testing.T) {
	want := Square(4)
	for name, text := range map[string]string{
		"bare":  "C1 C2 C3 C4\nC4 C1 C2 C3\nC3 C4 C1 C2\nC2 C3 C4 C1\n",
		"2004":  "....... E1 .... E2 .... E3 .... E4\nJ1 .... C1 .... C2 .... C3 .... C4\n" + rest,
		"2010":  "   E1 .... E2 .... E3 .... E4\n\n------\n\nJ1 .... C1 .... C2 .... C3 .... C4\n" + rest,
		"table": "| E1 | E2 | E3 | E4 |\n|J1|C1|C2|C3|C4|\r\n" + rest,
	} {
		got, err := ReadMatrix(strings.NewReader(text), "m")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
	for text, want := range map[string]string{
		"":                          "m: found no confederate, expected a line for each judge …",
		"C1 C2\nC1":                 "m:2: found 1 cell in row 2, expected 2 as above, …",
		"E1 E2\nC1":                 "m:2: found 1 cell in row 1, expected 2 as above, …",
		"C1 J2":                     `m:1: found "J2", expected a confederate such as C1, or -`,
		"J1 C1\nJ1 C1":              "m:2: found the row of J1, expected that of J2",
		"E1 E3\nC1 C2":              `m:1: found E1 E3, expected E1, E2 and so on`,
		"J1":                        "m:1: found 0 cells in row 1, expected …",
		"- -":                       "m: found no confederate, …",
		strings.Repeat("C1\n", 201): "m:201: found 1 cell in row 201, expected 1 as above, and at most 200 …",
	} {
		suite.Fails(t, text, suite.Err(ReadMatrix(strings.NewReader(text), "m")), want)
	}
}

const rest = "J2 .... C4 .... C1 .... C2 .... C3\nJ3 C3 C4 C1 C2\nJ4 C2,C3,C4,C1\n"

func FuzzReadMatrix(f *testing.F) {
	f.Add("E1 E2\nJ1 C1 -\nJ2 - C2")
	f.Add("C1 C2 C3 C4\nC4 C1 C2 C3\n# c\n----\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadMatrix(strings.NewReader(text), "m")
		if err != nil {
			return
		}
		if r := Check(m, Make(m)); !r.Valid {
			t.Errorf("%+v", r.Problems)
		}
	})
}

func FuzzReadSchedule(f *testing.F) {
	f.Add("Round ... Excused\n1 .... J1E1C1 J2E3C2 ..... J4 C3\n2 J4E1C2\n")
	f.Add("Round 1: J1E1C1 · Round 2\nJ2E1C1\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSchedule(strings.NewReader(text), "s")
		if err != nil {
			return
		}
		r := Check(nil, s)
		if r.Rounds != len(s) || r.Valid != (len(r.Problems) == 0) {
			t.Errorf("%+v", r)
		}
		again := suite.Must(ReadSchedule(strings.NewReader(s.Text()), "again"))(t)
		for i := range s {
			suite.Equal(t, "round", cmp.Diff(s[i].Triples, again[i].Triples), "")
		}
	})
}

func TestNamesAreListedOnce(t *testing.T) {
	names := []string{"J10", "J1a", "J2", "A01", "A1", "J10", "A01", "J1a", "J", "J2", "A1", "J"}
	want := []string{"A1", "A01", "J", "J2", "J10", "J1a"}
	for range names {
		names = append(names[1:], names[0])
		got := distinct(names, func(s string) string { return s })
		if !slices.Equal(got, want) {
			t.Fatalf("of %q: found %q, expected %q", names, got, want)
		}
	}
}

const samples = "../../../../testdata/loebner/"

func sampleMatrix(t testing.TB) Matrix {
	t.Helper()
	f := suite.Must(os.Open(samples + "rules_matrix.txt"))(t)
	defer f.Close()
	m := suite.Must(ReadMatrix(f, f.Name()))(t)
	return m
}

func sampleSchedule(t testing.TB, year string) Schedule {
	t.Helper()
	f := suite.Must(os.Open(samples + "rules_schedule_" + year + ".txt"))(t)
	defer f.Close()
	s := suite.Must(ReadSchedule(f, f.Name()))(t)
	return s
}

func parseSchedule(t testing.TB, text string) Schedule {
	t.Helper()
	s := suite.Must(ReadSchedule(strings.NewReader(text), "schedule"))(t)
	return s
}

// The figures of the printed schedules were found by hand.
func TestCheckPrinted(t *testing.T) {
	m := sampleMatrix(t)
	suite.Equal(t, "the matrix of the rules", cmp.Diff(Square(4), m), "")
	r := Check(m, sampleSchedule(t, "2004"))
	if !r.Valid || len(r.Problems) > 0 || r.Rounds != 7 {
		t.Errorf("2004: %+v", r)
	}
	r = Check(m, sampleSchedule(t, "2010"))
	for _, c := range []struct {
		kind      string
		got, want []string
	}{
		{"contradictions", r.Contradictions, strings.Fields(
			"J2E2C2 J3E3C3 J4E4C4 J2E4C1 J1E3C2 J3E1C4 J1E2C4 J4E2C1 J1E1C3 J2E3C4")},
		{"double", r.Double, []string{"J1E1", "J3E3", "J2E4", "J4E2"}},
		{"missing", r.Missing, []string{"J1E4", "J2E1", "J3E2", "J4E3"}},
		{"clashes", r.Clashes, []string{}},
	} {
		suite.Equal(t, "2010: "+c.kind, c.got, c.want)
	}
	if r.Valid || len(r.Problems) != 18 {
		t.Errorf("2010: valid %v, %d problems, want 18", r.Valid, len(r.Problems))
	}
}

// Two designs that other people found by hand.
func TestCheckWithoutMatrix(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		valid bool
	}{
		"2010 repaired": {"J1E1C1 J2E2C2 J3E3C3 J4E4C4\nJ2E4C1 J1E3C2 J4E2C3 J3E1C4\n" +
			"J3E2C1 J4E1C2 J1E4C3 J2E3C4\nJ4E3C1 J3E4C2 J2E1C3 J1E2C4\n", true},
		"one entry":   {"J1E1C1\nJ2E1C2\nJ3E1C3", true},
		"a clash":     {"J1E1C1 J2E1C2\nJ1E2C2 J2E2C1", false},
		"two doubles": {"J1E1C1\nJ1E1C1\nJ2E1C2\nJ2E1C2", false},
	} {
		if r := Check(nil, parseSchedule(t, c.text)); r.Valid != c.valid {
			t.Errorf("%s: valid is %v: %+v", name, r.Valid, r.Problems)
		}
	}
	printed := sampleSchedule(t, "2010")
	r := Check(nil, printed)
	if len(r.Contradictions) != 0 || len(r.Double) != 4 || len(r.Missing) != 4 {
		t.Errorf("2010 without its matrix: %+v", r)
	}
}

func TestCheckFindsEveryFault(t *testing.T) {
	m := Square(3)
	good := Schedule{}
	for _, t := range m { // a round for each
		good = append(good, Round{Triples: []Triple{t}})
	}
	if r := Check(m, good); !r.Valid {
		t.Fatalf("%+v", r.Problems)
	}
	rapid.Check(t, func(t *rapid.T) {
		bad := slices.Clone(good)
		i := rapid.IntRange(0, len(good)-1).Draw(t, "round")
		k := (i + rapid.IntRange(1, len(good)-1).Draw(t, "other")) % len(good)
		kind := ""
		switch rapid.SampledFrom([]string{"drop", "twice", "change", "stranger"}).Draw(t, "fault") {
		case "drop":
			bad = slices.Delete(bad, i, i+1)
			kind = "missing"
		case "twice":
			bad = append(bad, good[i])
			kind = "double"
		case "change":
			changed := good[i].Triples[0]
			changed.Confederate = "C9"
			bad[i] = Round{Triples: []Triple{changed}}
			kind = "contradictions"
		case "stranger":
			bad[k] = Round{Triples: []Triple{good[k].Triples[0], {"J7", "E8", "C9"}}}
			kind = "contradictions"
		}
		r := Check(m, bad)
		found := map[string][]string{"missing": r.Missing, "double": r.Double,
			"contradictions": r.Contradictions}
		if r.Valid || len(found[kind]) == 0 {
			t.Fatalf("the fault was not found: %+v", r)
		}
	})
}

// TestReportInJSON checks that a report has a list of each kind of faults.
func TestReportInJSON(t *testing.T) {
	s := Schedule{{Triples: []Triple{{"J1", "E1", "C1"}, {"J1", "E2", "C2"}}}}
	data, err := json.Marshal(Check(Matrix{{"J1", "E1", "C1"}, {"J1", "E2", "C1"}, {"J1", "E3", "C2"}}, s))
	suite.OK(t, err)
	suite.Has(t, "the report", string(data), `"valid":false`, `"contradictions":["J1E2C2"]`, `"double":[]`,
		`"missing":["J1E3"]`, `"clashes":["J1 in round 1"]`)
}
