package grades

import "math"

// Hyper holds the hyper-parameters: variances are of priors, on the scale of logits.
type Hyper struct {
	Noise    float64 // standard deviation of a rating about the mean of grades
	KeyNoise float64 // standard deviation of an acceptable answer's grade about 1
	Top      float64 // standard deviation of top about 1
	Reach    float64 // standard deviation of reach about 1
	Grams    float64 // variance of the part of f_q that sees character n-grams
	Vectors  float64 // variance of the part that sees mean word vectors
	Cues     float64 // variance of the part that sees the cues
	Weight   float64 // variance of each shared weight about its prior mean
	Shared   float64 // variance of the shared intercept about its prior mean
	Question float64 // variance of each question's intercept
}

// DefaultHyper returns where the search for hyper-parameters starts.
func DefaultHyper() Hyper {
	return Hyper{
		Noise: 0.04, KeyNoise: 0.1, Top: 0.1, Reach: 0.05,
		Grams: 6, Vectors: 2, Cues: 2,
		Weight: 4, Shared: 4, Question: 4,
	}
}

// scales are the prior standard deviations of the parameters: a shared weight, the shared intercept, and a question's
// intercept, n-gram, number of the word vector and centre of cues.
type scales struct{ weight, shared, intercept, grams, vector, height float64 }

func newScales(h Hyper) scales {
	return scales{
		math.Sqrt(h.Weight), math.Sqrt(h.Shared),
		math.Sqrt(h.Question), math.Sqrt(h.Grams), math.Sqrt(h.Vectors), math.Sqrt(h.Cues),
	}
}

// direction is one way to change hyper-parameters.
type direction struct {
	change func(h *Hyper, factor float64)
	// sd is the prior standard deviation of the number of doublings from the default. It keeps the choice from
	// following chance where respondents are few.
	sd float64
}

// directions are what the search goes along, one doubling each way: the scale of the map from grades to ratings, of
// the noise, of the functions of the texts, and of what the questions share.
var directions = []direction{
	{func(h *Hyper, factor float64) { h.Reach *= factor }, 0.35},
	{func(h *Hyper, factor float64) { h.Noise *= factor }, 0.35},
	{func(h *Hyper, factor float64) {
		h.Grams *= factor
		h.Vectors *= factor
		h.Cues *= factor
	}, 0.35},
	{func(h *Hyper, factor float64) {
		h.Weight *= factor
		h.Shared *= factor
		h.Question *= factor
	}, 0.35},
}
