package approach

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/auto"
)

// Auto is the learner of AUTO, the recommended approach: the model of package [auto]. Its encoder
// is [embed.Static] if the model names none.
type Auto struct {
	Model auto.Model
	// NoEncoder leaves out the encoder, as in models of former versions.
	NoEncoder bool
	// Level is the nominal coverage of prediction intervals, between 0 and 1; 0 means
	// [IntervalLevel]. It is no part of a saved fit.
	Level float64
}

// Encoder implements [features.EncoderUser].
func (a Auto) Encoder() (*embed.Memory, error) {
	switch {
	case a.NoEncoder:
		return nil, nil
	case a.Model.Encoder != nil:
		return a.Model.Encoder, nil
	}
	return embed.Static()
}

// vectorFeature is WCS with the given vectors; nil stands for the embedded ones.
func vectorFeature(v *embed.Vectors) features.Extractor {
	if v == nil {
		return features.WCS
	}
	return features.WithMeasure([]features.Extractor{features.WCS}, features.MeanVectors(v))[0]
}

// Name returns "auto".
func (Auto) Name() string { return "auto" }

// Resources implements [features.ResourceUser]: AUTO depends on its word vectors, as WCS does.
func (a Auto) Resources() ([]features.Resource, error) {
	return vectorFeature(a.Model.Vectors).(features.ResourceUser).Resources()
}

// Prepare implements [Learner].
func (a Auto) Prepare(
	questions []*features.Question, population [][]*text.Doc,
) (PreparedLearner, error) {
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	m.Population = population
	p, err := m.Prepare(questions)
	if err != nil {
		return nil, err
	}
	return preparedAuto{p, a}, nil
}

// model returns the model with its encoder. It refuses an unknown way to count a question without
// an answer and an impossible level.
func (a Auto) model() (m auto.Model, err error) {
	m = a.Model
	if l := a.level(); !(l > 0 && l < 1) {
		return m, fmt.Errorf("found level %v of prediction intervals, expected one between 0 and 1", l)
	}
	switch m.Blank {
	case auto.BlankAuto, auto.BlankZero, auto.BlankIgnore, auto.BlankText:
		m.Encoder, err = a.Encoder()
		return m, err
	}
	return m, fmt.Errorf("found %q for questions without an answer, expected %q, %q or %q", string(m.Blank),
		auto.BlankZero, auto.BlankIgnore, auto.BlankText)
}

// Version implements [features.Versioned]. Fits of version 1 did not learn from scores.
func (Auto) Version() int { return 2 }

// Restore implements [Learner]. The prior is that of the saved fit.
func (a Auto) Restore(
	questions []*features.Question, t Training, state []byte,
) (FittedLearner, error) {
	m, err := a.model()
	if err != nil {
		return nil, err
	}
	f, err := m.Restore(questions, t, state)
	if err != nil {
		return nil, err
	}
	return fittedAuto{f, a}, nil
}

func (a Auto) level() float64 { return cmp.Or(a.Level, IntervalLevel) }

type preparedAuto struct {
	*auto.Prepared
	of Auto
}

func (p preparedAuto) Fit(t Training) (FittedLearner, error) {
	f, err := p.Prepared.Fit(t)
	if err != nil {
		return nil, err
	}
	return fittedAuto{f, p.of}, nil
}

type fittedAuto struct {
	*auto.Fitted
	of Auto
}

// Predict implements [FittedLearner].
func (f fittedAuto) Predict(responses []*text.Doc) Prediction {
	return f.prediction(f.Fitted.Predict(responses, f.of.level()))
}

// PredictAll implements [FittedLearner].
func (f fittedAuto) PredictAll(responses [][]*text.Doc) []Prediction {
	list := make([]Prediction, len(responses))
	for i, p := range f.Fitted.PredictAll(responses, f.of.level()) {
		list[i] = f.prediction(p)
	}
	return list
}

// prediction returns a prediction of the fit, without grades if it knows none.
func (f fittedAuto) prediction(p auto.Prediction) Prediction {
	if !f.Graded() {
		p.Grades = nil
	}
	return Prediction{
		Rating:   min(max(p.Rating, 0), 1),
		Interval: [2]float64{p.Low, p.High},
		Grades:   p.Grades,
	}
}

// Explain implements [FittedLearner].
func (f fittedAuto) Explain(responses []*text.Doc) Explanation {
	explained := f.Fitted.Explain(responses)
	e := Explanation{Base: explained.Base, Whole: explained.Whole, Unit: "logit of the grade"}
	for _, p := range explained.Parts {
		if !f.Graded() {
			e.Questions = append(e.Questions,
				QuestionEffect{Effect: p.Effect, Grade: math.NaN(), MeanGrade: math.NaN()})
			continue
		}
		q := QuestionEffect{Effect: p.Effect, Grade: p.Grade, MeanGrade: p.Mean}
		for _, c := range p.Cues {
			q.Terms = append(q.Terms, Term{c.Name, c.Value, c.Effect})
		}
		for _, t := range p.Texts {
			q.Neighbours = append(q.Neighbours,
				Neighbour{Text: t.Name, Similarity: t.Value, Effect: t.Effect})
		}
		e.Questions = append(e.Questions, q)
	}
	return e
}

// Weights implements [FittedLearner].
func (f fittedAuto) Weights() []Weight {
	var list []Weight
	names, weights := f.CueWeights()
	for k, name := range names {
		list = append(list, Weight{Name: name, Value: weights[k], SD: math.NaN()})
	}
	return list
}

// Notes implements [FittedLearner].
func (f fittedAuto) Notes() []string {
	var list []string
	if counts := f.Unanswered(); counts < 1 && f.of.Model.Blank == auto.BlankAuto {
		what := "questions without an answer do not count"
		if counts > 0 {
			what = fmt.Sprintf("a question without an answer counts %.0f%% as much as one with",
				100*counts)
		}
		list = append(list, "the given ratings fit better if "+what+"; is that so? --blank zero, ignore "+
			"or text decides otherwise")
	}
	if !f.Graded() {
		list = append(list, noGrades)
	}
	return list
}

// noGrades says why predictions have no grades.
const noGrades = "the ratings follow from the answers of a person as a whole, so nothing tells how " +
	"good single answers are: give a key (--key) to get suggested points"

// Warnings implements [FittedLearner].
func (f fittedAuto) Warnings() []error {
	if !f.Converged() {
		return []error{errNotConverged}
	}
	return nil
}

var errNotConverged = errors.New(
	"AUTO: the fit did not converge; its predictions may be worse than they could be")
