package auto

import "sync"

// function is f of one question. Like its kernel it is a sum of parts: linear in the n-grams, a sum
// of squared cosines of them, linear in the mean word vector, and a sum of Gaussians of the cues.
type function struct {
	Grams   []float64   `json:"grams"`   // weights, by number in the vocabulary
	Vector  []float64   `json:"vector"`  // weights
	Centres [][]float64 `json:"centres"` // of the Gaussians
	Heights []float64   `json:"heights"` // of the Gaussians

	sharp *squares // nil in weight space
}

// squares is a sum of squared cosines with texts.
type squares struct {
	texts   *postings
	heights []float64
	cosines sync.Pool // of *[]float64
}

// newFunction returns Σ_k beta[k]·k(·, texts[k]) in its parts.
func newFunction(x *question, texts []*encodedText, beta []float64, h *hyper) function {
	f := function{Grams: make([]float64, x.grams.size), Vector: make([]float64, x.meaning.dim)}
	weights := h.kernelWeights()
	if weights.sharp > 0 {
		f.sharp = &squares{texts: x.postings(texts), heights: make([]float64, len(texts))}
	}
	for k, t := range texts {
		if f.sharp != nil {
			f.sharp.heights[k] = weights.sharp * beta[k]
		}
		t.grams.addTo(f.Grams, weights.grams*beta[k])
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
	sum := t.grams.product(f.Grams)
	for i, v := range t.vector {
		sum += float64(v) * f.Vector[i]
	}
	if f.sharp != nil {
		sum += f.sharp.at(t.grams.all())
	}
	return sum + f.ofCues(t.cues)
}

func (s *squares) at(g entries) float64 {
	cosines, _ := s.cosines.Get().(*[]float64)
	if cosines == nil {
		cosines = new(make([]float64, len(s.heights)))
	}
	defer s.cosines.Put(cosines)
	s.texts.products(g, *cosines)
	var sum float64
	for k, c := range *cosines {
		sum += s.heights[k] * c * c
	}
	return sum
}

// ofCues returns the part of f that depends on the cues.
func (f *function) ofCues(cues []float64) float64 {
	var sum float64
	for k, c := range f.Centres {
		sum += f.Heights[k] * gaussian(cues, c)
	}
	return sum
}
