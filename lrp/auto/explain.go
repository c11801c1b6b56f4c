package auto

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// Explanation breaks a prediction down by questions: Rating = Base + Whole + Σ Parts.Effect up to
// rounding.
type Explanation struct {
	Rating float64 // as in [Prediction]
	Base   float64 // the mean rating by the fit of the training set
	Whole  float64 // what the responses as a whole add to that: h above its mean there
	Parts  []Part  // by question
}

// Part is what one question contributes to a rating:
//
//	Effect = slope·reach·portion·(Grade - Mean)
//	logit(Grade) = Intercept + Σ Cues.Effect + Σ Texts.Effect + Others
type Part struct {
	Effect    float64  // on the rating
	Grade     float64  // of the response, in [0,1]
	Mean      float64  // mean grade of the training set; 0.5 if nobody is rated
	Intercept float64  // on the logit
	Cues      []Effect // Value is the cue, in [0,1]
	// Texts are the training texts and acceptable answers with the largest effects, the largest
	// first. Value is the kernel of both texts as a share of its largest possible value. If the
	// training set is large, the texts and their effects are those of a fit to some of it.
	Texts  []Effect
	Others float64 // the effect on the logit of the other texts
}

// Effect is what a cue or a text contributes to the logit of a grade.
type Effect struct {
	Name   string  // of the cue, or the text
	Value  float64 // of the cue, or the similarity of the text
	Effect float64 // on the logit
}

// maxTexts is the number of texts that a part names.
const maxTexts = 5

// Explain returns what the predicted rating of a respondent is made of.
func (f *Fitted) Explain(responses []*text.Doc) Explanation {
	r := f.grades(responses)
	e := Explanation{Rating: f.ratingOf(r), Whole: f.calibration.slope * (r.added - f.meanWhole)}
	e.Base = e.Rating - e.Whole
	for j, grade := range r.grades {
		p := Part{Grade: grade, Mean: f.means[j]}
		p.Effect = f.calibration.slope * f.reach * r.portion(j) * (grade - p.Mean)
		e.Base -= p.Effect
		f.explainLogit(&p, j, r.texts[j])
		e.Parts = append(e.Parts, p)
	}
	return e
}

// explainLogit fills in what the logit of the grade of a response to question j is made of.
func (f *Fitted) explainLogit(p *Part, j int, t *encodedText) {
	if f.hyper.Zero && blank(t.doc) {
		p.Intercept = math.Inf(-1) // worth nothing, whatever it is like
		return
	}
	x, prior := f.prepared.questions[j], &f.prepared.prior
	p.Intercept = prior.intercept(x, t) + f.shared + f.intercept[j]
	for k, z := range t.cues {
		p.Cues = append(p.Cues, Effect{prior.names[k], z, z * (prior.weights[k] + f.weights[k])})
	}
	p.Texts = f.textEffects(j, t)
	p.Others = f.functions[j].at(t)
	for _, e := range p.Texts {
		p.Others -= e.Effect
	}
}

// textEffects returns the texts with the largest effects on the grade of t.
func (f *Fitted) textEffects(j int, t *encodedText) []Effect {
	maxKernel := f.hyper.kernelWeights().total()
	nodes := f.exact.nodes[j]
	kernels := make([]float64, nodes.size())
	f.exact.kernelsWith(f, j, t, kernels)
	var list []Effect
	index := make(map[string]int) // texts with the same content words are one
	for k, s := range nodes.texts {
		at, ok := index[s.doc.Clean]
		if !ok {
			at = len(list)
			index[s.doc.Clean] = at
			list = append(list, Effect{Name: s.doc.Raw, Value: kernels[k] / maxKernel})
		}
		list[at].Effect += kernels[k] * f.exact.beta.of[j][k]
	}
	slices.SortStableFunc(list, func(a, b Effect) int {
		return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect))
	})
	return list[:min(maxTexts, len(list))]
}
