package aggregate

import "slices"

type median struct{}

func (median) Name() string { return "median" }

func (median) Rating(guesses []float64) float64 {
	sorted := slices.Sorted(slices.Values(guesses))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
