// Package benchmarks times whole jobs. The benchmarks of their parts are beside the code.
package benchmarks

import (
	"context"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
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
