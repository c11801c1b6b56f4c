package published

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// trial is one split with its ratings.
type trial struct {
	number        int
	train, test   []int
	trainY, testY []float64
}

// trial fits and scores every approach on one split.
func (x *experiment) trial(number int, split datasets.Split) ([]lrp.Outcome, error) {
	t := trial{number, split.Train, split.Test, pick(x.ratings, split.Train), pick(x.ratings, split.Test)}
	var outcomes []lrp.Outcome
	for _, a := range x.options.Approaches {
		switch {
		case a.Control != nil:
			guess := slices.Repeat([]float64{x.control(a.Name, t)}, len(t.test))
			outcomes = append(outcomes, t.outcome(a.Name, "none", guess, 0))
		case neighbourFeatures[a.Name] != nil:
			guess := x.neighbourMeans(a.Name, t)
			// No regressor takes part; as in the published tables, the row stands with each.
			for _, r := range x.options.Regressors {
				outcomes = append(outcomes, t.outcome(a.Name, r.Name(), guess, 1))
			}
		default:
			o, err := x.regress(a.Name, t)
			if err != nil {
				return nil, err
			}
			outcomes = append(outcomes, o...)
		}
	}
	return outcomes, nil
}

func (t trial) outcome(approach, regressor string, guess []float64, columns int) lrp.Outcome {
	return lrp.Outcome{Approach: approach, Regressor: regressor, Score: lrp.NewScore(guess, t.testY), Columns: columns}
}

// control is the one rating that RAN or CBG guesses for all of the test part.
func (x *experiment) control(name string, t trial) float64 {
	if name == "RAN" {
		return stream.New(x.options.Seed, "published RAN", t.number).Float64()
	}
	return regress.Mean(t.trainY)
}

// neighbourMeans are the predictions of NNO, NNC or NNW alone.
func (x *experiment) neighbourMeans(name string, t trial) []float64 {
	guess := make([]float64, len(t.test))
	for k, i := range t.test {
		guess[k] = regress.Mean(x.neighbours[name].ratings(i, t.train, x.ratings))
	}
	return guess
}

// regress fits each regressor to the columns of one feature, or for COM of all.
func (x *experiment) regress(approach string, t trial) ([]lrp.Outcome, error) {
	names := []string{approach}
	if approach == "COM" {
		names = x.single
	}
	trainX, testX := x.design(names, t.train, t.test)
	_, columns := trainX.Dims()
	var outcomes []lrp.Outcome
	for _, r := range x.options.Regressors {
		model, err := r.Fit(regress.Problem{X: trainX, Y: t.trainY})
		if err != nil {
			return nil, fmt.Errorf("%s with %s, trial %d: %w", approach, r.Name(), t.number, err)
		}
		guess := model.Predict(testX)
		if approach != "COM" {
			guess = lrp.Clip(guess)
		}
		o := t.outcome(approach, r.Name(), guess, columns)
		o.Warnings = model.Diagnostics().Warnings
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

func pick[T any](values []T, indices []int) []T {
	picked := make([]T, len(indices))
	for k, i := range indices {
		picked[k] = values[i]
	}
	return picked
}
