package auto

import (
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

// Fitted is a fitted model. It is immutable and safe for concurrent use. Its methods panic unless
// there is one response per question, in the order of the questions.
type Fitted struct {
	prepared *Prepared
	hyper    *hyper
	coefficients
	calibration calibration
	functions   []function     // f, by question
	points      []float64      // by question: what it counts, 1 on average; nil for 1
	whole       *wholeFunction // h; nil if there is none
	meanWhole   float64        // mean of h over the training set
	means       []float64      // by question: the mean grade of the training set
	large       *savedLarge    // nil unless the training set is large
	exact       *exact         // of the training set or, if that is large, of some respondents
	scores      []float64      // absolute errors in standard deviations, ascending, for intervals
	grid        grid           // of the ratings
	parts       []part         // of the training set; nil if it is large
	totals      bool           // whether it ignores scores of answers that were given
	converged   bool
}

// Prediction is what a fit predicts for one respondent.
type Prediction struct {
	Rating    float64   // may be slightly outside [0,1]
	Grades    []float64 // of the responses, in [0,1]
	Low, High float64   // the ends of the prediction interval, in [0,1]
}

// Predict returns the prediction for a respondent, with an interval that contains the rating with
// probability level, 0 < level < 1.
//
// Up to 60 training respondents the interval is a form of CV+, with errors in standard deviations.
// The training set is in six parts. Structure and hyper-parameters are chosen without each part k.
// With them, a fit to the other parts gives the scores s_i, how many standard deviations the
// rating of respondent i of the part is from its prediction, and a fit to everybody gives the
// prediction μ_k of the new respondent with the standard deviation d_k. The interval reaches up to
// the (n+1)·level-th smallest of μ_k + s_i·d_k, and down likewise. Beyond, it is the prediction
// plus and minus as many standard deviations as the (n+1)·level-th smallest of n scores: those of
// each fifth of the respondents by a fit to the others with the same hyper-parameters, of as many
// fifths as it takes for 200 scores, or those of held-out respondents if there are more than
// 1,000. Between two ranks both interpolate. Both cover about as promised on average even where
// the model's deviations are wrong; CV+ guarantees little more than 1 - 2·(1 - level) in the worst
// case, and these forms and interpolation are approximations. If there are too few respondents for
// the level, the number of deviations is the Gaussian quantile or the largest score, whichever is
// larger.
//
// If the training ratings, 15 or more, are all multiples of 1/m for an m of at most 200, ends move
// inwards to the outermost multiples in the interval, if there are two or more, but not past the
// prediction. They stay away from these by four times as much as training ratings do, which may
// have been rounded. An interval about a prediction outside [0,1] is moved there with it.
//
// Sources: R. F. Barber, E. J. Candès, A. Ramdas and R. J. Tibshirani, Predictive inference with
// the jackknife+, Annals of Statistics 49, 2021, which has CV+ too; V. Vovk, A. Gammerman and
// G. Shafer, Algorithmic Learning in a Random World, 2005.
func (f *Fitted) Predict(responses []*text.Doc, level float64) Prediction {
	r := f.grades(responses)
	lo, hi := f.interval(r, level)
	return Prediction{f.ratingOf(r), r.grades, lo, hi}
}

// PredictAll returns the predictions for many respondents, in less time than [Fitted.Predict] takes
// for each.
func (f *Fitted) PredictAll(responses [][]*text.Doc, level float64) []Prediction {
	list, batch := make([]Prediction, len(responses)), make([]gradedResponses, len(responses))
	known := make(map[*encodedText]float64) // their grades
	for i, r := range responses {
		batch[i] = f.gradesBy(r, known)
	}
	parallel.EachOf(len(list), 1, func(i int) {
		r := batch[i]
		lo, hi := f.interval(r, level)
		list[i] = Prediction{f.ratingOf(r), r.grades, lo, hi}
	})
	return list
}

// gradedResponses are one respondent's texts with the predicted grades.
type gradedResponses struct {
	docs    []*text.Doc
	texts   []*encodedText
	grades  []float64
	counts  []float64 // by question: see [hyper.count]; nil for 1
	counted float64   // their sum
	mean    float64   // of the grades of the questions that count
	whole   whole     // empty without h
	added   float64   // h
}

// grades predicts the grades of one respondent's responses.
func (f *Fitted) grades(responses []*text.Doc) gradedResponses { return f.gradesBy(responses, nil) }

// gradesBy is grades with those of known texts, to which it adds unless they are nil. Many
// respondents give the same responses.
func (f *Fitted) gradesBy(
	responses []*text.Doc, known map[*encodedText]float64,
) gradedResponses {
	if len(responses) != len(f.prepared.questions) {
		panic("grades: the number of responses is not that of questions")
	}
	r := gradedResponses{docs: responses}
	for j, x := range f.prepared.questions {
		t := x.text(responses[j])
		g, ok := known[t]
		if !ok {
			g = f.grade(j, t)
			if known != nil && t.id >= 0 {
				known[t] = g
			}
		}
		r.texts = append(r.texts, t)
		r.grades = append(r.grades, g)
	}
	f.average(&r)
	r.whole, r.added = f.asWhole(responses, r.texts)
	return r
}

// average computes the mean of the grades over the questions that count.
func (f *Fitted) average(r *gradedResponses) {
	r.counts, r.counted, r.mean = nil, 0, 0
	if f.hyper.Skipped > 0 || f.points != nil {
		r.counts = make([]float64, len(r.grades))
	}
	for j, g := range r.grades {
		c := 1.0
		if r.counts != nil {
			c = pointsOf(f.points, j) * f.hyper.count(r.docs[j])
			r.counts[j] = c
		}
		r.counted += c
		r.mean += c * g
	}
	if r.counted > 0 {
		r.mean /= r.counted
	}
}

// portion returns the share of question j in the mean of the grades.
func (r *gradedResponses) portion(j int) float64 {
	switch {
	case r.counted == 0:
		return 0
	case r.counts == nil:
		return 1 / r.counted
	}
	return r.counts[j] / r.counted
}

// asWhole returns what the responses of a respondent are as a whole, and what this whole adds to
// the rating: h. Both are zero if no rating depends on the whole. The texts are the responses,
// encoded.
func (f *Fitted) asWhole(responses []*text.Doc, texts []*encodedText) (x whole, added float64) {
	if f.whole == nil && f.parts == nil {
		return x, 0
	}
	x = f.prepared.wholeOf(responses, texts)
	if f.whole != nil {
		added = f.whole.at(x)
	}
	return x, added
}

// wholeOf returns what the responses of a respondent are as a whole. The texts are the responses,
// encoded.
func (p *Prepared) wholeOf(responses []*text.Doc, texts []*encodedText) whole {
	x := p.wholes.of(responses)
	x.ability = p.ability(texts)
	x.texts = texts
	return x
}

// ability returns the mean grade of a respondent's texts by the prior.
func (p *Prepared) ability(texts []*encodedText) (mean float64) {
	for j, t := range texts {
		mean += sigmoid(p.prior.mean(p.questions[j], t)) / float64(len(texts))
	}
	return mean
}

// encode returns the texts of a respondent's responses.
func (p *Prepared) encode(responses []*text.Doc) []*encodedText {
	texts := make([]*encodedText, len(responses))
	for j, d := range responses {
		texts[j] = p.questions[j].text(d)
	}
	return texts
}

// ratingOf returns the rating of a respondent.
func (f *Fitted) ratingOf(r gradedResponses) float64 { return f.calibration.of(f.atMode(r)) }

// atMode returns the rating of a respondent before calibration.
func (f *Fitted) atMode(r gradedResponses) float64 { return f.rating(r.mean) + r.added }

// grade returns σ(g_j(t)).
func (f *Fitted) grade(j int, t *encodedText) float64 {
	return f.worth(sigmoid(f.logit(j, t)), t.doc)
}

// logit returns g_j(t).
func (f *Fitted) logit(j int, t *encodedText) float64 {
	return f.prepared.prior.mean(f.prepared.questions[j], t) + f.shared + f.intercept[j] +
		dot(t.cues, f.weights) + f.functions[j].at(t)
}

// worth returns the grade of a response, which is 0 where questions without an answer are worth
// nothing.
func (f *Fitted) worth(grade float64, d *text.Doc) float64 {
	if f.hyper.Zero && blank(d) {
		return 0
	}
	return grade
}

// Grade returns the grade of one response, as in [Prediction]. Questions are counted from 0.
func (f *Fitted) Grade(question int, response *text.Doc) float64 {
	return f.grade(question, f.prepared.questions[question].text(response))
}

// RatingOf returns the rating of a respondent whose responses have these grades, one per question.
// For the grades of a [Prediction] it is that prediction's rating, to the bit.
func (f *Fitted) RatingOf(grades []float64, responses []*text.Doc) float64 {
	r := gradedResponses{docs: responses, grades: grades}
	f.average(&r)
	if f.whole != nil {
		_, r.added = f.asWhole(responses, f.prepared.encode(responses))
	}
	return f.ratingOf(r)
}

// slopes returns the derivatives of a rating by the functions g, one per question, and by the
// shared parameters (weights, intercept, top, reach). The latter are multiplied by the prior
// standard deviations of the parameters.
func (f *Fitted) slopes(
	r gradedResponses, of *scale, reach float64,
) (own, shared []float64) {
	cues := f.prepared.prior.cues()
	sd := newScales(f.hyper)
	own, shared = make([]float64, len(r.grades)), make([]float64, cues+3)
	for j, p := range r.grades {
		g := p * (1 - p) * reach * r.portion(j)
		own[j] = g
		for k, z := range r.texts[j].cues {
			shared[k] += g * z * sd.weight
		}
		shared[cues] += g * sd.shared
	}
	shared[cues+1], shared[cues+2] = of.topSD, of.reachSD*(r.mean-1)
	return own, shared
}

// Converged reports whether the search for the mode ended within the maximal number of steps.
func (f *Fitted) Converged() bool { return f.converged }

// Unanswered returns how much a question without an answer counts in a rating: from 0, not at all,
// to 1, as much as any other.
func (f *Fitted) Unanswered() float64 { return 1 - f.hyper.Skipped }

// Graded reports whether the fit tells the responses to a question apart, by their texts or by a
// key. If it does not, grades are what the prior has for any response.
func (f *Fitted) Graded() bool {
	return f.hyper.graded() || slices.ContainsFunc(f.prepared.questions,
		func(x *question) bool { return x.keyed })
}

// CueWeights returns the names of the cues and their weights in the logit of a grade.
func (f *Fitted) CueWeights() (names []string, weights []float64) {
	prior := &f.prepared.prior
	for k, name := range prior.names {
		names, weights = append(names, name), append(weights, prior.weights[k]+f.weights[k])
	}
	return names, weights
}
