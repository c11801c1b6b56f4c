package regress

// Mean returns the arithmetic mean of y. It is summed in order by a plain loop, so that equal
// slices have equal means to the bit wherever they are in memory. It is NaN for an empty slice.
func Mean(y []float64) float64 {
	var sum float64
	for _, v := range y {
		sum += v
	}
	return sum / float64(len(y))
}
