package lrp

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/grades"
)

// Auto is the recommended approach, AUTO: the model of package [grades].
type Auto struct{ Model grades.Model }

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
	rating, grades := f.Rating(responses)
	lo, hi := f.Interval(responses, IntervalLevel)
	return Prediction{Rating: Clip([]float64{rating})[0], Interval: [2]float64{lo, hi}, Grades: grades}
}

func (f fittedAuto) Warnings() []error { return nil }
