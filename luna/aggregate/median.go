package aggregate

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// median is the weighted median: the guess below and above which at most half of the weight lies.
// If exactly half lies at or below a guess, it is the mean of that guess and the next higher one.
type median struct{}

func (median) Name() string { return "median" }

func (median) Rating(guesses []game.Received) float64 {
	sorted := weighing(guesses)
	slices.SortStableFunc(sorted, func(a, b game.Received) int { return cmp.Compare(a.Guess, b.Guess) })
	half := 0.0
	for _, g := range sorted {
		half += g.Weight / 2
	}
	below := 0.0
	for i, g := range sorted {
		below += g.Weight
		switch {
		case below > half*(1+weightTolerance):
			return g.Guess
		case below >= half*(1-weightTolerance) && i+1 < len(sorted):
			return (g.Guess + sorted[i+1].Guess) / 2
		}
	}
	return sorted[len(sorted)-1].Guess
}
