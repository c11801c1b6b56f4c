package approach

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/grades"
)

// Training is what a learner learns from.
type Training = grades.Training

// Learner predicts ratings from the texts of whole respondents, without features and a regressor.
// It is immutable.
type Learner interface {
	// Name stands in reports where other approaches name their regressor, such as "auto".
	Name() string
	// Prepare computes what depends only on the questions and the responses known beforehand
	// ([features.Question].Docs). The result serves every training part.
	Prepare(questions []*features.Question) (PreparedLearner, error)
}

// Transducer is a [Learner] that can also learn from the texts, without ratings, of those who are to
// be rated. A prediction then depends on who else is to be rated.
type Transducer interface {
	Learner
	// PrepareTransductive is Prepare for predictions of a known population: the responses of everybody
	// who is rated or to be rated, by respondent and question.
	PrepareTransductive(questions []*features.Question, population [][]*text.Doc) (
		PreparedLearner, error)
}

// PreparedLearner is a learner ready to be fitted to any training part of one set of questions. It
// is safe for concurrent use.
type PreparedLearner interface {
	// Fit learns from a training set. Without respondents, only the key is known.
	Fit(t Training) (FittedLearner, error)
}

// FittedLearner is a learner fitted to a training part. It is immutable and safe for concurrent
// use.
type FittedLearner interface {
	// Predict predicts the rating of a respondent from the responses, in question order.
	Predict(responses []*text.Doc) Prediction
	// Warnings returns what was wrong with the fit without being fatal.
	Warnings() []error
}

// PredictAll predicts many respondents, at once where the learner can.
func PredictAll(f FittedLearner, responses [][]*text.Doc) []Prediction {
	if all, ok := f.(interface {
		PredictAll(responses [][]*text.Doc) []Prediction
	}); ok {
		return all.PredictAll(responses)
	}
	list := make([]Prediction, len(responses))
	for i, r := range responses {
		list[i] = f.Predict(r)
	}
	return list
}

// Grader is a [FittedLearner] that computes a rating from grades, each of which depends on a single
// response, and from the responses as a whole. Equal responses of many respondents are then graded
// once.
type Grader interface {
	// Grade returns the grade, in [0,1], of a response to the question of that number.
	Grade(question int, response *text.Doc) float64
	// RatingOf returns the rating of a respondent whose responses have these grades.
	RatingOf(grades []float64, responses []*text.Doc) float64
}

// Saver is a [Learner] whose fits can be written to a model file.
type Saver interface {
	Learner
	// Save returns what a fit of this learner has learned, as JSON: equal bytes for equal fits.
	Save(f FittedLearner) ([]byte, error)
	// Restore makes a fit from the result of Save, the questions and the respondents it was fitted
	// to. It must not trust the content of state.
	Restore(questions []*features.Question, t Training, state []byte) (FittedLearner, error)
}

// Weigher is a [FittedLearner] that has weights to show.
type Weigher interface {
	Weights() []Weight
}

// Noter is a [FittedLearner] that says in sentences what it has learned about the data as a whole.
type Noter interface {
	// Notes returns the sentences; nil if there is nothing to say.
	Notes() []string
}

// Explainer is a [FittedLearner] that can say where a rating comes from. It leaves the rating, the
// texts and the words of the [Explanation] to its caller.
type Explainer interface {
	// Explain explains the prediction for a respondent with these responses, in question order.
	Explain(responses []*text.Doc) Explanation
}

// Prediction is what a learner or a model predicts for one respondent.
type Prediction struct {
	Rating float64 // in [0,1]
	// Interval holds the rating with a probability of [IntervalLevel]. Both ends are NaN if there
	// is none.
	Interval [2]float64
	// Grades are in [0,1], one for each question; nil if the approach has none.
	Grades []float64
}

// IntervalLevel is the nominal coverage of prediction intervals.
const IntervalLevel = 0.9
