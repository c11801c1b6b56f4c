package experiment

import (
	"context"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// A transductive learner sees the texts of the test part, but no rating there, and its results say
// so.
func TestTransductive(t *testing.T) {
	ds := lrptest.Civics(40, 3)
	auto, err := approach.Select(approach.All(), "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	predict := func(ds *datasets.Dataset, all bool, train int) outcome {
		t.Helper()
		o := Options{Approaches: auto, Transductive: all, Seed: 1}.withDefaults()
		r, err := newRunner(context.Background(), ds, o)
		if err != nil {
			t.Fatal(err)
		}
		split := datasets.Split{}
		for i := range ds.Respondents {
			if i < train {
				split.Train = append(split.Train, i)
			} else if i >= 20 {
				split.Test = append(split.Test, i)
			}
		}
		outcomes, err := r.trial(0, split)
		if err != nil {
			t.Fatal(err)
		}
		return outcomes[0]
	}
	for _, train := range []int{0, 8} {
		before := predict(ds, true, train)
		if before.Regressor != approach.Transductive {
			t.Errorf("the result names %q, expected %q", before.Regressor, approach.Transductive)
		}
		if slices.Equal(before.Ratings, predict(ds, false, train).Ratings) {
			t.Errorf("%d rated: the texts of the test part made no difference", train)
		}
		other := *ds
		other.Respondents = slices.Clone(ds.Respondents)
		for i := train; i < len(other.Respondents); i++ {
			other.Respondents[i].Rating = 1 - other.Respondents[i].Rating
			other.Respondents[i].Scores = nil
		}
		if !slices.Equal(before.Ratings, predict(&other, true, train).Ratings) {
			t.Errorf("%d rated: predictions depend on ratings of the test part", train)
		}
	}
}
