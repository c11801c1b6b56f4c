package experiment

import (
	"context"
	"reflect"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// TestTrialAfterOthers checks that a trial does not depend on those before it.
func TestTrialAfterOthers(t *testing.T) {
	ds := lrptest.Civics(40, 3)
	a, err := approach.Select(approach.All(), "BOW", "SYN", "NNO", "COM")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Seed: 1, Approaches: a}.withDefaults()
	after, err := newRunner(context.Background(), ds, o)
	if err != nil {
		t.Fatal(err)
	}
	splitter, err := datasets.NewSplitter(len(ds.Respondents), 0.8, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, size := range []int{32, 7, 20, 32, 1} {
		split := splitter.Split(i)
		split.Train = split.Nested(size, 1, i)
		alone, err := newRunner(context.Background(), ds, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := alone.trial(i, split)
		if err != nil {
			t.Fatal(err)
		}
		got, err := after.trial(i, split)
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			a, b := got[k], want[k]
			if a.Score.RMSE != b.Score.RMSE || a.Score.MAEMean != b.Score.MAEMean ||
				a.Columns != b.Columns || !reflect.DeepEqual(a.Warnings, b.Warnings) {
				t.Errorf("trial %d, %s with %s: %v, alone %v", i, a.Approach, a.Regressor, a.Score,
					b.Score)
			}
		}
	}
}
