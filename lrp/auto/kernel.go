package auto

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// maxKernelTexts is the number of known texts of a question up to which the kernels between all of
// them are kept. Fits to four fifths of so many respondents are exact and share them.
const maxKernelTexts = maxExact * 5 / 4

// kernelWidth is the width of the Gaussian on the cues.
const kernelWidth = 1.0

// The parts of the kernel of f_q.
const (
	gramPart   = iota // cosine of character n-grams of the content words
	vectorPart        // cosine of mean word vectors
	cuePart           // exp(-|z - z'|² / (2·kernelWidth²))
	kernelParts
)

// toSingle rounds the parts to single precision, as they are in the tables.
func toSingle(k [kernelParts]float64) [kernelParts]float64 {
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
	return math.Exp(-squares / (2 * kernelWidth * kernelWidth))
}

// kernels holds the parts of the kernel between all texts of a question, in single precision.
type kernels struct {
	n    int
	part [kernelParts][]float32 // each n x n
}

func newKernels(x *question, texts []*encodedText) *kernels {
	k := &kernels{n: len(texts)}
	for p := range k.part {
		k.part[p] = make([]float32, k.n*k.n)
	}
	list := x.postings(texts)
	parallel.EachOf(k.n, rowsAtOnce, func(i int) {
		probe := x.newProbe()
		defer x.probes.Put(probe)
		probe.load(texts[i])
		products := make([]float64, i+1)
		list.products(texts[i].grams.all(), products)
		probe.kernelsGiven(products, texts[:i+1], func(j int, values [kernelParts]float64) {
			for p, v := range values {
				k.part[p][i*k.n+j], k.part[p][j*k.n+i] = float32(v), float32(v)
			}
		})
	})
	return k
}

// weighted writes the kernels of text a with others, given by their indices.
func (k *kernels) weighted(weights kernelWeights, a int, others []int, values []float64) {
	grams := k.row(gramPart, a)
	vector := k.row(vectorPart, a)
	cues := k.row(cuePart, a)
	for i, b := range others {
		values[i] = weights.sum([kernelParts]float64{
			gramPart: float64(grams[b]), vectorPart: float64(vector[b]), cuePart: float64(cues[b]),
		})
	}
}

// row returns a part of k(a, ·).
func (k *kernels) row(part, a int) []float32 { return k.part[part][a*k.n : (a+1)*k.n] }

// selfKernel returns the parts of k(a, a), where n-grams count whether they are known or not.
func selfKernel(a *encodedText) [kernelParts]float64 {
	k := [kernelParts]float64{cuePart: 1}
	if a.doc.Clean != "" {
		k[gramPart] = 1
	}
	if slices.ContainsFunc(a.vector, func(v float32) bool { return v != 0 }) {
		k[vectorPart] = 1
	}
	return k
}

// kernelWeights are the variances of the parts of f_q.
type kernelWeights struct{ grams, sharp, vector, cues float64 }

// sum returns the kernel with these parts.
func (w kernelWeights) sum(k [kernelParts]float64) float64 {
	return (w.grams+w.sharp*k[gramPart])*k[gramPart] + w.vector*k[vectorPart] + w.cues*k[cuePart]
}

// total returns the largest possible value of the kernel.
func (w kernelWeights) total() float64 { return w.grams + w.sharp + w.vector + w.cues }

// probe is a text laid out densely, to compute its kernels with many others.
type probe struct {
	text   *encodedText
	grams  []float64 // by number in the vocabulary; 0 for n-grams that the text does not have
	vector []float64
}

// newProbe returns a probe for texts to the question. It can be put back into x.probes.
func (x *question) newProbe() *probe {
	if p, ok := x.probes.Get().(*probe); ok {
		return p
	}
	return &probe{grams: make([]float64, x.grams.size), vector: make([]float64, x.meaning.dim)}
}

// load replaces the text of the probe.
func (p *probe) load(t *encodedText) {
	if p.text != nil {
		for g := range p.text.grams.all() {
			p.grams[g] = 0
		}
	}
	p.text = t
	for g, v := range t.grams.all() {
		p.grams[g] = v
	}
	for i, v := range t.vector {
		p.vector[i] = float64(v)
	}
}

// kernels calls f with the index of each of the texts and the parts of its kernel with the probe.
func (p *probe) kernels(texts []*encodedText, f func(index int, k [kernelParts]float64)) {
	products := numbers.Map(texts, func(t *encodedText) float64 { return t.grams.product(p.grams) })
	p.kernelsGiven(products, texts, f)
}

// kernelsGiven is kernels where the products of the n-grams are known.
func (p *probe) kernelsGiven(
	products []float64, texts []*encodedText, f func(index int, k [kernelParts]float64),
) {
	var vectors [4]float64
	for first := 0; first < len(texts); first += 4 {
		group := texts[first:min(first+4, len(texts))]
		p.vectorProducts(group, &vectors)
		for i, t := range group {
			f(first+i, toSingle([kernelParts]float64{
				gramPart: products[first+i], vectorPart: vectors[i],
				cuePart: gaussian(p.text.cues, t.cues),
			}))
		}
	}
}

// vectorProducts computes the inner products of the probe's word vector with those of up to four
// texts. Four independent sums use the processor better than one.
func (p *probe) vectorProducts(texts []*encodedText, products *[4]float64) {
	n := len(p.vector)
	vector := func(i int) []float32 { return texts[min(i, len(texts)-1)].vector[:n] }
	v0, v1, v2, v3 := vector(0), vector(1), vector(2), vector(3)
	var s0, s1, s2, s3 float64
	for i, v := range p.vector {
		s0 += v * float64(v0[i])
		s1 += v * float64(v1[i])
		s2 += v * float64(v2[i])
		s3 += v * float64(v3[i])
	}
	*products = [4]float64{s0, s1, s2, s3}
}
