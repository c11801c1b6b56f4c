package published

import (
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// respondents is how many a trial takes.
const respondents = 24

// keyFeatures compare a response with the key; the best of several answers counts.
var keyFeatures = map[string]similarity{
	"BWO": substringOverlap, "FWO": wholeJaccard, "CED": spacedEdits, "WED": characterEdits,
}

var neighbourFeatures = map[string]similarity{
	"NNO": contentJaccard, "NNC": spacedEdits, "NNW": characterEdits,
}

// Evaluate is [lrp.Evaluate] by the published protocol. The data sets must hold their texts
// as they are in the files (datasets.Options.Raw). Of the options, it takes the approaches of
// the published run by their names and refuses others.
func Evaluate(ctx context.Context, sets []*datasets.Dataset, o lrp.Options) (*lrp.Report, error) {
	o = o.WithDefaults()
	for _, a := range o.Approaches {
		if a.Name != "COM" && !known(a.Name) {
			return nil, fmt.Errorf("approach %s is not part of the published protocol", a.Name)
		}
	}
	return lrp.EvaluateEach(ctx, sets, o, "published", evaluate)
}

func known(approach string) bool {
	return approach == "RAN" || approach == "CBG" ||
		keyFeatures[approach] != nil || bags[approach] != nil || neighbourFeatures[approach] != nil
}

func evaluate(ctx context.Context, ds *datasets.Dataset, o lrp.Options) (*lrp.DatasetReport, error) {
	splitter, err := datasets.NewSplitter(min(respondents, len(ds.Respondents)), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	splitter.N = len(ds.Respondents)
	x := newExperiment(ds, o)
	report := lrp.Describe(ds, splitter.Train, splitter.Test)
	report.SetRatings(x.ratings, x.note)
	err = report.Run(ctx, o, func(i int) ([]lrp.Outcome, error) { return x.trial(i, splitter.Split(i)) })
	return report, err
}

func pick[T any](values []T, indices []int) []T {
	picked := make([]T, len(indices))
	for k, i := range indices {
		picked[k] = values[i]
	}
	return picked
}

// experiment holds what all trials on a data set share.
type experiment struct {
	options    lrp.Options
	ratings    []float64
	note       string
	answers    [][]*answer            // [question][respondent]
	key        map[string][][]float64 // [feature][respondent][question]
	neighbours map[string]*neighbours // by feature
	single     []string               // the features that COM combines
}

func newExperiment(ds *datasets.Dataset, o lrp.Options) *experiment {
	x := &experiment{options: o, key: make(map[string][][]float64), neighbours: make(map[string]*neighbours)}
	x.ratings, x.note = ratings(ds)
	x.answers = make([][]*answer, len(ds.Questions))
	for j := range ds.Questions {
		same := make(map[string]*answer)
		for _, r := range ds.Respondents {
			raw := r.Responses[j]
			if same[raw] == nil {
				same[raw] = newAnswer(raw)
			}
			x.answers[j] = append(x.answers[j], same[raw])
		}
	}
	for _, a := range lrp.Approaches() {
		if known(a.Name) && a.Control == nil {
			x.single = append(x.single, a.Name)
		}
	}
	for name, s := range keyFeatures {
		x.key[name] = keyValues(ds, x.answers, s)
	}
	for name, s := range neighbourFeatures {
		x.neighbours[name] = newNeighbours(s, x.answers)
	}
	return x
}

// keyValues returns each respondent's largest similarity to the key, question by question.
func keyValues(ds *datasets.Dataset, answers [][]*answer, s similarity) [][]float64 {
	values := make([][]float64, len(ds.Respondents))
	for i := range values {
		values[i] = make([]float64, len(ds.Questions))
	}
	for j, q := range ds.Questions {
		known := make(map[*answer]float64)
		for _, k := range q.Key {
			key := newAnswer(k)
			for _, a := range answers[j] {
				if _, ok := known[a]; !ok {
					known[a] = 0
				}
				known[a] = max(known[a], s(a, key))
			}
		}
		for i, a := range answers[j] {
			values[i][j] = known[a]
		}
	}
	return values
}

// trial fits and scores every approach on one split.
func (x *experiment) trial(number int, split datasets.Split) ([]lrp.Outcome, error) {
	train, test := split.Train, split.Test
	trainY, testY := pick(x.ratings, train), pick(x.ratings, test)
	var outcomes []lrp.Outcome
	for _, a := range x.options.Approaches {
		switch {
		case a.Name == "RAN":
			guess := constant(stream.New(x.options.Seed, "published RAN", number).Float64(), len(test))
			outcomes = append(outcomes, outcome(a.Name, "none", guess, testY, 0))
		case a.Name == "CBG":
			guess := constant(regress.Mean(trainY), len(test))
			outcomes = append(outcomes, outcome(a.Name, "none", guess, testY, 0))
		case neighbourFeatures[a.Name] != nil:
			var guess []float64
			for _, i := range test {
				guess = append(guess, regress.Mean(x.neighbours[a.Name].ratings(i, train, x.ratings)))
			}
			// No regressor takes part; as in the published tables, the row stands with each.
			for _, r := range x.options.Regressors {
				outcomes = append(outcomes, outcome(a.Name, r.Name(), guess, testY, 1))
			}
		default:
			names := []string{a.Name}
			if a.Name == "COM" {
				names = x.single
			}
			trainX, testX := x.design(names, train, test)
			for _, r := range x.options.Regressors {
				model, err := r.Fit(regress.Problem{X: trainX, Y: trainY})
				if err != nil {
					return nil, fmt.Errorf("%s with %s, trial %d: %w", a.Name, r.Name(), number, err)
				}
				guess := model.Predict(testX)
				if a.Name != "COM" {
					guess = lrp.Clip(guess)
				}
				_, columns := trainX.Dims()
				o := outcome(a.Name, r.Name(), guess, testY, columns)
				o.Warnings = model.Diagnostics().Warnings
				outcomes = append(outcomes, o)
			}
		}
	}
	return outcomes, nil
}

func outcome(approach, regressor string, guess, actual []float64, columns int) lrp.Outcome {
	return lrp.Outcome{Approach: approach, Regressor: regressor, Score: lrp.NewScore(guess, actual), Columns: columns}
}

func constant(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// design lays the columns of the named features side by side.
func (x *experiment) design(names []string, train, test []int) (trainX, testX *regress.Matrix) {
	for _, name := range names {
		var a, b *regress.Matrix
		switch {
		case bags[name] != nil:
			a, b = bagMatrices(x.answers, bags[name], train, test)
		case keyFeatures[name] != nil:
			a, b = dense(pick(x.key[name], train)), dense(pick(x.key[name], test))
		default:
			nearest := func(i int) []float64 { return x.neighbours[name].ratings(i, train, x.ratings) }
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

func each(respondents []int, row func(int) []float64) [][]float64 {
	rows := make([][]float64, len(respondents))
	for k, i := range respondents {
		rows[k] = row(i)
	}
	return rows
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
