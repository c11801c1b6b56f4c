package aggregate

import "slices"

// Median is the middle guess, or the mean of the two in the middle. A few dishonest guesses cannot move it far.
type Median struct{}

// Name is "median".
func (Median) Name() string { return "median" }

// Rating returns the median of the guesses.
func (Median) Rating(guesses []float64) float64 {
	sorted := slices.Sorted(slices.Values(guesses))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
