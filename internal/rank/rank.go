// Package rank puts numbers in their order.
package rank

import (
	"cmp"
	"slices"
)

// Ranks returns the places of numbers in their order, from 1; equal numbers have the mean of theirs.
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
