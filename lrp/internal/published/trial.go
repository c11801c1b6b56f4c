package published

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
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
	Approach, Regressor string
	Predicted           []float64
	Columns             int
	Warnings            []error
}

// Trial fits every approach to one split and predicts its test part.
func (x *Experiment) Trial(number int, split datasets.Split) (*Trial, error) {
	t := &Trial{
		number: number, train: split.Train, test: split.Test,
		trainY: numbers.At(x.Ratings, split.Train), TestY: numbers.At(x.Ratings, split.Test),
	}
	for _, a := range x.approaches {
		switch {
		case a.Control != nil:
			predicted := slices.Repeat([]float64{x.control(a.Name, t)}, len(t.test))
			t.add(Outcome{Approach: a.Name, Regressor: "none", Predicted: predicted})
		case neighbourFeatures[a.Name] != nil:
			predicted := x.neighbourMeans(a.Name, t)
			// No regressor takes part. As in the published tables, the row is repeated for each.
			for _, r := range x.regressors {
				t.add(Outcome{
					Approach: a.Name, Regressor: r.Name(), Predicted: predicted, Columns: 1,
				})
			}
		default:
			if err := x.regress(a.Name, t); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *Trial) add(o Outcome) { t.Outcomes = append(t.Outcomes, o) }

// control is the one rating that RAN or CBG predicts for all of the test part.
func (x *Experiment) control(name string, t *Trial) float64 {
	if name == "RAN" {
		return numbers.Stream(x.seed, "published RAN", t.number).Float64()
	}
	return regress.Mean(t.trainY)
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
func (x *Experiment) regress(approach string, t *Trial) error {
	names := []string{approach}
	if approach == "COM" {
		names = combined
	}
	trainX, testX := x.design(names, t)
	_, columns := trainX.Dims()
	for _, r := range x.regressors {
		model, err := r.Fit(regress.Problem{X: trainX, Y: t.trainY})
		if err != nil {
			return fmt.Errorf("%s with %s, trial %d: %w", approach, r.Name(), t.number, err)
		}
		predicted := model.Predict(testX)
		if approach != "COM" {
			for i, p := range predicted {
				predicted[i] = min(max(p, 0), 1)
			}
		}
		t.add(Outcome{
			Approach: approach, Regressor: r.Name(), Predicted: predicted,
			Columns: columns, Warnings: model.Diagnostics().Warnings,
		})
	}
	return nil
}
