package embed

import (
	"math"
	"slices"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestMean(t *testing.T) {
	v := small(t, Float32)
	mean, known := v.Mean([]string{"cat", "the", "dog", "cat"})
	if known != 3 {
		t.Errorf("%d known words, want 3", known)
	}
	for j, want := range []float64{2.5 / 3, -1. / 3, 8. / 3} {
		if !near(mean[j], want, 1e-15) {
			t.Errorf("mean %v", mean)
		}
	}
	for _, words := range [][]string{nil, {}, {"a", "i", "don't"}} {
		mean, known := v.Mean(words)
		if known != 0 || !slices.Equal(mean, make([]float64, 3)) || Cosine(mean, mean) != 0 {
			t.Errorf("%q: %v", words, mean)
		}
	}
	q, _ := small(t, Int8).Mean([]string{"dog"})
	for j, x := range small(t, Int8).appendRow(nil, 1) {
		if q[j] != float64(x) {
			t.Errorf("mean of one word %v, its vector has %v", q[j], x)
		}
	}
}
