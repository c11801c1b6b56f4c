package experiment_test

import (
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestAblate checks that an approach of two features without one of them has the errors of the
// other alone, and that approaches of fewer have nothing to leave out.
func TestAblate(t *testing.T) {
	all := approach.All()
	named := func(name string) approach.Approach {
		a, err := approach.Select(all, name)
		if err != nil {
			t.Fatal(err)
		}
		return a[0]
	}
	both := approach.Approach{Name: "BOTH",
		Method: approach.Features(append(named("BWO").Extractors(), named("FWO").Extractors()...))}
	list := append(approach.Ablate(both), named("FWO"), named("BWO"))
	r := evaluate(t, []*datasets.Dataset{samples(t)[0]}, experiment.Options{Trials: 3, Seed: 1, Approaches: list})
	of := func(name string) []float64 {
		for _, x := range r.Datasets[0].Results {
			if x.Approach == name {
				return x.RMSE
			}
		}
		return nil
	}
	for without, alone := range map[string]string{"BOTH-BWO": "FWO", "BOTH-FWO": "BWO"} {
		if of(without) == nil || !slices.Equal(of(without), of(alone)) {
			t.Errorf("%s: %v, expected %v", without, of(without), of(alone))
		}
	}
	for _, name := range []string{"CBG", "BOW", "AUTO"} {
		if a := approach.Ablate(named(name)); a != nil {
			t.Errorf("%s: %v", name, a)
		}
	}
	if n, m := len(approach.Ablate(named("ALL"))), len(named("ALL").Extractors()); n != m {
		t.Errorf("%d approaches of %d features", n, m)
	}
}
