package auto

import "math"

// hyper holds the hyper-parameters; see the package's documentation. Standard deviations are on the
// scale of ratings and grades, variances on the scale of logits. The names are those of saved fits.
type hyper struct {
	Noise    float64 // standard deviation of a rating
	KeyNoise float64 // standard deviation of the grade of an acceptable answer
	// GradeNoise is the standard deviation of the score of an answer.
	GradeNoise float64 `json:",omitempty"`
	Top        float64 // standard deviation of top
	Reach      float64 // standard deviation of reach
	Grams      float64 // variance of the part of f_q that depends on character n-grams
	// Sharp is the share of Grams whose kernel is the square of the cosine, by which only texts
	// that are much alike have something in common. It is 0 in weight space.
	Sharp    float64
	Vectors  float64 // variance of the part that depends on mean word vectors
	Cues     float64 // variance of the part that depends on the cues
	Weight   float64 // variance of each shared weight
	Shared   float64 // variance of the shared intercept
	Question float64 // variance of each question's intercept
	Text     float64 // variance of the part of h that depends on character n-grams
	// Words is above 0 in fits of former versions that depend on words, which are refused.
	Words float64 `json:",omitempty"`
	// Meaning is the variance of the part of h that depends on the vectors of an encoder.
	Meaning float64 `json:",omitempty"`
	Pooled  float64 // variance of the part that depends on the pooled cues
	// Ability and AbilityVar are the prior mean and variance of the weight of the ability in h; 0
	// in fits of former versions.
	Ability, AbilityVar float64
	// Skipped is how much less a question counts without an answer, from 0 to 1.
	Skipped float64 `json:",omitempty"`
	// Zero says that a question without an answer is worth nothing, whatever Skipped.
	Zero bool `json:",omitempty"`
	// Slope is the calibration slope; see [calibration]. 0 means 1.
	Slope float64 `json:",omitempty"`
}

// defaultHyper returns where the search for hyper-parameters starts.
func defaultHyper() *hyper {
	return &hyper{
		Noise: 0.04, KeyNoise: 0.1, GradeNoise: 0.1, Top: 0.1, Reach: 0.05,
		Grams: 6, Sharp: 0.25, Vectors: 2, Cues: 2,
		Weight: 4, Shared: 4, Question: 4,
		Text: 0.01, Pooled: 0.0025, Ability: 0.25, AbilityVar: 0.0625,
	}
}

func (h *hyper) kernelWeights() kernelWeights {
	return kernelWeights{
		grams: h.Grams * (1 - h.Sharp), sharp: h.Grams * h.Sharp, vector: h.Vectors, cues: h.Cues,
	}
}

// additive returns the hyper-parameters without h.
func (h hyper) additive() *hyper {
	h.Text, h.Meaning, h.Pooled = 0, 0, 0
	h.Ability, h.AbilityVar = 0, 0
	return &h
}

// like reports whether hyper-parameters have the same mode: whether they differ by the slope alone.
func (h hyper) like(other *hyper) bool {
	h.Slope = other.Slope
	return h == *other
}

// graded reports whether a fit learns functions of the texts.
func (h *hyper) graded() bool { return h.kernelWeights().total() > 0 }

// whole reports whether ratings depend on the responses as a whole.
func (h *hyper) whole() bool { return *h != *h.additive() }

// scales are the prior standard deviations of the parameters that questions share: of a weight and
// of the intercept.
type scales struct{ weight, shared float64 }

func newScales(h *hyper) scales { return scales{math.Sqrt(h.Weight), math.Sqrt(h.Shared)} }
