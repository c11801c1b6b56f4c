package grades

// function is f of one question. Like its kernel it is a sum of three parts: linear in the n-grams,
// linear in the mean word vector, and a sum of Gaussians of the cues.
type function struct {
	Grams   []float64   `json:"grams"`   // weights, by number in the vocabulary
	Vector  []float64   `json:"vector"`  // weights
	Centres [][]float64 `json:"centres"` // of the Gaussians
	Heights []float64   `json:"heights"` // of the Gaussians
}

// newFunction returns Σ_k beta[k]·k(·, texts[k]) in its three parts.
func newFunction(x *question, texts []*encodedText, beta []float64, h *hyper) function {
	f := function{Grams: make([]float64, len(x.grams)), Vector: make([]float64, x.vectors.Dim())}
	for k, t := range texts {
		for i, g := range t.grams.index {
			f.Grams[g] += h.Grams * beta[k] * t.grams.value[i]
		}
		for i, v := range t.vector {
			f.Vector[i] += h.Vectors * beta[k] * float64(v)
		}
		f.Centres = append(f.Centres, t.cues)
		f.Heights = append(f.Heights, h.Cues*beta[k])
	}
	return f
}

// at returns f of a text.
func (f *function) at(t *encodedText) float64 {
	var sum float64
	for i, g := range t.grams.index {
		sum += t.grams.value[i] * f.Grams[g]
	}
	for i, v := range t.vector {
		sum += float64(v) * f.Vector[i]
	}
	return sum + f.ofCues(t.cues)
}

// ofCues returns the part of f that depends on the cues.
func (f *function) ofCues(cues []float64) float64 {
	var sum float64
	for k, c := range f.Centres {
		sum += f.Heights[k] * gaussian(cues, c)
	}
	return sum
}
