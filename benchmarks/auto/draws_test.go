package main

import (
	"fmt"
	"slices"
	"testing"
)

func TestDraws(t *testing.T) {
	set := sample(t)
	s := &settings{respondents: 5, draws: 3, seed: 1, unkeyed: true}
	draws := s.drawsOf(set)
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
	if whole := s.drawsOf(set); len(whole) != 1 || whole[0].Name != set.Name {
		t.Errorf("found %d draws of a data set that is not larger, expected itself", len(whole))
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
	if together("c", []*result{a}) != a {
		t.Error("one result is not itself")
	}
}
