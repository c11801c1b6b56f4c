package analysis

import (
	"math"

	"github.com/luna-rating/luna/luna/trade"
)

// Score is the Brier score of prices divided by 100, and its parts.
//
// The Brier score is the mean of (f-o)², f being a forecast and o 1 for a human and 0 for a
// computer: 0 is perfect, and always saying 0.5 gives 0.25. With the bins k, their sizes n_k, mean
// forecasts f_k and shares of humans o_k, and the share of humans o,
//
//	Reliability = Σ n_k (f_k-o_k)² / N     0 if calibrated
//	Resolution  = Σ n_k (o_k-o)² / N       larger is better
//	Uncertainty = o (1-o)                  not due to the forecasts
//
// Brier = Reliability - Resolution + Uncertainty holds if all forecasts of a bin are equal: Murphy,
// A. H., “A new vector partition of the probability score”, Journal of Applied Meteorology 12,
// 1973. With wider bins two more terms make it exact: Stephenson, D. B., Coelho, C. A. S.,
// Jolliffe, I. T., “Two extra components in the Brier score decomposition”, Weather and Forecasting
// 23, 2008:
//
//	WithinVariance   = Σ Σ (f_kj-f_k)² / N
//	WithinCovariance = 2 Σ Σ (f_kj-f_k)(o_kj-o_k) / N
//	Brier = Reliability - Resolution + Uncertainty + WithinVariance - WithinCovariance
type Score struct {
	Games            int     `json:"games"`
	Brier            float64 `json:"brier"`
	SE               float64 `json:"standard_error"` // SE of Brier over games; 0 for one game
	Reliability      float64 `json:"reliability"`
	Resolution       float64 `json:"resolution"`
	Uncertainty      float64 `json:"uncertainty"`
	WithinVariance   float64 `json:"within_bin_variance"`
	WithinCovariance float64 `json:"within_bin_covariance"`
	// Bias is the mean of f-o.
	Bias   float64 `json:"bias"`
	Humans int     `json:"humans"`
}

// scoreOf scores at least one forecast.
func scoreOf(list []forecast) *Score {
	type sums struct{ n, f, o float64 }
	var bins [Bins]sums
	var all sums
	for _, x := range list {
		f, o := x.parts()
		for _, s := range []*sums{&bins[binOf(x.price)], &all} {
			s.n++
			s.f += f
			s.o += o
		}
	}
	s := &Score{Games: len(list), Humans: int(all.o), Bias: (all.f - all.o) / all.n}
	mean := all.o / all.n
	s.Uncertainty = mean * (1 - mean)
	for _, b := range bins {
		if b.n > 0 {
			s.Reliability += b.n * square(b.f/b.n-b.o/b.n) / all.n
			s.Resolution += b.n * square(b.o/b.n-mean) / all.n
		}
	}
	squares := 0.0
	for _, x := range list {
		f, o := x.parts()
		b := bins[binOf(x.price)]
		s.Brier += square(f-o) / all.n
		squares += square(square(f - o))
		s.WithinVariance += square(f-b.f/b.n) / all.n
		s.WithinCovariance += 2 * (f - b.f/b.n) * (o - b.o/b.n) / all.n
	}
	if n := all.n; n > 1 {
		variance := max(0, squares-n*square(s.Brier)) / (n - 1)
		s.SE = math.Sqrt(variance / n)
	}
	return s
}

func (x forecast) parts() (f, o float64) {
	if x.human {
		o = 1
	}
	return x.price / trade.Payout, o
}

func square(x float64) float64 { return x * x }
