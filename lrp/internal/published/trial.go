package published

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Trial is one split with its ratings and predictions.
type Trial struct {
	TestY       []float64
	Outcomes    []Outcome
	number      int
	train, test []int
	trainY      []float64
	vectors     keyVectors // nil until they are needed
}

// Outcome is what one approach with one regressor predicts in a trial.
type Outcome struct {
	Approach string
	design.Predicted
}

// Trial fits every approach to one split and predicts its test part.
func (x *Experiment) Trial(number int, split datasets.Split) (*Trial, error) {
	t := &Trial{
		number: number, train: split.Train, test: split.Test,
		trainY: numbers.At(x.Ratings, split.Train), TestY: numbers.At(x.Ratings, split.Test),
	}
	for _, a := range x.approaches {
		switch {
		case controls[a.Name] != nil:
			t.add(a.Name, design.Predicted{Regressor: approach.NoRegressor,
				Ratings: slices.Repeat([]float64{controls[a.Name](x, t)}, len(t.test))})
		case neighbourFeatures[a.Name] != nil:
			predicted := x.neighbourMeans(a.Name, t)
			// No regressor takes part. As in the published tables, the row is repeated for each.
			for _, r := range x.regressors {
				t.add(a.Name,
					design.Predicted{Regressor: r.Name(), Ratings: predicted, Columns: 1})
			}
		default:
			if err := x.regress(a.Name, t); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *Trial) add(name string, p design.Predicted) {
	t.Outcomes = append(t.Outcomes, Outcome{name, p})
}

// controls are the one rating that RAN or CBG predicts for all of the test part.
var controls = map[string]func(x *Experiment, t *Trial) float64{
	"RAN": func(x *Experiment, t *Trial) float64 {
		return numbers.Stream(x.seed, "published RAN", t.number).Float64()
	},
	"CBG": func(_ *Experiment, t *Trial) float64 { return regress.Mean(t.trainY) },
}

// neighbourMeans are the predictions of NNO, NNC or NNW alone.
func (x *Experiment) neighbourMeans(name string, t *Trial) []float64 {
	predicted := make([]float64, len(t.test))
	for k, i := range t.test {
		predicted[k] = regress.Mean(x.neighbours[name].ratings(i, t.train, x.Ratings))
	}
	return predicted
}

// regress fits each regressor to the columns of one feature, or of all for COM.
func (x *Experiment) regress(name string, t *Trial) error {
	names := []string{name}
	if name == "COM" {
		names = combined
	}
	trainX, testX := x.design(names, t)
	_, columns := trainX.Dims()
	for _, r := range x.regressors {
		model, err := r.Fit(regress.Problem{X: trainX, Y: t.trainY})
		if err != nil {
			return fmt.Errorf("%s, trial %d: %s: %w", name, t.number, r.Name(), err)
		}
		p := design.Predicted{
			Regressor: r.Name(), Ratings: model.Predict(testX), Columns: columns,
		}
		if name != "COM" {
			for i, y := range p.Ratings {
				p.Ratings[i] = min(max(y, 0), 1)
			}
		}
		for _, w := range model.Diagnostics().Warnings {
			p.Warnings = append(p.Warnings, w.Error())
		}
		t.add(name, p)
	}
	return nil
}

// design lays the columns of the named features side by side.
func (x *Experiment) design(names []string, t *Trial) (trainX, testX *regress.Matrix) {
	train, test := t.train, t.test
	for _, name := range names {
		var a, b *regress.Matrix
		switch {
		case bags[name] != nil:
			a, b = bags[name].matrices(x.answers, train, test)
		case name == "WCS":
			similar := func(i int) []float64 { return x.vectorSimilarities(t, i) }
			a, b = dense(each(train, similar)), dense(each(test, similar))
		case x.key[name] != nil:
			a, b = dense(numbers.At(x.key[name], train)), dense(numbers.At(x.key[name], test))
		default:
			nearest := func(i int) []float64 {
				return x.neighbours[name].ratings(i, train, x.Ratings)
			}
			a, b = dense(each(train, nearest)), dense(each(test, nearest))
		}
		if trainX == nil {
			trainX, testX = a, b
		} else {
			trainX, testX = regress.HStack(trainX, a), regress.HStack(testX, b)
		}
	}
	return trainX, testX
}

// vectorSimilarities returns a respondent's largest similarity to the key, question by question, by
// the trial's word vectors.
func (x *Experiment) vectorSimilarities(t *Trial, respondent int) []float64 {
	if t.vectors == nil {
		t.vectors = newKeyVectors(x.accepted, x.seed, t.number)
	}
	values := make([]float64, len(x.answers))
	for j, answers := range x.answers {
		for _, key := range x.accepted[j] {
			values[j] = max(values[j], t.vectors.similarity(answers[respondent], key))
		}
	}
	return values
}

func each(respondents []int, row func(int) []float64) [][]float64 {
	return numbers.Map(respondents, row)
}

// dense makes a matrix of rows that name every column.
func dense(rows [][]float64) *regress.Matrix {
	m := regress.NewMatrix(len(rows), len(rows[0]))
	for _, values := range rows {
		index := make([]int32, len(values))
		for j := range index {
			index[j] = int32(j)
		}
		m.Append(regress.Row{Index: index, Value: values})
	}
	return m
}
