package lrp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/grades"
)

// autoName is that of the recommended approach.
const autoName = "AUTO"

// Auto is the recommended approach, AUTO: the model of package [grades].
type Auto struct{ Model grades.Model }

// AutoWith returns AUTO with other word vectors in place of the embedded ones: in the functions of the texts and in
// the cue WCS.
func AutoWith(v *embed.Vectors) Auto {
	return Auto{grades.Model{Vectors: v}}
}

// Name returns "auto".
func (Auto) Name() string { return "auto" }

// Prepare implements [Learner].
func (a Auto) Prepare(questions []*features.Question) (PreparedLearner, error) {
	p, err := a.Model.Prepare(questions)
	if err != nil {
		return nil, err
	}
	return preparedAuto{p}, nil
}

// Save implements [Saver].
func (Auto) Save(f FittedLearner) ([]byte, error) {
	fitted, ok := f.(fittedAuto)
	if !ok {
		return nil, fmt.Errorf("%T found, expected a fit of AUTO", f)
	}
	return json.Marshal(fitted.Fitted)
}

// Restore implements [Saver]. The prior is that of the saved fit.
func (a Auto) Restore(questions []*features.Question, responses [][]*text.Doc, ratings []float64, state []byte) (FittedLearner, error) {
	f, err := a.Model.Restore(questions, responses, ratings, state)
	if err != nil {
		return nil, err
	}
	return fittedAuto{f}, nil
}

type preparedAuto struct{ *grades.Prepared }

func (p preparedAuto) Fit(responses [][]*text.Doc, ratings []float64) (FittedLearner, error) {
	f, err := p.Prepared.Fit(responses, ratings)
	if err != nil {
		return nil, err
	}
	return fittedAuto{f}, nil
}

type fittedAuto struct{ *grades.Fitted }

func (f fittedAuto) Predict(responses []*text.Doc) Prediction {
	return ofGrades(f.Fitted.Predict(responses, IntervalLevel))
}

func (f fittedAuto) predictMany(responses [][]*text.Doc) []Prediction {
	list := make([]Prediction, len(responses))
	for i, p := range f.PredictAll(responses, IntervalLevel) {
		list[i] = ofGrades(p)
	}
	return list
}

// ofGrades clips the rating of a prediction of AUTO.
func ofGrades(p grades.Prediction) Prediction {
	return Prediction{Rating: clip(p.Rating), Interval: [2]float64{p.Low, p.High}, Grades: p.Grades}
}

// Explain implements [Explainer].
func (f fittedAuto) Explain(responses []*text.Doc) Explanation {
	g := f.Fitted.Explain(responses)
	e := Explanation{Base: g.Base, Unit: "logit of the grade"}
	for _, p := range g.Parts {
		q := QuestionEffect{Effect: p.Effect, Grade: p.Grade, MeanGrade: p.Mean}
		for _, c := range p.Cues {
			q.Terms = append(q.Terms, Term{c.Name, c.Value, c.Effect})
		}
		sortTerms(q.Terms)
		for _, t := range p.Texts {
			q.Neighbours = append(q.Neighbours, Neighbour{Text: t.Name, Similarity: t.Value, Effect: t.Effect})
		}
		e.Questions = append(e.Questions, q)
	}
	return e
}

// Weights implements [Weigher].
func (f fittedAuto) Weights() []Weight {
	var list []Weight
	names, weights := f.CueWeights()
	for k, name := range names {
		list = append(list, Weight{name, weights[k], math.NaN()})
	}
	return list
}

func (f fittedAuto) Warnings() []error {
	if !f.Converged() {
		return []error{errAutoNotConverged}
	}
	return nil
}

var errAutoNotConverged = errors.New("AUTO: the fit did not come to its end; predictions may be less good than possible")
