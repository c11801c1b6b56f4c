package levenshtein

import (
	"math/rand/v2"
	"testing"
)

// No text is nearer than Beyond says, and some are no farther.
func TestBeyond(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	exact := 0
	for range 3000 {
		alphabet := 1 + r.IntN(200)
		a := make([]int32, r.IntN(20))
		for i := range a {
			a[i] = int32(1 + r.IntN(alphabet))
		}
		b := append(a[:r.IntN(len(a)+1):len(a)], a[r.IntN(len(a)+1):]...)
		for range r.IntN(4) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = int32(1 + r.IntN(alphabet))
			}
		}
		x, y := NewSketch(a), NewSketch(b)
		distance := NewPattern(a, alphabet).Distance(b)
		if x.Beyond(&y, distance) || y.Beyond(&x, distance) {
			t.Fatalf("%v and %v are %d apart, not beyond", a, b, distance)
		}
		if x.Beyond(&y, distance-1) {
			exact++
		}
	}
	if exact < 1000 {
		t.Errorf("the bound is exact for %d of 3000 pairs, want a third", exact)
	}
}
