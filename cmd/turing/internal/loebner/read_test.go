package loebner

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadSchedule(t *testing.T) {
	want := parseSchedule(t, "J1E1C1 J2E2C2\nJ1E2C2\n")
	for name, text := range map[string]string{
		"2010":       "Round 1 J1E1C1 J2E2C2\n\nRound 2 J1E2C2",
		"colon":      "Round 1: J1E1C1, J2E2C2\r\nRound 2: J1E2C2\r\n",
		"number":     "\ufeff1. j1e1c1 j2e2c2\n2) J01E002C2",
		"below":      "Round 1\nJ1E1C1\nJ2E2C2\nRound 2\nJ1E2C2\n",
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
		"J1E1C1 J4 J1E2C2":             `s:1: found "J1E2C2", expected nothing but judges and …`,
		"J1E1C1 J4 J4":                 "s:1: found J4 excused twice, expected once",
		"J4 C3":                        "s:1: found nobody but excused J4 C3, expected triples …",
		"J1E0C1":                       `s:1: found "J1E0C1", expected a triple …`,
		"J1E1C1 5":                     `s:1: found "5", expected a triple …`,
		"1 J1E1C1\x00":                 "s:1: …",
		strings.Repeat("J1E1C1 ", 201): "s:1: found 201 triples in a round, expected at most 200",
		"Round 1\n\nRound 2 J1E1C1":    "s:1: found round 1 without triples, …",
		strings.Repeat("x", maxLine+1): "s:1: …",
	} {
		_, err := ReadSchedule(strings.NewReader(text), "s")
		checkError(t, text, err, want)
	}
}

// checkError compares a message, of which a want that ends in … is the start.
func checkError(t *testing.T, what string, err error, want string) {
	t.Helper()
	if len(what) > 60 {
		what = what[:60]
	}
	prefix, open := strings.CutSuffix(want, "…")
	if err == nil || !strings.HasPrefix(err.Error(), prefix) || !open && err.Error() != want {
		t.Errorf("%q: %v, want %s", what, err, want)
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
		"":                          "m: found no rows, expected a line for each judge …",
		"C1 C2\nC1":                 "m:2: found 1 cell, expected 2 as above",
		"E1 E2\nC1":                 "m:2: found 1 cell, expected 2 as above",
		"C1 J2":                     `m:1: found "J2", expected a confederate such as C1, or -`,
		"J1 C1\nJ1 C1":              "m:2: found a second row of J1, expected one row for each judge",
		"E1 E1\nC1 C2":              `m:1: found "E1", expected each entry once, …`,
		"J1":                        "m:1: found 0 cells, expected from 1 to 200",
		"- -":                       "m: found no confederate, …",
		strings.Repeat("C1\n", 201): "m:201: found another row, expected at most 200 judges",
	} {
		_, err := ReadMatrix(strings.NewReader(text), "m")
		checkError(t, text, err, want)
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
		var b bytes.Buffer
		if err := m.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadMatrix(&b, "again")
		if d := cmp.Diff(m, again); err != nil || d != "" {
			t.Errorf("%v\n%s", err, d)
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
		var b bytes.Buffer
		if err := s.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadSchedule(&b, "again")
		if err != nil {
			t.Fatal(err)
		}
		for i := range s {
			if d := cmp.Diff(s[i].Triples, again[i].Triples); d != "" {
				t.Errorf("round %d:\n%s", i+1, d)
			}
		}
	})
}
