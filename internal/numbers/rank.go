// Package numbers computes what several packages need of numbers and slices: ranks, intervals of
// probabilities, seeded random streams, choices of elements, and rounding.
package numbers

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Ranks returns the ranks of the numbers in ascending order, from 1. Equal numbers have the mean of
// their ranks.
func Ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	ranks := make([]float64, len(x))
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && x[order[end]] == x[order[start]] {
			end++
		}
		for _, i := range order[start:end] {
			ranks[i] = float64(start+end+1) / 2
		}
		start = end
	}
	return ranks
}

// Spearman returns the correlation of the ranks of two lists of numbers of equal length; NaN if one
// of them has no different numbers.
func Spearman(x, y []float64) float64 { return stat.Correlation(Ranks(x), Ranks(y), nil) }
