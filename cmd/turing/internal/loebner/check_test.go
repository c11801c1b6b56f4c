package loebner

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const samples = "../../../../testdata/loebner/"

func sampleMatrix(t testing.TB) Matrix {
	t.Helper()
	f, err := os.Open(samples + "rules_matrix.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := ReadMatrix(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func sampleSchedule(t testing.TB, year string) Schedule {
	t.Helper()
	f, err := os.Open(samples + "rules_schedule_" + year + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := ReadSchedule(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parseSchedule(t testing.TB, text string) Schedule {
	t.Helper()
	s, err := ReadSchedule(strings.NewReader(text), "schedule")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// whats returns what the problems of a kind are about.
func whats(r *Report, kind string) []string {
	list := []string{}
	for _, p := range r.Problems {
		if p.Kind == kind {
			list = append(list, p.What)
		}
	}
	return list
}

// The figures of the printed schedules were found by hand.
func TestCheckPrinted(t *testing.T) {
	m := sampleMatrix(t)
	if d := cmp.Diff(Square(4), m); d != "" {
		t.Errorf("the matrix of the rules differs from Square(4):\n%s", d)
	}
	r := Check(&m, sampleSchedule(t, "2004"))
	if !r.Valid || len(r.Problems) > 0 || r.Rounds != 7 {
		t.Errorf("2004: %+v", r)
	}
	r = Check(&m, sampleSchedule(t, "2010"))
	for _, c := range []struct {
		kind string
		want []string
	}{
		{"contradictions", strings.Fields(
			"J2E2C2 J3E3C3 J4E4C4 J2E4C1 J1E3C2 J3E1C4 J1E2C4 J4E2C1 J1E1C3 J2E3C4")},
		{"double", []string{"J1E1", "J3E3", "J2E4", "J4E2"}},
		{"missing", []string{"J1E4", "J2E1", "J3E2", "J4E3"}},
		{"clashes", []string{}},
		{"rests", []string{}},
	} {
		if d := cmp.Diff(c.want, whats(r, c.kind)); d != "" {
			t.Errorf("2010: %s (-want +got):\n%s", c.kind, d)
		}
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
		"unmet":       {"J1E1C1 J2E2C2\nJ1E2C1 J2E1C2", false},
	} {
		if r := Check(nil, parseSchedule(t, c.text)); r.Valid != c.valid {
			t.Errorf("%s: valid is %v: %+v", name, r.Valid, r.Problems)
		}
	}
	printed := sampleSchedule(t, "2010")
	r := Check(nil, printed)
	if len(whats(r, "contradictions")) != 0 || len(whats(r, "double")) != 4 || len(whats(r, "missing")) != 4 {
		t.Errorf("2010 without its matrix: %+v", r)
	}
}

func TestCheckRests(t *testing.T) {
	m := Square(2)
	for _, c := range []struct{ text, want string }{
		{"J1E1C1 J2\nJ1E2C2 J2 C1\nJ2E1C2 J1 C1\nJ2E2C1 J1 C2", "C2"},
		{"J1E1C1 J2 C2 J1\nJ1E2C2 J2 C1\nJ2E1C2 J1 C1\nJ2E2C1 J1 C2", "J1"},
		{"J1E1C1 J2 C2 E2\nJ1E2C2 J2 C1\nJ2E1C2\nJ2E2C1 J1 C2", ""},
	} {
		r := Check(&m, parseSchedule(t, c.text))
		if got := strings.Join(whats(r, "rests"), ", "); got != c.want || r.Valid != (c.want == "") {
			t.Errorf("%q: %q, want %q; %+v", c.text, got, c.want, r.Problems)
		}
	}
}

func TestCheckFindsEveryFault(t *testing.T) {
	m := Square(3)
	good := Schedule{}
	for _, t := range m.Triples() { // a round for each
		good = append(good, Round{Triples: []Triple{t}})
	}
	if r := Check(&m, good); !r.Valid {
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
		if r := Check(&m, bad); r.Valid || len(whats(r, kind)) == 0 {
			t.Fatalf("the fault was not found: %+v", r)
		}
	})
}

// TestReportInJSON checks that a report has a list of each kind of faults.
func TestReportInJSON(t *testing.T) {
	s := Schedule{{Triples: []Triple{{"J1", "E1", "C1"}, {"J1", "E2", "C2"}}}}
	data, err := json.Marshal(Check(&Matrix{Judges: []string{"J1"}, Entries: []string{"E1", "E2", "E3"},
		Cells: [][]string{{"C1", "C1", "C2"}}}, s))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"valid":false`, `"contradictions":["J1E2C2"]`, `"double":[]`,
		`"missing":["J1E3"]`, `"clashes":["J1 in round 1"]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("found %s, expected %s", data, want)
		}
	}
}
