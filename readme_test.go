package luna_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rows returns the text from a heading of a document to the next one, and the cells of its tables
// by the first cell of the row; of several, the last row counts.
func rows(t *testing.T, document, heading string) (string, map[string][]string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "\n## "+heading+"\n")
	part, _, _ = strings.Cut(part, "\n## ")
	found := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| (.*) \|$`).FindAllStringSubmatch(part, -1) {
		cells := strings.Split(m[1], " | ")
		found[cells[0]] = cells
	}
	return part, found
}

// TestReadmeAgainstScikitLearn compares the README's table with where it is from: a table and an
// output of docs/other-systems.md, which commands check, and the last row of each data set in the
// report on AUTO.
func TestReadmeAgainstScikitLearn(t *testing.T) {
	readme, _ := rows(t, "README.md", "Why not twenty lines of scikit-learn?")
	systems, table := rows(t, "docs/other-systems.md", "A model of scikit-learn")
	_, report := rows(t, "docs/auto-report.md", "Against scikit-learn")
	compared := 0
	for name, row := range table {
		if len(row) != 7 || row[1] == "people × questions" {
			continue
		}
		if line := "\n| " + strings.Join(row, " | ") + " |\n"; !strings.Contains(readme, line) {
			t.Errorf("the README lacks%s", line)
		}
		from := report[name]
		if strings.HasSuffix(name, "(synthetic)") {
			for _, figure := range []string{row[2], row[3], row[6]} {
				if !regexp.MustCompile(`(?m)^[* ] (CBG|TFIDF|AUTO) +0` + regexp.QuoteMeta(figure) + ` ±`).MatchString(systems) {
					t.Errorf("%s: no output shows %s", name, figure)
				}
			}
		} else if len(from) < 8 || !slices.Equal([]string{row[1], row[2], row[4], row[5], row[6]},
			[]string{from[1], from[3], from[5], from[6], from[7]}) {
			t.Errorf("found %q, the report on AUTO has %q", row, from)
		}
		compared++
	}
	if compared != 6 || strings.Count(readme, "\n| sample-powergrading (synthetic) |") != 1 {
		t.Errorf("%d rows were compared", compared)
	}
}
