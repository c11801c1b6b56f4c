package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestClosest(t *testing.T) {
	approaches := []string{"RAN", "CBG", "BWO", "FWO", "SYN", "COM", "AUTO"}
	words := []string{"train", "trials", "eval", "cross-validation", "leave-one-out", "described"}
	for _, c := range []struct {
		name  string
		known []string
		want  string
	}{
		{"BWQ", approaches, "BWO"},
		{"bwo", approaches, "BWO"}, // case costs nothing
		{" com ", approaches, "COM"},
		{"atuo", approaches, "AUTO"},
		{"XYZ", approaches, ""},
		{"", approaches, ""},
		{"C", approaches, ""}, // one letter tells nothing
		{"trails", words, "trials"},
		{"evla", words, "eval"},
		{"evaluate", words, ""},
		{"cross", words, "cross-validation"}, // the only one that it begins
		{"tr", words, ""},                    // it begins two
		{"Déscribed", words, "described"},
		{"crossvaldation", words, "cross-validation"},
		{"eval", nil, ""},
	} {
		if got := Closest(c.name, c.known); got != c.want {
			t.Errorf("Closest(%q) is %q, want %q", c.name, got, c.want)
		}
	}
}

// TestClosestPath finds files by slips in their names, extensions and folders, on any system.
func TestClosestPath(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("results", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"exam.xlsx", "results/scores.csv", "results/.hidden.csv"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"exma.xlsx": "exam.xlsx", "EXAM.XLSX": "exam.xlsx", "exam": "exam.xlsx", "exam.csv": "exam.xlsx",
		`C:\Users\me\exma.xlsx`: "exam.xlsx", `\\server\share\exam.xlsx`: "exam.xlsx", "c:exma.xlsx": "exam.xlsx",
		"/absent/folder/exam.xlsx": "exam.xlsx", "'exam.xlsx'": "exam.xlsx", "exam.xlsx ": "exam.xlsx",
		"result/scores.csv": "results/scores.csv", "results/score.csv": "results/scores.csv",
		"result": "results", "": "", "other.xlsx": "", `C:\`: "", "D:": "", "result/none.csv": "",
	} {
		if got := ClosestPath(path); got != filepath.FromSlash(want) {
			t.Errorf("ClosestPath(%q) is %q, want %q", path, got, want)
		}
	}
}
