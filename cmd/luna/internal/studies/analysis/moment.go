package analysis

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/trade"
)

// Bins is the number of bins, each of 10 points.
const Bins = 10

// Moment says how well the prices at a time predicted the targets.
type Moment struct {
	Name  string `json:"-"`     // the time in seconds, or "end"
	Ended int    `json:"ended"` // games that had ended before, which count with their last price
	Bins  []Bin  `json:"bins"`  // in the order of prices
	Score *Score `json:"score"` // nil without games
}

// Bin describes the games whose price was at least Low and less than High; the last bin includes
// High.
type Bin struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Runs  int     `json:"runs"`
	Human int     `json:"human"` // number of games whose target was a human
	// Share is Human/Runs, with Wilson's 95 % interval; nil without runs.
	Share    *float64    `json:"share"`
	Interval *[2]float64 `json:"interval"`
	Price    *float64    `json:"price"` // the mean price, in points
	// Sharpness is the bin's share of all games, with its interval.
	Sharpness         float64    `json:"sharpness"`
	SharpnessInterval [2]float64 `json:"sharpness_interval"` // Wilson's interval
}

// prices names the whole prices of the bin, such as "10–19".
func (b *Bin) prices() string {
	last := b.High - 1
	if b.High == trade.Payout {
		last = b.High
	}
	return fmt.Sprintf("%.0f–%.0f", b.Low, last)
}

// binOf returns the bin of a price.
func binOf(price float64) int {
	return min(max(int(price*Bins/trade.Payout), 0), Bins-1)
}

func momentOf(list []forecast) *Moment {
	m := &Moment{Bins: make([]Bin, Bins)}
	sums := make([]float64, Bins)
	for _, f := range list {
		i := binOf(f.price)
		m.Bins[i].Runs++
		sums[i] += f.price
		if f.human {
			m.Bins[i].Human++
		}
	}
	for i := range m.Bins {
		b := &m.Bins[i]
		b.Low = float64(i) * trade.Payout / Bins
		b.High = float64(i+1) * trade.Payout / Bins
		if len(list) > 0 {
			b.Sharpness = float64(b.Runs) / float64(len(list))
			b.SharpnessInterval = numbers.Wilson(b.Runs, len(list))
		}
		if b.Runs > 0 {
			share, price := float64(b.Human)/float64(b.Runs), sums[i]/float64(b.Runs)
			interval := numbers.Wilson(b.Human, b.Runs)
			b.Share = &share
			b.Price = &price
			b.Interval = &interval
		}
	}
	if len(list) > 0 {
		m.Score = scoreOf(list)
	}
	return m
}

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
