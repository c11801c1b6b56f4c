package auto

import (
	"maps"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// kernel computes the parts of k(a, b) one by one.
func kernel(a, b *encodedText) [kernelParts]float64 {
	var k [kernelParts]float64
	k[gramPart] = a.grams.dot(b.grams)
	for i, v := range a.vector {
		k[vectorPart] += float64(v) * float64(b.vector[i])
	}
	k[cuePart] = gaussian(a.cues, b.cues)
	return toSingle(k)
}

// A probe and the tables give the kernels of two texts, known or not, to the bit.
func TestProbe(t *testing.T) {
	x := civics(40)
	p := prepare(t, Model{}, x)
	for _, q := range p.questions {
		probe := q.newProbe()
		unknown, empty := text.English.Doc("zyzzyva freedom"), text.English.Doc("")
		texts := append([]*encodedText{q.text(unknown), q.text(empty)}, q.texts...)
		for _, a := range texts {
			probe.load(a)
			for n := range 6 { // the last group has fewer than four texts
				probe.kernels(texts[:len(texts)-n], func(k int, got [kernelParts]float64) {
					if want := kernel(a, texts[k]); got != want {
						t.Fatalf("%q and %q: %v, expected %v",
							a.doc.Raw, texts[k].doc.Raw, got, want)
					}
				})
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
	values := maps.Collect(h.all())
	var sum float64
	for n, v := range g.all() {
		sum += v * values[n]
	}
	return sum
}
