package analysis

import (
	"fmt"

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
			b.SharpnessInterval = Wilson(b.Runs, len(list))
		}
		if b.Runs > 0 {
			share, price := float64(b.Human)/float64(b.Runs), sums[i]/float64(b.Runs)
			interval := Wilson(b.Human, b.Runs)
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
