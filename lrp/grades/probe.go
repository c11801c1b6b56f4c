package grades

// probe is a text laid out for its kernels with many others.
type probe struct {
	text   *textOf
	grams  []float64 // by the vocabulary's number; 0 where the text has not that n-gram
	vector []float64
}

// probe returns one for texts to the question. It may be put back into x.probes.
func (x *question) probe() *probe {
	if p, ok := x.probes.Get().(*probe); ok {
		return p
	}
	return &probe{grams: make([]float64, len(x.grams)), vector: make([]float64, x.vectors.Dim())}
}

// lay lays out a text in place of the one before it.
func (p *probe) lay(t *textOf) {
	if p.text != nil {
		for _, g := range p.text.grams.index {
			p.grams[g] = 0
		}
	}
	p.text = t
	for i, g := range t.grams.index {
		p.grams[g] = t.grams.value[i]
	}
	for i, v := range t.vector {
		p.vector[i] = float64(v)
	}
}

// kernels calls f with each of the texts, by its place, and the parts of its kernel with the probe's text.
func (p *probe) kernels(texts []*textOf, f func(place int, k [parts]float64)) {
	var vectors [4]float64
	for first := 0; first < len(texts); first += 4 {
		some := texts[first:min(first+4, len(texts))]
		p.products(some, &vectors)
		for i, t := range some {
			var k [parts]float64
			for g, n := range t.grams.index {
				k[gramPart] += t.grams.value[g] * p.grams[n]
			}
			k[vectorPart] = vectors[i]
			k[cuePart] = gaussian(p.text.cues, t.cues)
			f(first+i, single(k))
		}
	}
}

// products computes the inner products of the word vectors with those of up to four texts. Four sums at once keep the processor
// from waiting for each.
func (p *probe) products(texts []*textOf, products *[4]float64) {
	n := len(p.vector)
	of := func(i int) []float32 { return texts[min(i, len(texts)-1)].vector[:n] }
	v0, v1, v2, v3 := of(0), of(1), of(2), of(3)
	var s0, s1, s2, s3 float64
	for i, v := range p.vector {
		s0 += v * float64(v0[i])
		s1 += v * float64(v1[i])
		s2 += v * float64(v2[i])
		s3 += v * float64(v3[i])
	}
	*products = [4]float64{s0, s1, s2, s3}
}
