package experiment_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// alike returns a report with the best approach A, B that is nearly as good, C that is not, and
// CBG.
func alike(d experiment.Dataset) *experiment.DatasetReport {
	r := &experiment.DatasetReport{Dataset: d}
	for _, x := range []struct {
		name  string
		shift float64
	}{{"CBG", .2}, {"A", 0}, {"B", .001}, {"C", .03}} {
		res := experiment.Result{Approach: x.name, Regressor: "ols"}
		if x.name == "CBG" {
			res.Regressor = "none"
		}
		for i := range 10 {
			e := .1 + x.shift + .004*math.Sin(float64(7*i)) + .001*math.Sin(float64(i)+50*x.shift)
			res.RMSE, res.SquaredErrors = append(res.RMSE, e), append(res.SquaredErrors, e*e)
		}
		res.RMSEMean, _ = stats.MeanSD(res.RMSE)
		if d.Given {
			mean, _ := stats.MeanSD(res.SquaredErrors)
			res.RMSEMean = math.Sqrt(mean)
		}
		r.Results = append(r.Results, res)
	}
	return r
}

// TestEquivalence compares the tests of trials with stats, and those of respondents with the tests
// of squared errors and the margin in their unit. Without a margin there is no such test.
func TestEquivalence(t *testing.T) {
	const margin = .01
	for _, given := range []bool{false, true} {
		r := alike(experiment.Dataset{Train: 80, Test: 20, Given: given, Margin: margin})
		best, tests := &r.Results[1], r.Tests()
		estimate := func(x *experiment.Result) (e stats.Estimate, unit float64) {
			var diffs []float64
			for i := range x.RMSE {
				if given {
					diffs = append(diffs, x.SquaredErrors[i]-best.SquaredErrors[i])
				} else {
					diffs = append(diffs, x.RMSE[i]-best.RMSE[i])
				}
			}
			if !given {
				return stats.CorrectedEstimate(diffs, 80, 20), 1
			}
			mean, sd := stats.MeanSD(diffs)
			return stats.Estimate{Mean: mean, SE: sd / math.Sqrt(10), DF: 9}, x.RMSEMean + best.RMSEMean
		}
		var p []float64
		for i := range r.Results {
			e, unit := estimate(&r.Results[i])
			p = append(p, e.Equivalence(margin*unit))
			if got, want := tests.VsBest[i].Smallest, e.Detectable()/unit; i != 1 && !(math.Abs(got-want) < 1e-12) {
				t.Errorf("%s: smallest difference %v, expected %v", r.Results[i].Approach, got, want)
			}
		}
		holm := stats.Holm(slices.Delete(slices.Clone(p), 1, 2))
		for i, want := range map[int]float64{0: holm[0], 2: holm[1], 3: holm[2]} {
			x := tests.VsBest[i]
			if !(math.Abs(*x.PEquivalent-want) < 1e-12) || x.Equivalent != (i == 2) {
				t.Errorf("%s, given split %v: %v, %v, expected p %v", r.Results[i].Approach, given, *x.PEquivalent,
					x.Equivalent, want)
			}
		}
		data, err := json.Marshal(r)
		if err != nil || strings.Count(string(data), `"equivalent":true`) != 1 ||
			strings.Count(string(data), `"smallest_difference":`) != 6 ||
			!strings.Contains(string(data), `"margin":0.01`) {
			t.Errorf("%s, %v", data, err)
		}
		var again experiment.DatasetReport
		if err := json.Unmarshal(data, &again); err != nil || *again.Tests().VsBest[2].PEquivalent != *tests.VsBest[2].PEquivalent {
			t.Errorf("read back: %v", err)
		}
		r.Margin = 0
		if x := r.Tests().VsBest[2]; x.PEquivalent != nil || x.Equivalent {
			t.Errorf("without a margin: %+v", x)
		}
	}
}

// TestMarginRefused checks that the errors of impossible margins name them.
func TestMarginRefused(t *testing.T) {
	for margin, found := range map[float64]string{-.1: "-0.1", 1.5: "1.5", math.NaN(): "NaN"} {
		_, err := experiment.Evaluate(context.Background(), []*datasets.Dataset{samples(t)[0]},
			experiment.Options{Trials: 1, Margin: margin})
		if err == nil || !strings.Contains(err.Error(), "margin "+found) {
			t.Errorf("margin %v: %v", margin, err)
		}
	}
}
