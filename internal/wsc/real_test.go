package wsc

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/suite"
)

// TestPublishedCollections compares with counts that were made by other means.
func TestPublishedCollections(t *testing.T) {
	for _, c := range []struct {
		file       string
		candidates map[int]int
		right      map[string]int
		same       int
		humans     [2]int
		halves     int
	}{
		{"PDPChallenge2016.xml", map[int]int{2: 45, 3: 12, 4: 1, 5: 2},
			map[string]int{"A": 32, "B": 20, "C": 7, "D": 1}, 20, [2]int{1103, 1140},
			0},
		{"WSCollection.xml", map[int]int{2: 285}, map[string]int{"A": 143, "B": 142}, 0,
			[2]int{}, 138},
	} {
		problems, err := files.With(suite.Data(t, "winograd", c.file), "problems", Read)
		if err != nil {
			t.Fatal(err)
		}
		candidates, right, same, humans := map[int]int{}, map[string]int{}, 0, [2]int{}
		for i, p := range problems {
			candidates[len(p.Candidates)]++
			right[Letter(p.Right)]++
			if p.SameText {
				same++
				if words(p.Text()) != words(problems[i-1].Text()) {
					t.Errorf("%s %d: %q is not the text before", c.file, p.Number, p.Text())
				}
			}
			humans[0] += p.HumansRight
			humans[1] += p.Humans
			if p.Number != i+1 || p.Excerpt == "" {
				t.Errorf("%s: problem %d is %+v", c.file, i+1, p)
			}
		}
		equal(t, candidates, c.candidates)
		equal(t, right, c.right)
		equal(t, same, c.same)
		equal(t, humans, c.humans)
		equal(t, len(Halves(problems)), c.halves)
	}
}

// TestPublishedSchemasAsRows reads the published schemas in the form of WSC273, and compares them
// with what they are in XML.
func TestPublishedSchemasAsRows(t *testing.T) {
	problems, err := files.With(suite.Data(t, "winograd", "WSCollection.xml"), "problems", Read)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	for _, p := range problems {
		place := 0
		if p.Before != "" {
			place = utf8.RuneCountInString(p.Before + " ")
		}
		if err := e.Encode(map[string]any{"text": p.Before + " " + p.Pronoun + " " + p.After,
			"pronoun": p.Pronoun, "pronoun_loc": place, "quote": p.Excerpt, "options": p.Candidates,
			"label": p.Right}); err != nil {
			t.Fatal(err)
		}
	}
	var notes []string
	rows, err := ReadNoted(&out, "f", func(text string) { notes = append(notes, text) })
	if err != nil {
		t.Fatal(err)
	}
	for i := range problems {
		problems[i].Line, problems[i].Set = i+1, "WSC273"
	}
	equal(t, rows, problems)
	equal(t, notes, []string{"f: problems of WSC273"})
}
