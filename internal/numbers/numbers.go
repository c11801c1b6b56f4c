// Package numbers computes what several packages need of numbers and slices: ranks, intervals of
// probabilities, seeded random streams, choices of elements, and rounding.
package numbers

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
)

// Map returns f of each element, in a slice that is never nil.
func Map[T, U any](s []T, f func(T) U) []U {
	list := make([]U, len(s))
	for i, x := range s {
		list[i] = f(x)
	}
	return list
}

// Append appends to a list that may be long: it doubles the room.
func Append[T any](list []T, element T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, len(list)+8)
	}
	return append(list, element)
}

// Known returns the values that are not NaN.
func Known(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

// UpTo returns the numbers from 0 to n-1.
func UpTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// At returns the elements at the given indices.
func At[T any](s []T, indices []int) []T {
	return Map(indices, func(i int) T { return s[i] })
}

// Resized returns a slice of n elements with any content, in the memory of s if that suffices.
func Resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Evenly returns at most n of the values, evenly spaced.
func Evenly[T any](values []T, n int) []T {
	if len(values) <= n {
		return values
	}
	some := make([]T, n)
	for i := range some {
		some[i] = values[i*len(values)/n]
	}
	return some
}

// Figure writes a number with as many significant digits, and no exponent.
func Figure(v float64, digits int) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Ranks returns the ranks of the numbers in ascending order, from 1. Equal numbers have the mean of
// their ranks.
func Ranks(x []float64) []float64 {
	order := UpTo(len(x))
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

// Quantile returns the quantile p, in [0,1], of sorted values by linear interpolation between those
// around p·(n-1), as numpy does; NaN of nothing.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	position := p * float64(len(sorted)-1)
	i := min(int(position), len(sorted)-1)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (position-float64(i))*(sorted[i+1]-sorted[i])
}

// Rounded returns the parts of a total rounded to so many decimals, such that their sum is the
// total rounded alike: those whose rounding is closest to a tie go the other way. None is -0.
func Rounded(parts []float64, total float64, decimals int) []float64 {
	unit := math.Pow(10, float64(decimals))
	rounded := make([]float64, len(parts)) // in units
	left := math.Round(total * unit)
	for i, p := range parts {
		rounded[i] = math.Round(p * unit)
		left -= rounded[i]
	}
	sign := math.Copysign(1, left)
	order := UpTo(len(parts))
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

// Stream returns the i-th random stream of the given purpose: ChaCha8 keyed by SHA-256(label ||
// seed || i), with seed and i as eight big-endian bytes each. Streams with different labels, seeds
// or indices are independent for all practical purposes, so work can be split among any number of
// workers in any order and still draw the same numbers.
func Stream(seed uint64, label string, i int) *rand.Rand {
	key := make([]byte, 0, len(label)+16)
	key = append(key, label...)
	key = binary.BigEndian.AppendUint64(key, seed)
	key = binary.BigEndian.AppendUint64(key, uint64(i))
	return rand.New(rand.NewChaCha8(sha256.Sum256(key)))
}

// normal95 is the 97.5 % quantile of the standard normal distribution.
const normal95 = 1.959963984540054

// Wilson returns the 95 % score interval of the probability of success, given k successes in n
// trials, n being at least 1: (k+z²/2)/(n+z²) ± z/(n+z²)·√(k(n-k)/n + z²/4), z = 1.96. Wilson, E.
// B., “Probable inference, the law of succession, and statistical inference”, Journal of the
// American Statistical Association 22, 1927.
func Wilson(k, n int) [2]float64 {
	const z2 = normal95 * normal95
	a, b := float64(k), float64(n)
	middle := (a + z2/2) / (b + z2)
	half := normal95 / (b + z2) * math.Sqrt(a*(b-a)/b+z2/4)
	return [2]float64{max(0, middle-half), min(1, middle+half)}
}
