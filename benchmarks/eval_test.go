// Package benchmarks times whole jobs. The benchmarks of their parts are beside the code.
package benchmarks

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// evaluate times the experiment with the approaches: OLS and Lasso, 100 trials, including reading
// the files and preparing the features.
func evaluate(b *testing.B, spec string, approaches []lrp.Approach) {
	b.ReportAllocs()
	for b.Loop() {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			b.Fatal(err)
		}
		o := lrp.Options{Seed: 1, Approaches: approaches}
		if _, err := lrp.Evaluate(context.Background(), sets, o); err != nil {
			b.Fatal(err)
		}
	}
}

// evaluateAll runs evaluate with all approaches except AUTO, and with AUTO alone.
func evaluateAll(b *testing.B, spec string) {
	b.Run("all", func(b *testing.B) { evaluate(b, spec, designed(approach.All())) })
	b.Run("AUTO", func(b *testing.B) {
		auto, err := lrp.Approaches("AUTO")
		if err != nil {
			b.Fatal(err)
		}
		evaluate(b, spec, auto)
	})
}

func BenchmarkEvaluateSamplePowergrading(b *testing.B) { evaluateAll(b, "sample-powergrading") }
func BenchmarkEvaluateSampleMohler(b *testing.B)       { evaluateAll(b, "sample-mohler") }
func BenchmarkEvaluatePowergrading(b *testing.B)       { evaluateAll(b, suite.Powergrading(b)) }
func BenchmarkEvaluateMohler(b *testing.B)             { evaluateAll(b, suite.Mohler(b)) }

// TestWithoutEachFeature prints the error of OLS on all features and on all but one, over the same
// splits, with the p-value of the corrected resampled t-test: of Powergrading if its files are
// there, else of the sample. The features hold much the same information: without any of them
// little is lost.
func TestWithoutEachFeature(t *testing.T) {
	suite.Slow(t, "fits all features many times")
	spec, trials := "sample-powergrading", 10
	if os.Getenv("LRP_DATA") != "" {
		spec, trials = suite.Powergrading(t), 25
	}
	sets, err := lrp.Load(spec)
	if err != nil {
		t.Fatal(err)
	}
	combined := features.Combined()
	approaches := []lrp.Approach{{Name: "ALL", Method: approach.Features(combined)}}
	for i, e := range combined {
		approaches = append(approaches, lrp.Approach{Name: "without " + e.Name(),
			Method: approach.Features(slices.Concat(combined[:i], combined[i+1:]))})
	}
	r, err := lrp.Evaluate(t.Context(), sets, lrp.Options{Trials: trials, Seed: 1, Approaches: approaches,
		Regressors: []regress.Regressor{regress.OLS{}}})
	if err != nil {
		t.Fatal(err)
	}
	d := r.Datasets[0]
	all := d.Results[0]
	t.Logf("%s, %d trials: ALL %.4f", d.Name, trials, all.RMSEMean)
	for _, without := range d.Results[1:] {
		var differences []float64
		for i, e := range without.RMSE {
			differences = append(differences, e-all.RMSE[i])
		}
		e := stats.CorrectedEstimate(differences, d.Train, d.Test)
		_, p := e.T()
		t.Logf("%-12s %.4f  %+.4f  p %.2f", without.Approach, without.RMSEMean, e.Mean, p)
		if math.Abs(e.Mean) > .2*all.RMSEMean {
			t.Errorf("%s: the error differs by %.4f", without.Approach, e.Mean)
		}
	}
}
