package numbers

import (
	"math"
	"slices"
	"testing"
)

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		parts    []float64
		total    float64
		decimals int
		want     []float64
	}{
		{[]float64{9.64, .62, -2.25, -8.01}, 0, 1, []float64{9.6, .6, -2.2, -8}},
		{[]float64{1.0 / 3, 1.0 / 3, 1.0 / 3}, 1, 1, []float64{.4, .3, .3}},
		{[]float64{-.001, .001}, 0, 2, []float64{0, 0}},
		{[]float64{2.6, 2.6}, 5.2, 0, []float64{2, 3}},
		{nil, 1, 0, []float64{}},
	} {
		got := Rounded(c.parts, c.total, c.decimals)
		if !slices.Equal(got, c.want) || slices.ContainsFunc(got, func(v float64) bool {
			return v == 0 && math.Signbit(v)
		}) {
			t.Errorf("%v of %v: %v, expected %v", c.parts, c.total, got, c.want)
		}
	}
}
