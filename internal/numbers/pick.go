package numbers

import "strconv"

// At returns the elements at the given indices.
func At[T any](s []T, indices []int) []T {
	list := make([]T, len(indices))
	for k, i := range indices {
		list[k] = s[i]
	}
	return list
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
