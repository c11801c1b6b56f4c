package auto

import (
	"encoding/binary"
	"iter"
	"math"
)

// entries are the numbers of a sparse vector, ascending by index.
type entries = iter.Seq2[int32, float64]

// grams is a text as a sparse vector of its known character n-grams, ascending by number. Its norm
// is 1 if all n-grams of the text are known. A long text has thousands, most of them once and not
// far from each other, which take one or two bytes each when packed.
type grams struct {
	packed []byte // of each n-gram: twice the step from the one before, plus 1 if its count follows
	size   int
	norm   float64 // of the weights
}

// add appends an n-gram, where last is the one before.
func (g *grams) add(n, last, times int32) {
	step := uint64(n-last) << 1
	if times == 1 {
		g.packed = binary.AppendUvarint(g.packed, step)
	} else {
		g.packed = binary.AppendUvarint(binary.AppendUvarint(g.packed, step|1), uint64(times))
	}
	g.size++
}

func (g grams) all() entries {
	return func(yield func(int32, float64) bool) {
		n, once := int32(-1), gramWeight(1)/g.norm
		for at := 0; at < len(g.packed); {
			step, bytes := uint64(g.packed[at]), 1
			if step >= 1<<7 {
				step, bytes = binary.Uvarint(g.packed[at:])
			}
			at += bytes
			n += int32(step >> 1)
			v := once
			if step&1 != 0 {
				times, bytes := binary.Uvarint(g.packed[at:])
				at += bytes
				v = gramWeight(int32(times)) / g.norm
			}
			if !yield(n, v) {
				return
			}
		}
	}
}

// product returns the inner product with weights.
func (g grams) product(weights []float64) float64 { return product(g.all(), weights) }

// addTo adds a multiple of the vector to sums.
func (g grams) addTo(sums []float64, by float64) { addTo(g.all(), sums, by) }

func product(vector entries, weights []float64) float64 {
	var sum float64
	for n, v := range vector {
		sum += v * weights[n]
	}
	return sum
}

func addTo(vector entries, sums []float64, by float64) {
	for n, v := range vector {
		sums[n] += by * v
	}
}

// gramWeight is 1 + ln(count).
func gramWeight(count int32) float64 {
	if count < int32(len(gramWeights)) {
		return gramWeights[count]
	}
	return 1 + math.Log(float64(count))
}

// gramWeights holds the weights of the smallest counts.
var gramWeights = func() (w [64]float64) {
	for c := range w {
		w[c] = 1 + math.Log(float64(c))
	}
	return w
}()
