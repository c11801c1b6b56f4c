package auto

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
	return &probe{grams: make([]float64, len(x.grams)), vector: make([]float64, x.vectors.Dim())}
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
	products := make([]float64, len(texts))
	for k, t := range texts {
		products[k] = t.grams.product(p.grams)
	}
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
