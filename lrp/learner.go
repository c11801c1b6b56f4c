package lrp

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Learner predicts ratings from whole respondents: it reads the texts itself, without a design
// made by features, and brings its own way to learn. It is immutable.
type Learner interface {
	// Name stands in reports where other approaches name their regressor, such as "auto".
	Name() string
	// Prepare does what depends on the questions and the responses known beforehand
	// ([features.Question].Docs) alone; the result serves every training part.
	Prepare(questions []*features.Question) (PreparedLearner, error)
}

// PreparedLearner is a learner ready for any training part of one set of questions. It is safe for
// concurrent use.
type PreparedLearner interface {
	// Fit learns from respondents: responses[i][j] is respondent i's to question j, ratings[i]
	// in [0,1] the rating. There may be none: then nothing but the key is known.
	Fit(responses [][]*text.Doc, ratings []float64) (FittedLearner, error)
}

// FittedLearner is immutable and safe for concurrent use.
type FittedLearner interface {
	// Predict predicts the rating of a respondent by the responses, in question order.
	Predict(responses []*text.Doc) Prediction
	// Warnings tells what was wrong with the fit without being fatal.
	Warnings() []error
}

// Grader is a [FittedLearner] whose rating is made of grades, each of which depends on one response
// alone. What many respondents answer is then graded once.
type Grader interface {
	// Grade returns the grade, in [0,1], of a response to the question of that number.
	Grade(question int, response *text.Doc) float64
	// RatingOf returns the rating of a respondent whose responses have these grades.
	RatingOf(grades []float64) float64
}

// Saver is a [Learner] whose fits can be written to a model file.
type Saver interface {
	Learner
	// Save returns what a fit of this learner found, as JSON: the same bytes for the same fit.
	Save(f FittedLearner) ([]byte, error)
	// Restore makes the fit again from what Save returned, the questions and the respondents it was fitted to. It trusts
	// nothing in state.
	Restore(questions []*features.Question, responses [][]*text.Doc, ratings []float64, state []byte) (FittedLearner, error)
}

// Prediction is what a learner, or a [Model], has to say of one respondent.
type Prediction struct {
	Rating float64 // in [0,1]
	// Interval holds the rating with a probability of [IntervalLevel]; both ends are NaN where the
	// learner gives none.
	Interval [2]float64
	// Grades are in [0,1], one a question; nil where the learner gives none.
	Grades []float64
}

// IntervalLevel is the probability with which prediction intervals are to hold the rating.
const IntervalLevel = 0.9

// responses returns what each of the given respondents answered, in question order.
func (c *corpus) responses(respondents []int) [][]*text.Doc {
	rows := make([][]*text.Doc, len(respondents))
	for k, i := range respondents {
		rows[k] = c.response(i)
	}
	return rows
}

func (c *corpus) response(respondent int) []*text.Doc {
	row := make([]*text.Doc, len(c.docs))
	for j := range c.docs {
		row[j] = c.docs[j][respondent]
	}
	return row
}

// manyPredictor is a [FittedLearner] that predicts many respondents at less cost than one by one.
type manyPredictor interface {
	predictMany(responses [][]*text.Doc) []Prediction
}

// predictAll predicts many respondents.
func predictAll(f FittedLearner, responses [][]*text.Doc) []Prediction {
	if m, ok := f.(manyPredictor); ok {
		return m.predictMany(responses)
	}
	list := make([]Prediction, len(responses))
	for i, r := range responses {
		list[i] = f.Predict(r)
	}
	return list
}

// learn fits a learner to the split's training part and returns its outcome on the test part, without what it is called.
func (x *experiment) learn(l PreparedLearner, split datasets.Split) (Outcome, []float64, error) {
	c := x.corpus
	fitted, err := l.Fit(take(x.responses, split.Train), take(c.ratings, split.Train))
	if err != nil {
		return Outcome{}, nil, err
	}
	predicted, grades := make([]float64, len(split.Test)), make([][]float64, len(split.Test))
	told := &learned{}
	for k, p := range predictAll(fitted, take(x.responses, split.Test)) {
		predicted[k], grades[k] = p.Rating, p.Grades
		told.addInterval(p.Interval, c.ratings[split.Test[k]])
	}
	if x.scores != nil {
		told.addGrades(x.scores, split, grades)
	}
	return Outcome{learned: told, Warnings: fitted.Warnings()}, Clip(predicted), nil
}
