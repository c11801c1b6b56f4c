package auto

import (
	"math"
	"testing"
)

// The products of all texts with each other are those of two texts, with dense columns and without.
func TestAllProducts(t *testing.T) {
	w := newWriter(3)
	for _, n := range []int{1, 2, 100, 1001} {
		v := newVocabulary()
		var texts []grams
		for range n {
			texts = append(texts, v.add(prose(20+w.IntN(60), w.sentence)))
		}
		text := func(k int) entries { return texts[k].all() }
		products := allProducts(v.size, n, text)
		for i := 0; i < n; i += 1 + n/50 {
			a := texts[i]
			for l, b := range texts {
				if got, want := products[i*n+l], a.dot(b); math.Abs(got-want) > 1e-13 {
					t.Fatalf("n = %d: %g for %d and %d, want %g", n, got, i, l, want)
				}
			}
		}
	}
}
