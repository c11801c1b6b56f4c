package grades

import "math"

// mostKernelTexts is the number of texts of a question up to which the kernels between all of
// them are kept.
const mostKernelTexts = 1000

// width is that of the Gaussian on the cues.
const width = 1.0

// The parts of the kernel of f_q.
const (
	gramPart   = iota // cosine of character n-grams of the content words
	vectorPart        // cosine of mean word vectors
	cuePart           // exp(-|z - z'|² / (2 width²))
	parts
)

// single rounds the parts to single precision, as they are in the tables.
func single(k [parts]float64) [parts]float64 {
	for p, v := range k {
		k[p] = float64(float32(v))
	}
	return k
}

func gaussian(a, b []float64) float64 {
	var squares float64
	for i, v := range a {
		squares += (v - b[i]) * (v - b[i])
	}
	return math.Exp(-squares / (2 * width * width))
}

// kernels holds the parts of the kernel between all texts of a question.
type kernels struct {
	n    int
	part [parts][]float32 // each n x n
}

func newKernels(x *question, texts []*textOf) *kernels {
	k := &kernels{n: len(texts)}
	for p := range k.part {
		k.part[p] = make([]float32, k.n*k.n)
	}
	probe := x.probe()
	defer x.probes.Put(probe)
	for i, a := range texts {
		probe.lay(a)
		probe.kernels(texts[:i+1], func(j int, values [parts]float64) {
			for p, v := range values {
				k.part[p][i*k.n+j], k.part[p][j*k.n+i] = float32(v), float32(v)
			}
		})
	}
	return k
}

// weigh writes the kernels of the text in place a with those in other places.
func (k *kernels) weigh(weights [parts]float64, a int, others []int, values []float64) {
	grams, vector, cues := k.row(gramPart, a), k.row(vectorPart, a), k.row(cuePart, a)
	for i, b := range others {
		values[i] = weights[gramPart]*float64(grams[b]) + weights[vectorPart]*float64(vector[b]) + weights[cuePart]*float64(cues[b])
	}
}

// row returns a part of k(a, ·).
func (k *kernels) row(part, a int) []float32 { return k.part[part][a*k.n : (a+1)*k.n] }

// self returns the parts of k(a, a), for which all n-grams count, known or not.
func self(a *textOf) [parts]float64 {
	k := [parts]float64{cuePart: 1}
	if a.doc.Clean != "" {
		k[gramPart] = 1
	}
	for _, v := range a.vector {
		if v != 0 {
			k[vectorPart] = 1
			break
		}
	}
	return k
}

// weigh adds up the parts of a kernel.
func weigh(weights, k [parts]float64) float64 {
	var sum float64
	for p, v := range k {
		sum += weights[p] * v
	}
	return sum
}
