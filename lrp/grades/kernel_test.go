package grades

import (
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// kernel computes the parts of k(a, b) one by one.
func kernel(a, b *encodedText) [kernelParts]float64 {
	var k [kernelParts]float64
	k[gramPart] = a.grams.dot(b.grams)
	for i, v := range a.vector {
		k[vectorPart] += v * b.vector[i]
	}
	k[cuePart] = gaussian(a.cues, b.cues)
	for p, v := range k {
		k[p] = float64(float32(v))
	}
	return k
}

// Postings and the tables give the kernels of two texts, known or not, to the bit.
func TestKernels(t *testing.T) {
	x := civics(40)
	p := prepare(t, Model{}, x)
	for _, q := range p.questions {
		unknown, empty := text.English.Doc("zyzzyva freedom"), text.English.Doc("")
		texts := append([]*encodedText{q.text(unknown), q.text(empty)}, q.texts...)
		list, products := q.postings(texts), make([]float64, len(texts))
		for _, a := range texts {
			list.products(a.grams, products)
			for k, product := range products {
				if got, want := kernelOf(a, texts[k], product), kernel(a, texts[k]); got != want {
					t.Fatalf("%q and %q: %v, expected %v", a.doc.Raw, texts[k].doc.Raw, got, want)
				}
			}
			if a.id < 0 {
				continue
			}
			for _, b := range q.texts {
				for part, want := range kernel(a, b) {
					if got := q.kernels.row(part, a.id)[b.id]; float64(got) != want {
						t.Fatalf("%q and %q: %v in the table, expected %v",
							a.doc.Raw, b.doc.Raw, got, want)
					}
				}
			}
		}
	}
}

// dot returns the inner product of two texts' vectors.
func (g grams) dot(h grams) float64 {
	values := make(map[int32]float64)
	for k, n := range h.index {
		values[n] = h.value[k]
	}
	var sum float64
	for k, n := range g.index {
		sum += g.value[k] * values[n]
	}
	return sum
}
