package grades

// function is f of one question, a sum of three parts as its kernel is: linear in the n-grams, linear in the mean word
// vector, and a sum of Gaussians of the cues.
type function struct {
	grams   []float64 // by the vocabulary's number
	vector  []float64
	centres [][]float64 // of the Gaussians
	heights []float64
}

// functionOf returns Σ_k beta[k] · k(·, texts[k]) in its three parts.
func functionOf(x *question, texts []*textOf, beta []float64, h Hyper) *function {
	f := &function{grams: make([]float64, len(x.grams)), vector: make([]float64, x.vectors.Dim())}
	for k, t := range texts {
		for i, g := range t.grams.index {
			f.grams[g] += h.Grams * beta[k] * t.grams.value[i]
		}
		for i, v := range t.vector {
			f.vector[i] += h.Vectors * beta[k] * float64(v)
		}
		f.centres = append(f.centres, t.cues)
		f.heights = append(f.heights, h.Cues*beta[k])
	}
	return f
}

// at returns f of a text.
func (f *function) at(t *textOf) float64 {
	var sum float64
	for i, g := range t.grams.index {
		sum += t.grams.value[i] * f.grams[g]
	}
	for i, v := range t.vector {
		sum += float64(v) * f.vector[i]
	}
	return sum + f.ofCues(t.cues)
}

// ofCues returns the part of f that sees the cues.
func (f *function) ofCues(cues []float64) float64 {
	var sum float64
	for k, c := range f.centres {
		sum += f.heights[k] * gaussian(cues, c)
	}
	return sum
}
