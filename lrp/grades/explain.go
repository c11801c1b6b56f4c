package grades

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// Explanation tells what a prediction is made of. Rating = Base + Σ Parts[q].Effect, but for rounding.
type Explanation struct {
	Rating float64 // as [Fitted.Rating] gives it
	Base   float64 // the rating of a respondent whose grades are the training part's means
	Parts  []Part  // one a question
}

// Part is one question's part in a rating.
type Part struct {
	Question string
	Effect   float64 // on the rating: c/Q times the grade's distance from Mean
	Grade    float64 // of the response, in [0,1]
	Mean     float64 // mean grade of the training part; one half where nobody is rated yet
	// The logit of the grade is Intercept + Σ Cues.Effect + Σ Texts.Effect + Others.
	Intercept float64
	Cues      []CueEffect
	// Texts are the training texts and acceptable answers that moved the grade most, the largest effect first. Where
	// the training part is large they, and their effects, are of a fit to some of it.
	Texts  []TextEffect
	Others float64 // the effect of all that is not in Texts
}

// CueEffect is a cue's part in the logit of a grade.
type CueEffect struct {
	Name   string  // of the cue
	Value  float64 // in [0,1]
	Effect float64 // on the logit: weight times value
}

// TextEffect is a training text's, or an acceptable answer's, part in the logit of a grade.
type TextEffect struct {
	Text       string
	Similarity float64 // the kernel of both texts, as a share of its largest possible value
	Effect     float64 // on the logit
}

// mostTexts is the number of texts that a part names.
const mostTexts = 5

// Explain tells what the predicted rating of a respondent is made of. It panics where there is not one response
// a question.
func (f *Fitted) Explain(responses []*text.Doc) Explanation {
	r := f.read(responses)
	e := Explanation{Rating: f.rating(r.average)}
	share := f.reach / float64(len(r.grades))
	e.Base = e.Rating
	for j, x := range f.prepared.questions {
		p := Part{Question: x.id, Grade: r.grades[j], Mean: f.means[j], Effect: share * (r.grades[j] - f.means[j])}
		e.Base -= p.Effect
		f.explainLogit(&p, j, r)
		e.Parts = append(e.Parts, p)
	}
	return e
}

func (f *Fitted) explainLogit(p *Part, j int, r reading) {
	x, t, prior := f.prepared.questions[j], r.texts[j], f.prepared.prior
	p.Intercept = prior.intercept(x, t) + f.shared + f.intercept[j]
	for k, z := range t.cues {
		p.Cues = append(p.Cues, CueEffect{prior.names[k], z, z * (prior.weights[k] + f.weights[k])})
	}
	var most float64
	for _, w := range f.hyper.kernelWeights() {
		most += w
	}
	kernels := make([]float64, f.exact.nodes[j].size())
	f.exact.kernel(f, j, t, kernels)
	place := make(map[string]int) // texts that differ in what the model does not see are one
	for k, s := range f.exact.nodes[j].texts {
		at, ok := place[s.doc.Clean]
		if !ok {
			at = len(p.Texts)
			place[s.doc.Clean] = at
			p.Texts = append(p.Texts, TextEffect{Text: s.doc.Raw, Similarity: kernels[k] / most})
		}
		p.Texts[at].Effect += kernels[k] * f.exact.beta[j][k]
	}
	slices.SortStableFunc(p.Texts, func(a, b TextEffect) int {
		return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect))
	})
	p.Texts = p.Texts[:min(mostTexts, len(p.Texts))]
	p.Others = f.functions[j].at(t)
	for _, e := range p.Texts {
		p.Others -= e.Effect
	}
}

// meanGrades returns the mean grade of each question over the training part, or one half.
func (b *problem) meanGrades(grade [][]float64) []float64 {
	means := make([]float64, len(b.nodes))
	for j, n := range b.nodes {
		if len(n.at) == 0 {
			means[j] = 0.5
			continue
		}
		for _, k := range n.at {
			means[j] += grade[j][k]
		}
		means[j] /= float64(len(n.at))
	}
	return means
}
