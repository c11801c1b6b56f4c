package experiment_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestSeeds compares the ranges over seeds with experiments of one seed each, and all else with the
// first of them. Progress counts all.
func TestSeeds(t *testing.T) {
	list, err := approach.Select(approach.All(), "RAN", "CBG", "BWO")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []func(context.Context, []*datasets.Dataset, experiment.Options) (*experiment.Report, error){
		experiment.Evaluate, experiment.CrossValidate,
	} {
		at := func(seed uint64, seeds int) *experiment.Report {
			most, o := 0, experiment.Options{Seed: seed, Seeds: seeds, Trials: 2, Folds: 3, Approaches: list}
			o.Progress = func(done, total int) {
				if most++; done != most || done > total {
					t.Errorf("%d of %d after %d", done, total, most)
				}
			}
			r, err := run(context.Background(), []*datasets.Dataset{samples(t)[1]}, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		var single []*experiment.Report
		for seed := range uint64(3) {
			single = append(single, at(7+seed, 0))
		}
		all := at(7, 3)
		for k, x := range all.Datasets[0].Results {
			first := single[0].Datasets[0].Results[k]
			low, high := first.RMSEMean, first.RMSEMean
			for _, r := range single {
				e := r.Datasets[0].Results[k].RMSEMean
				low, high = min(low, e), max(high, e)
			}
			if x.RMSELowest != low || x.RMSEHighest != high || !(low < high) {
				t.Errorf("%s: %v to %v, expected %v to %v", x.Approach, x.RMSELowest, x.RMSEHighest, low, high)
			}
			if diff := cmp.Diff(first, x, cmpopts.EquateNaNs(),
				cmpopts.IgnoreFields(experiment.Result{}, "RMSELowest", "RMSEHighest", "HeldOut")); diff != "" {
				t.Errorf("(-first +all):\n%s", diff)
			}
		}
	}
}
