package auto

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
)

// meaning gives the vectors of texts. All encoders are brought to one form: vectors are less their
// mean over [typical] texts and have the norm 1, so that the cosine of two texts is near 0 unless
// they have something to do with each other.
type meaning struct {
	memory *embed.Memory
	words  *embed.Vectors // instead of an encoder, in models of former versions
	dim    int
	centre []float64
	unlike float64 // the cosine up to which texts have nothing in common
}

// typical are texts on all kinds of things, by which the vectors of encoders are centred.
var typical = []string{
	"The capital of France is Paris.", "Why is the sky blue?", "42", "to store a value for later",
	"Wasser siedet bei 100 Grad.", "I don't know", "la fotosíntesis", "a stack is last in, first out",
	"新しい考え", "photosynthesis turns light into sugar", "He walked to the shop.", "yes", "no",
	"the president", "because it is cheaper", "use it as a paperweight", "The mean is above the median.",
	"It increases the temperature", "freedom of speech", "two hundred", "she was angry with him",
	"to control the variable", "Der Vertrag ist nichtig.", "el agua y la sal", "les droits de l'homme",
	"music", "play outside with friends", "an array of numbers", "the cell membrane", "a war",
	"I would ask my manager for help.", "The function returns a pointer.", "money", "Monday morning",
	"they were late because of the rain", "energy cannot be created or destroyed", "red and blue",
	"happy", "a long time ago", "the heart pumps blood", "equal rights for women", "pay taxes",
}

// newMeaning returns what gives the vectors of an encoder.
func newMeaning(ctx context.Context, m *embed.Memory) (*meaning, error) {
	list := typical
	if own := m.Only(); own != nil {
		list = own
	}
	if err := m.Add(ctx, list...); err != nil {
		return nil, err
	}
	x := &meaning{memory: m, dim: m.Identity().Dim}
	x.centre = make([]float64, x.dim)
	vectors := make([][]float64, len(list))
	for k, s := range list {
		vectors[k] = unit(m.Vector(s))
		dense.AddScaled(x.centre, 1/float64(len(list)), vectors[k])
	}
	for _, v := range vectors {
		dense.AddScaled(v, -1, x.centre)
		scaleToUnit(v)
	}
	var cosines []float64
	for k, v := range vectors {
		for _, u := range vectors[:k] {
			cosines = append(cosines, dense.Dot(u, v))
		}
	}
	if mean, sd := stat.MeanStdDev(cosines, nil); mean+sd < 1 {
		x.unlike = max(0, mean+sd)
	}
	return x, nil
}

// unit returns a vector of norm 1, or the zero vector.
func unit(v []float32) []float64 {
	u := numbers.Map(v, func(a float32) float64 { return float64(a) })
	scaleToUnit(u)
	return u
}

func scaleToUnit(u []float64) {
	if norm := math.Sqrt(dot(u, u)); norm > 0 {
		for i := range u {
			u[i] /= norm
		}
	}
}

// singleUnit scales a vector to norm 1, unless it is zero, and rounds it to single precision.
func singleUnit(u []float64) []float32 {
	scaleToUnit(u)
	return numbers.Map(u, func(a float64) float32 { return float32(a) })
}

// add encodes texts together.
func (x *meaning) add(lists ...[]*text.Doc) error {
	if x.memory == nil {
		return nil
	}
	var texts []string
	for _, d := range slices.Concat(lists...) {
		if !d.Empty() {
			texts = append(texts, d.Raw)
		}
	}
	return x.memory.Add(context.Background(), texts...)
}

// of returns the vector of a text, of norm 1, or zeros if it has no words.
func (x *meaning) of(d *text.Doc) []float32 {
	if x.memory == nil {
		return meanVector(x.words, d.Words)
	}
	if d.Empty() {
		return make([]float32, x.dim)
	}
	u := unit(x.memory.Vector(d.Raw))
	if dot(u, u) > 0 {
		dense.AddScaled(u, -1, x.centre)
	}
	return singleUnit(u)
}

// nearest is the cue ENC, by the cosine c of the response with the nearest answer of the key:
//
//	max(0, (c - u)/(1 - u))
//
// where u is the mean of the cosines of [typical] texts plus their standard deviation, so that the
// cue means much the same whatever the encoder.
func (x *meaning) nearest() cue {
	near := func(q *features.Question) func(*text.Doc, []float32) float64 {
		key := numbers.Map(q.Key, x.of)
		return func(d *text.Doc, v []float32) float64 {
			best := 0.0
			for k, a := range key {
				if q.Key[k].Clean == d.Clean {
					return 1
				}
				best = max(best, min(1, inner(a, v)))
			}
			return max(0, (best-x.unlike)/(1-x.unlike))
		}
	}
	return cue{name: "ENC", prepare: func(q *features.Question, _ []*text.Doc) comparison {
		by := near(q)
		return comparison{
			whole: func(d *text.Doc) float64 { return by(d, x.of(d)) }, near: by,
			rest: func(d *text.Doc) float64 { return near(q.Without(d))(d, x.of(d)) },
		}
	}}
}

// inner returns the inner product. Four sums use the processor better than one.
func inner(a, b []float32) float64 {
	var s0, s1, s2, s3 float64
	for b = b[:len(a)]; len(a) >= 4; a, b = a[4:], b[4:] {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
	}
	for i, v := range a {
		s0 += float64(v) * float64(b[i])
	}
	return s0 + s1 + (s2 + s3)
}
