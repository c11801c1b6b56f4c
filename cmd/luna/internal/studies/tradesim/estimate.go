package tradesim

import "math"

// Value is a named mean over games with its standard error.
type Value struct {
	Name string  `json:"name"` // what was measured
	Mean float64 `json:"mean"`
	// SE is the standard error; 0 for an exact number.
	SE       float64 `json:"standard_error"`
	decimals int     // that tables show
}

// sample is a list of numbers, one per game.
type sample []float64

func (s *sample) add(x float64) { *s = append(*s, x) }

// value returns the mean, and its standard error: the standard deviation / √n.
func (s sample) value(name string, decimals int) Value {
	v := Value{Name: name, decimals: decimals}
	if len(s) == 0 {
		return v
	}
	n := float64(len(s))
	for _, x := range s {
		v.Mean += x / n
	}
	if n < 2 {
		return v
	}
	squares := 0.0
	for _, x := range s {
		squares += (x - v.Mean) * (x - v.Mean)
	}
	v.SE = math.Sqrt(squares / (n - 1) / n)
	return v
}

// indicator returns 1 for true and 0 for false.
func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// brier is the squared distance of a probability from what the target is.
func (r *run) brier(probability float64) float64 {
	d := probability - r.outcome()
	return d * d
}
