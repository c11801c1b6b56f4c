package datasets_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
)

// exam is what every form holds. The points of a question are its three judges' grades together.
type exam struct {
	questions []datasets.Question
	people    []person
}

type person struct {
	id, first, last, email string
	answers                []string
	points                 []int // by question, nil if not rated
}

// plain matches answers that every encoding and form can hold.
var plain = regexp.MustCompile(`^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$`)

// published is the first respondents of Powergrading whose answers are plain, two of three rated.
func published(t *testing.T) *exam {
	sets, err := datasets.Open(suite.Powergrading(t), datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := &exam{questions: sets[0].Questions}
	first := strings.Fields("Ana Ben Chloé Dan Eva Finn Gül Hugo Ida Jan")
	last := strings.Fields("Abel Böhm Cruz Dahl Ek Fuchs Grün Hall Ito Jung Kern Lund Moss " +
		"Nagy Otto")
	for _, r := range sets[0].Respondents {
		if slices.ContainsFunc(r.Responses, func(s string) bool { return !plain.MatchString(s) }) {
			continue
		}
		i := len(e.people)
		p := person{id: r.ID, first: first[i%10], last: last[i/10%15], answers: r.Responses,
			email: strings.ToLower(string(rune('a'+i%26))) + r.ID[:8] + "@school.example"}
		for _, judges := range r.Judgements {
			p.points = append(p.points, int(judges[0]+judges[1]+judges[2]))
		}
		if i%3 == 2 {
			p.points = nil
		}
		if e.people = append(e.people, p); len(e.people) == 150 {
			break
		}
	}
	return e
}

// TestForms reads one exam from the forms of many programs and predicts the same ratings from each,
// to the last digit.
func TestForms(t *testing.T) {
	suite.Slow(t, "fits a model to each of many tables")
	e := published(t)
	folder := t.TempDir()
	var want []float64
	for _, f := range forms {
		ok := t.Run(f.file, func(t *testing.T) {
			path := filepath.Join(folder, f.file)
			if err := os.WriteFile(path, f.write(e), 0o600); err != nil {
				t.Fatal(err)
			}
			got := predicted(t, path, len(e.people))
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("predictions differ: %v, expected %v", got[:5], want[:5])
			}
		})
		if !ok && want == nil {
			t.Fatal("nothing to compare with")
		}
	}
}

// predicted reads a table, trains on those who are rated and predicts the others.
func predicted(t *testing.T, path string, people int) []float64 {
	sets, err := datasets.Open(path, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := sets[0]
	rated, unrated := d.RatedOnly()
	if n := len(d.Respondents); n != people || unrated != people/3 || len(d.Questions) != 10 ||
		d.Scale.Zero != 0 || d.Scale.Full != 30 {
		t.Fatalf("%d respondents, %d unrated, %d questions, %v:\n%s", n, unrated, len(d.Questions),
			d.Scale,
			strings.Join(d.Notes, "\n"))
	}
	m, err := lrp.Train(context.Background(), rated, lrp.TrainOptions{Approach: "BOW", Seed: 1,
		Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	var ratings []float64
	for i := range d.Respondents {
		if r := &d.Respondents[i]; !r.Rated() {
			v, err := m.Rating(r.Responses)
			if err != nil {
				t.Fatal(err)
			}
			ratings = append(ratings, v)
		}
	}
	return ratings
}
