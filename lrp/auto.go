package lrp

import (
	"errors"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/grades"
)

// Auto is the recommended approach, AUTO: the model of package [grades].
type Auto struct{ Model grades.Model }

// AutoWith returns AUTO with other word vectors in place of the embedded ones: in the functions of the texts and in
// the cue WCS.
func AutoWith(v *embed.Vectors) Auto {
	cues := grades.Cues()
	for i := range cues {
		if cues[i].Name == features.WCS.Name() {
			wcs := features.WithMeasure([]features.Extractor{features.WCS}, features.MeanVectors(v))
			cues[i] = grades.FromFeature(wcs[0])
		}
	}
	return Auto{grades.Model{Vectors: v, Cues: cues}}
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
	rating, grades, lo, hi := f.RatingAndInterval(responses, IntervalLevel)
	return Prediction{Rating: Clip([]float64{rating})[0], Interval: [2]float64{lo, hi}, Grades: grades}
}

func (f fittedAuto) Warnings() []error {
	if !f.Converged() {
		return []error{errAutoNotConverged}
	}
	return nil
}

var errAutoNotConverged = errors.New("AUTO: the fit did not come to its end; predictions may be less good than possible")
