package grades

import "github.com/luna-rating/luna/features/text"

// Fitted is a fitted model: immutable, safe for concurrent use.
type Fitted struct {
	prepared *Prepared
	hyper    Hyper
	line
	basis     [][]*textOf // by question: f_q(t) = Σ_k beta[q][k] · kernel(t, basis[q][k])
	beta      [][]float64
	spread    spread
	scores    []float64 // of training respondents, ascending, for intervals
	steps     int
	converged bool
}

// spread tells how uncertain a prediction is.
type spread interface {
	// deviation returns the standard deviation of a rating given the training part, by the
	// model linearised at the prediction.
	deviation(f *Fitted, r reading) float64
}

// Hyper returns the hyper-parameters, chosen or given.
func (f *Fitted) Hyper() Hyper { return f.hyper }

// Rating returns the predicted rating, which may be a little outside [0,1], and the grade of each
// response. It panics where there is not one response a question.
func (f *Fitted) Rating(responses []*text.Doc) (rating float64, grades []float64) {
	r := f.read(responses)
	return f.c0 + f.c1*r.average, r.grades
}

// reading is what the model makes of one respondent's texts.
type reading struct {
	texts   []*textOf
	kernels [][]float64 // by question: the kernel of the text with the basis
	grades  []float64
	average float64
}

func (f *Fitted) read(responses []*text.Doc) reading {
	if len(responses) != len(f.prepared.questions) {
		panic("grades: one response a question is needed")
	}
	weights := f.hyper.kernelWeights()
	var r reading
	for j, x := range f.prepared.questions {
		t := x.text(responses[j])
		g := f.prepared.prior.mean(x, t) + f.shared + f.intercept[j]
		for k, z := range t.cues {
			g += z * f.weights[k]
		}
		row := make([]float64, len(f.basis[j]))
		for k, s := range f.basis[j] {
			row[k] = x.weighed(weights, t, s)
			g += row[k] * f.beta[j][k]
		}
		grade := sigmoid(g)
		r.texts = append(r.texts, t)
		r.kernels = append(r.kernels, row)
		r.grades = append(r.grades, grade)
		r.average += grade
	}
	r.average /= float64(len(responses))
	return r
}

// weighed returns the kernel of two texts.
func (x *question) weighed(weights [parts]float64, a, b *textOf) float64 {
	var sum float64
	for p, v := range x.kernel(a, b) {
		sum += weights[p] * v
	}
	return sum
}

// slopes returns the derivatives of the rating by the functions g, one a question, and by the shared parameters
// (weights, intercept, c0, c1), these times their prior standard deviations.
func (f *Fitted) slopes(r reading) (own, shared []float64) {
	cues := f.prepared.prior.cues()
	scale := newSharedScale(f.hyper)
	own, shared = make([]float64, len(r.grades)), make([]float64, cues+3)
	for j, p := range r.grades {
		g := p * (1 - p) * f.c1 / float64(len(r.grades))
		own[j] = g
		for k, z := range r.texts[j].cues {
			shared[k] += g * z * scale.weight
		}
		shared[cues] += g * scale.intercept
	}
	shared[cues+1], shared[cues+2] = f.hyper.Map, f.hyper.Map*r.average
	return own, shared
}
