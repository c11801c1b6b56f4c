package grades

import (
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// kernel returns the parts of k(a, b), one after the other.
func kernel(a, b *textOf) [parts]float64 {
	var k [parts]float64
	k[gramPart] = a.grams.dot(b.grams)
	for i, v := range a.vector {
		k[vectorPart] += float64(v) * float64(b.vector[i])
	}
	k[cuePart] = gaussian(a.cues, b.cues)
	return single(k)
}

// A probe gives the kernels of two texts, known or not, to the bit, and so do the tables.
func TestProbe(t *testing.T) {
	x := civics(40)
	p := prepare(t, Model{}, x)
	for _, q := range p.questions {
		laid := q.probe()
		texts := append([]*textOf{q.text(text.English.Doc("zyzzyva freedom")), q.text(text.English.Doc(""))}, q.texts...)
		for _, a := range texts {
			laid.lay(a)
			for n := range 6 { // the last few texts make a group of less than four
				laid.kernels(texts[:len(texts)-n], func(k int, got [parts]float64) {
					if want := kernel(a, texts[k]); got != want {
						t.Fatalf("%q and %q: %v, expected %v", a.doc.Raw, texts[k].doc.Raw, got, want)
					}
				})
			}
			if a.id < 0 {
				continue
			}
			for _, b := range q.texts {
				for part, want := range kernel(a, b) {
					if got := q.kernels.row(part, a.id)[b.id]; float64(got) != want {
						t.Fatalf("%q and %q: %v in the table, expected %v", a.doc.Raw, b.doc.Raw, got, want)
					}
				}
			}
		}
	}
}
