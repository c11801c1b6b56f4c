package main

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/datasets"
)

func TestDraws(t *testing.T) {
	set := sample(t)
	s := &settings{respondents: 5, draws: 3, seed: 1, unkeyed: true}
	draws, err := s.drawsOf(set)
	if err != nil {
		t.Fatal(err)
	}
	if len(draws) != 3 {
		t.Fatalf("found %d draws, expected 3", len(draws))
	}
	seen := make(map[string]bool)
	for _, d := range draws {
		ids := make(map[string]bool)
		for _, r := range d.Respondents {
			ids[r.ID] = true
		}
		if len(ids) != 5 || d.HasKey() || d.Name == set.Name {
			t.Errorf("%s: found %d different respondents, key %v", d.Name, len(ids), d.HasKey())
		}
		seen[fmt.Sprint(ids)] = true
	}
	if len(seen) != 3 {
		t.Errorf("found %d different draws, expected 3", len(seen))
	}
	if !set.HasKey() {
		t.Error("the data set has lost its key")
	}
	s.respondents, s.unkeyed = len(set.Respondents), false
	whole, err := s.drawsOf(set)
	if err != nil || len(whole) != 1 || whole[0].Name != set.Name {
		t.Errorf("found %d draws of a data set that is not larger and error %v, expected itself",
			len(whole), err)
	}
}

func TestDrawsOfQuestions(t *testing.T) {
	set := sample(t)
	s := &settings{questions: 2, draws: 4, seed: 1}
	draws, err := s.drawsOf(set)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, d := range draws {
		seen[d.Questions[0].ID+d.Questions[1].ID] = true
		if err := d.Validate(); err != nil || len(d.Questions) != 2 {
			t.Errorf("%s: found %d questions, error %v", d.Name, len(d.Questions), err)
		}
	}
	if len(seen) < 2 || len(set.Questions) == 2 {
		t.Errorf("found %d different draws of %d questions", len(seen), len(set.Questions))
	}
	s.questions = len(set.Questions)
	if whole, err := s.drawsOf(set); err != nil || len(whole) != 1 {
		t.Errorf("found %d draws of a data set without more questions, error %v", len(whole), err)
	}
}

func TestShorten(t *testing.T) {
	nan := math.NaN()
	set := &datasets.Dataset{
		Questions: []datasets.Question{{ID: "a"}, {ID: "b"}, {ID: "c"}},
		Respondents: []datasets.Respondent{
			{ID: "1", Responses: []string{"x", "y", "z"}, Scores: []float64{.5, 1, .25}},
			{ID: "2", Responses: []string{"", "", "z"}, Scores: []float64{nan, 1, nan}},
			{ID: "3", Responses: []string{"x", "", "v"}, Scores: []float64{1, 0, nan}},
			{ID: "4", Responses: []string{"", "", "w"}, Scores: []float64{0, 1, .125}},
		},
	}
	whole := *set
	if err := shorten(set, []int{0, 2}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range set.Respondents {
		got = append(got, fmt.Sprintf("%s %q %.3f", r.ID, r.Responses, r.Rating))
	}
	// The means are 3/8, 1 and 1/16; the second respondent has no score.
	want := `1 ["x" "z"] 0.333, 3 ["x" "v"] 1.000, 4 ["" "w"] 0.000`
	if list(got) != want || set.Questions[1].ID != "c" {
		t.Errorf("found %s, expected %s", list(got), want)
	}
	if whole.Respondents[0].Rating != 0 || len(whole.Respondents[0].Responses) != 3 {
		t.Error("the whole data set has changed")
	}
	for i := range whole.Respondents {
		whole.Respondents[i].Scores = nil
	}
	if err := shorten(&whole, []int{0}); err == nil {
		t.Error("no error without scores")
	}
}

func TestTogether(t *testing.T) {
	half, all := .5, 1.0
	a := &result{Name: "a", Peers: map[string][]float64{"x": {.1, .2}}, CBG: []float64{.5},
		AUTO: []float64{.3}, Coverage: &half}
	b := &result{Name: "b", Peers: map[string][]float64{"x": {.4}}, CBG: []float64{.6},
		AUTO: []float64{.7}, Coverage: &all}
	got := together("c", []*result{a, b})
	if !slices.Equal(got.Peers["x"], []float64{.1, .4}) ||
		!slices.Equal(got.AUTO, []float64{.3, .7}) ||
		!slices.Equal(got.CBG, []float64{.5, .6}) || *got.Coverage != .75 {
		t.Errorf("found %+v", got)
	}
	if want := []float64{3, 1.75}; !floats.EqualApprox(got.drawRatios, want, 1e-12) {
		t.Errorf("found ratios %v of the draws, expected %v", got.drawRatios, want)
	}
	if together("c", []*result{a}) != a {
		t.Error("one result is not itself")
	}
}
