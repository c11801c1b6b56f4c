package numbers

import (
	"cmp"
	"math"
	"slices"
)

// Rounded returns the parts of a total rounded to so many decimals, such that their sum is the total
// rounded alike: those whose rounding is closest to a tie go the other way. None is -0.
func Rounded(parts []float64, total float64, decimals int) []float64 {
	unit := math.Pow(10, float64(decimals))
	rounded := make([]float64, len(parts)) // in units
	left := math.Round(total * unit)
	for i, p := range parts {
		rounded[i] = math.Round(p * unit)
		left -= rounded[i]
	}
	sign := math.Copysign(1, left)
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	off := func(i int) float64 { return sign * (parts[i]*unit - rounded[i]) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(off(b), off(a)) })
	for _, i := range order {
		if left*sign >= 1 {
			rounded[i] += sign
			left -= sign
		}
	}
	for i := range rounded {
		rounded[i] = rounded[i]/unit + 0
	}
	return rounded
}
