package datasets_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// formTruth is what truth.json says about a table of cases/forms3.
type formTruth struct {
	Source    string // what is imitated
	People    int
	Questions int
	Responses [][]*string // nil is no answer
	Totals    []*float64  // nil is not rated
	Max       *float64    // nil if the table does not say it
	Key       bool        // the table has one
	Optional  []int       // people who may be left out
	Loud      string      // "may" if the table may be refused
}

func (f *formTruth) truth() *truth {
	w := &truth{hasKey: f.Key, optional: f.Optional}
	for _, row := range f.Responses {
		var answers []string
		for _, a := range row {
			if a == nil {
				a = new("")
			}
			answers = append(answers, datasets.RepairText(*a))
		}
		w.responses = append(w.responses, answers)
	}
	for _, v := range f.Totals {
		if v == nil {
			v = new(math.NaN())
		}
		w.totals = append(w.totals, *v)
	}
	if f.Max != nil {
		w.max = *f.Max
	}
	return w
}

// formFolders are the folders of tables as people and programs make them, with how many of their
// tables must be read; the others may be refused.
var formFolders = []struct {
	name   string
	tables int
	read   int
}{{"forms3", 29, 28}, {"forms4", 234, 224}}

// TestPeoplesForms reads exports and tables as people make them, in many languages. To see what is
// wrong with one: go test ./datasets -run TestPeoplesForms/forms3/notion -v.
func TestPeoplesForms(t *testing.T) {
	for _, folder := range formFolders {
		t.Run(folder.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata/cases", folder.name, "truth.json"))
			if err != nil {
				t.Fatal(err)
			}
			var forms map[string]formTruth
			if err := json.Unmarshal(text, &forms); err != nil {
				t.Fatal(err)
			}
			if len(forms) != folder.tables {
				t.Fatalf("%d tables, expected %d", len(forms), folder.tables)
			}
			c := tally{tolerated: []string{loud}}
			for _, file := range slices.Sorted(maps.Keys(forms)) {
				t.Run(file, func(t *testing.T) {
					f := forms[file]
					if len(f.Responses) != f.People || len(f.Totals) != f.People ||
						len(f.Responses[0]) != f.Questions {
						t.Fatal("the truth contradicts itself")
					}
					t.Log(f.Source)
					c.open(t, filepath.Join(folder.name, file), f.truth(), f.Loud != "")
				})
			}
			t.Logf("cases/%s\n%s", folder.name, &c)
			c.atLeast(t, folder.read, folder.tables)
		})
	}
}
