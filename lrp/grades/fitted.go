package grades

import "github.com/luna-rating/luna/features/text"

// Fitted is a fitted model: immutable, safe for concurrent use.
type Fitted struct {
	prepared *Prepared
	hyper    Hyper
	line
	functions []*function // f, by question
	means     []float64   // by question: the mean grade of the training part
	large     bool        // the functions are those of a fit to many respondents
	exact     *exact      // of the training part or, where it is large, of some of it
	scores    []float64   // of training respondents, ascending, for intervals
	spread    *spread     // how uncertain predictions are where the training part is large; else nil
	left      []leftOut   // the fits without each training respondent; nil where these are many
	converged bool
}

// Hyper returns the hyper-parameters, chosen or given.
func (f *Fitted) Hyper() Hyper { return f.hyper }

// Converged reports whether the fit came to its end before the largest number of steps.
func (f *Fitted) Converged() bool { return f.converged }

// Rating returns the predicted rating, which may be a little outside [0,1], and the grade of each
// response. It panics where there is not one response a question.
func (f *Fitted) Rating(responses []*text.Doc) (rating float64, grades []float64) {
	r := f.read(responses)
	return f.rating(r.average), r.grades
}

// reading is what the model makes of one respondent's texts.
type reading struct {
	texts   []*textOf
	grades  []float64
	average float64
}

func (f *Fitted) read(responses []*text.Doc) reading {
	if len(responses) != len(f.prepared.questions) {
		panic("grades: one response a question is needed")
	}
	var r reading
	for j, x := range f.prepared.questions {
		t := x.text(responses[j])
		g := f.grade(j, t)
		r.texts = append(r.texts, t)
		r.grades = append(r.grades, g)
		r.average += g
	}
	r.average /= float64(len(responses))
	return r
}

// grade returns the grade of a response to question j.
func (f *Fitted) grade(j int, t *textOf) float64 {
	return sigmoid(f.prepared.prior.mean(f.prepared.questions[j], t) + f.shared + f.intercept[j] +
		dot(t.cues, f.weights) + f.functions[j].at(t))
}

// Grade returns the grade of a response to the question of that number, as [Fitted.Rating] does. It panics where there is
// no such question.
func (f *Fitted) Grade(question int, response *text.Doc) float64 {
	return f.grade(question, f.prepared.questions[question].text(response))
}

// RatingOf returns the rating of a respondent whose responses have these grades, one a question:
// that of [Fitted.Rating], to the bit.
func (f *Fitted) RatingOf(grades []float64) float64 {
	var average float64
	for _, g := range grades {
		average += g
	}
	return f.rating(average / float64(len(grades)))
}

// slopes returns the derivatives of the rating by the functions g, one a question, and by the shared parameters
// (weights, intercept, top, reach), these times their prior standard deviations.
func (f *Fitted) slopes(r reading, reach float64) (own, shared []float64) {
	cues := f.prepared.prior.cues()
	scale := newScales(f.hyper)
	own, shared = make([]float64, len(r.grades)), make([]float64, cues+3)
	for j, p := range r.grades {
		g := p * (1 - p) * reach / float64(len(r.grades))
		own[j] = g
		for k, z := range r.texts[j].cues {
			shared[k] += g * z * scale.weight
		}
		shared[cues] += g * scale.shared
	}
	shared[cues+1], shared[cues+2] = f.hyper.Top, f.hyper.Reach*(r.average-1)
	return own, shared
}

// CueWeights returns the weight of each cue in the logit of a grade, in the order of the names.
func (f *Fitted) CueWeights() (names []string, weights []float64) {
	for k, name := range f.prepared.prior.names {
		names, weights = append(names, name), append(weights, f.prepared.prior.weights[k]+f.weights[k])
	}
	return names, weights
}
