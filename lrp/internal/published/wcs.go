package published

import (
	"math"

	"gonum.org/v1/gonum/mathext/prng"

	"github.com/luna-rating/luna/internal/numbers"
)

// keyVectors is WCS: word vectors that are trained on the answer key alone.
type keyVectors map[string]*vector

// vector is a word vector. Those of the published run had ten dimensions.
type vector [10]float64

// newKeyVectors trains vectors of the blank-separated pieces of the acceptable answers, as the
// published run did in each trial.
func newKeyVectors(accepted [][]*answer, seed uint64, trial int) keyVectors {
	v := make(keyVectors)
	var sentences [][]string
	for _, key := range accepted {
		for _, k := range key {
			for _, piece := range k.pieces {
				if v[piece] == nil {
					v[piece] = firstVector(piece)
				}
			}
			sentences = append(sentences, k.pieces)
		}
	}
	v.train(sentences, numbers.Stream(seed, "published WCS", trial))
	return v
}

// firstVector is where training starts for a word: as in the published run, numbers within 1/20 of
// zero from a generator that is seeded with the hash of the word.
func firstVector(word string) *vector {
	g := prng.NewMT19937()
	g.Seed(stringHash(word+"1") & math.MaxUint32)
	v := new(vector)
	for i := range v {
		high, low := g.Uint32()>>5, g.Uint32()>>6
		v[i] = ((float64(high)*(1<<26)+float64(low))/(1<<53) - .5) / float64(len(v))
	}
	return v
}

// similarity is the cosine of the mean vectors of the response's content words, as far as the key
// has them, and of all pieces of the answer. It is 0 if the response has none of them, or if the
// cosine is negative.
func (v keyVectors) similarity(response, other *answer) float64 {
	a, b := v.sum(response.content), v.sum(other.pieces)
	length := math.Sqrt(a.dot(&a) * b.dot(&b))
	if length == 0 {
		return 0
	}
	return max(0, a.dot(&b)/length)
}

// sum adds the vectors of all words that have one.
func (v keyVectors) sum(words []string) (sum vector) {
	for _, w := range words {
		if x := v[w]; x != nil {
			sum.add(1, x)
		}
	}
	return sum
}

func (v *vector) dot(w *vector) (sum float64) {
	for i, x := range v {
		sum += x * w[i]
	}
	return sum
}

// add adds a multiple of another vector.
func (v *vector) add(factor float64, w *vector) {
	for i, x := range w {
		v[i] += factor * x
	}
}
