// Package benchmarks times whole jobs; the benchmarks of single pieces are beside their code.
package benchmarks

import (
	"context"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/realdata"
	"github.com/luna-rating/luna/lrp"
)

// evaluate times the experiment: all approaches, OLS and Lasso, 100 trials, reading the
// files and preparing the features included.
func evaluate(b *testing.B, spec string) {
	approaches := slices.DeleteFunc(lrp.Approaches(), func(a lrp.Approach) bool { return a.Learner != nil })
	b.ReportAllocs()
	for b.Loop() {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := lrp.Evaluate(context.Background(), sets, lrp.Options{Seed: 1, Approaches: approaches}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvaluateSamplePowergrading(b *testing.B) { evaluate(b, "sample-powergrading") }
func BenchmarkEvaluateSampleMohler(b *testing.B)       { evaluate(b, "sample-mohler") }
func BenchmarkEvaluatePowergrading(b *testing.B)       { evaluate(b, realdata.Powergrading(b)) }
func BenchmarkEvaluateMohler(b *testing.B)             { evaluate(b, realdata.Mohler(b)) }
