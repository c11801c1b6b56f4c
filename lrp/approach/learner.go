package approach

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/auto"
)

// Training is what a learner learns from.
type Training = auto.Training

// Learner predicts ratings from the texts of whole respondents, without features and a regressor.
// It is immutable.
type Learner interface {
	// Name stands in reports where other approaches name their regressor, such as "auto".
	Name() string
	// Prepare computes what depends only on the questions and the responses known beforehand
	// ([features.Question].Docs). The result serves every training part.
	//
	// The population holds, by respondent and question and without ratings, the responses of
	// everyone who is rated or to be rated, if the learner may use their texts. A prediction then
	// depends on who else is to be rated. Nil means that it may not use them.
	Prepare(questions []*features.Question, population [][]*text.Doc) (PreparedLearner, error)
	// Restore makes a fit from its JSON form, the questions and the training set it was fitted to.
	// It must not trust the content of state.
	Restore(questions []*features.Question, t Training, state []byte) (FittedLearner, error)
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
	// MarshalJSON returns what [Learner].Restore reads: equal bytes for equal fits.
	MarshalJSON() ([]byte, error)
	// Predict predicts the rating of a respondent from the responses, in question order.
	Predict(responses []*text.Doc) Prediction
	// PredictAll predicts many respondents in less time than one by one.
	PredictAll(responses [][]*text.Doc) []Prediction
	// Grade returns the grade, in [0,1], of a response to the question of that number. Equal
	// responses of many respondents are graded once.
	Grade(question int, response *text.Doc) float64
	// RatingOf returns the rating of a respondent whose responses have these grades.
	RatingOf(grades []float64, responses []*text.Doc) float64
	// Explain explains the prediction for a respondent with these responses, in question order. It
	// leaves the rating, the texts and the words of the explanation to its caller.
	Explain(responses []*text.Doc) Explanation
	// Weights returns weights to show; nil if there are none.
	Weights() []Weight
	// Notes says in sentences what was learned about the data as a whole; nil if there is nothing
	// to say.
	Notes() []string
	// Unanswered returns how much a question without an answer counts in a rating, from 0 to 1.
	Unanswered() float64
	// Warnings returns what was wrong with the fit without being fatal.
	Warnings() []error
}

// Prediction is what a learner or a model predicts for one respondent.
type Prediction struct {
	Rating float64 // in [0,1]
	// Interval holds the rating with a probability of [IntervalLevel], or of [Auto].Level. Both
	// ends are NaN if there is none.
	Interval [2]float64
	// Grades are in [0,1], one for each question; nil if the approach has none.
	Grades []float64
}

// IntervalLevel is the nominal coverage of prediction intervals where no other is asked for.
const IntervalLevel = 0.9
