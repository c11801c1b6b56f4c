package experiment_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

func samples(t testing.TB) []*datasets.Dataset {
	t.Helper()
	var sets []*datasets.Dataset
	for _, spec := range []string{"sample-powergrading", "sample-mohler"} {
		s, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, s...)
	}
	return sets
}

// fewSamples returns the samples, or only the smaller one in the default run.
func fewSamples(t testing.TB) []*datasets.Dataset {
	t.Helper()
	if !suite.Full(t) {
		return samples(t)[1:]
	}
	return samples(t)
}

// quickRegressors returns regressors that are quick in the default run, which is that of the race
// detector too, and nil for the default ones otherwise.
func quickRegressors(t testing.TB) []regress.Regressor {
	t.Helper()
	if !suite.Full(t) {
		return []regress.Regressor{regress.OLS{}, regress.Lasso{Alpha: .02}}
	}
	return nil
}

// quickApproaches returns approaches that are quick in the default run, nil for all of them
// otherwise.
func quickApproaches(t testing.TB) []approach.Approach {
	t.Helper()
	if !suite.Full(t) {
		return few(t, "CBG", "BWO", "BOW")
	}
	return nil
}

func isControl(a approach.Approach) bool {
	_, ok := a.Method.(approach.Control)
	return ok
}

func evaluate(t testing.TB, sets []*datasets.Dataset, o experiment.Options) *experiment.Report {
	t.Helper()
	r, err := experiment.Evaluate(context.Background(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSharedWorkChangesNothing compares the evaluation, which shares one matrix between all splits,
// with a direct computation: features and learners are fitted to each training part, with a
// vocabulary of its own.
func TestSharedWorkChangesNothing(t *testing.T) {
	suite.Slow(t, "runs whole evaluations")
	const trials, seed = 3, 5
	o := experiment.Options{Trials: trials, Seed: seed}.WithDefaults()
	// A penalty chosen by cross-validation can depend on the order of the columns, which differs.
	o.Regressors = []regress.Regressor{regress.OLS{}, regress.Lasso{Alpha: .02}}
	o.Approaches = approach.All()
	for i := range o.Approaches {
		o.Approaches[i].Regressors = nil // others standardise the columns
	}
	for _, ds := range samples(t) {
		report := evaluate(t, []*datasets.Dataset{ds}, o)
		splits, err := datasets.Splits(len(ds.Respondents), o.TrainFraction, trials, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range approach.All() {
			if isControl(a) {
				continue
			}
			if a.Learns() {
				for i, split := range splits {
					var predicted, ratings []float64
					for k, p := range learn(t, ds, a.Learner(), split) {
						predicted = append(predicted, p.Rating)
						ratings = append(ratings, ds.Respondents[split.Test[k]].Rating)
					}
					want := experiment.NewScore(predicted, ratings).RMSE
					if got := result(t, report, a.Name, a.Learner().Name()).RMSE[i]; math.Abs(
						got-want,
					) > 1e-9 {
						t.Errorf(
							"%s, %s, trial %d: RMSE %v, expected %v", ds.Name, a.Name, i, got, want,
						)
					}
				}
				continue
			}
			columns := 0
			for i, split := range splits {
				d, err := experiment.NewDesign(ds, text.English, a, split)
				if err != nil {
					t.Fatal(err)
				}
				columns += usedColumns(d.Train)
				for _, r := range o.Regressors {
					m, err := r.Fit(regress.Problem{X: d.Train, Y: d.TrainY})
					if err != nil {
						t.Fatal(err)
					}
					want := experiment.NewScore(experiment.Clip(m.Predict(d.Test)), d.TestY).RMSE
					if got := result(t, report, a.Name, r.Name()).RMSE[i]; math.Abs(
						got-want,
					) > 1e-9 {
						t.Errorf(
							"%s, %s with %s, trial %d: RMSE %v, expected %v", ds.Name,
							a.Name, r.Name(), i, got, want,
						)
					}
				}
			}
			if got, want := result(t, report, a.Name, "ols").ColumnsMean, float64(columns)/trials; math.Abs(
				got-want,
			) > 1e-9 {
				t.Errorf("%s, %s: %v columns, expected %v", ds.Name, a.Name, got, want)
			}
		}
	}
}

// learn fits a learner to a split's training part and returns its predictions for the test part.
// Only the training part's responses and the key are known beforehand.
func learn(
	t testing.TB, ds *datasets.Dataset, l approach.Learner, split datasets.Split,
) []approach.Prediction {
	t.Helper()
	cache := text.NewCache(text.English)
	responses := func(respondent int) []*text.Doc {
		var docs []*text.Doc
		for _, r := range ds.Respondents[respondent].Responses {
			docs = append(docs, cache.Doc(r))
		}
		return docs
	}
	var questions []*features.Question
	for j, q := range ds.Questions {
		var known []string
		for _, i := range split.Train {
			known = append(known, ds.Respondents[i].Responses[j])
		}
		question := features.NewQuestion(q.ID, q.Key, known, cache)
		question.Text = cache.Doc(q.Text)
		questions = append(questions, question)
	}
	prepared, err := l.Prepare(questions, nil)
	if err != nil {
		t.Fatal(err)
	}
	var train approach.Training
	for _, i := range split.Train {
		r := ds.Respondents[i]
		train.Responses, train.Ratings = append(train.Responses, responses(i)), append(train.Ratings, r.Rating)
		train.Scores = append(train.Scores, r.Scores)
	}
	fitted, err := prepared.Fit(train)
	if err != nil {
		t.Fatal(err)
	}
	var predictions []approach.Prediction
	for _, i := range split.Test {
		predictions = append(predictions, fitted.Predict(responses(i)))
	}
	return predictions
}

// rowsOf returns the rows of a matrix.
func rowsOf(m *regress.Matrix) []regress.Row {
	n, _ := m.Dims()
	rows := make([]regress.Row, n)
	for i := range rows {
		rows[i] = m.Row(i)
	}
	return rows
}

func usedColumns(m *regress.Matrix) int {
	n, _ := m.Dims()
	used := make(map[int32]bool)
	for i := range n {
		for _, j := range m.Row(i).Index {
			used[j] = true
		}
	}
	return len(used)
}

func result(t testing.TB, r *experiment.Report, approach, regressor string) experiment.Result {
	t.Helper()
	for _, x := range r.Datasets[0].Results {
		if x.Approach == approach && x.Regressor == regressor {
			return x
		}
	}
	t.Fatalf("no result of %s with %s", approach, regressor)
	return experiment.Result{}
}

//luna:race
func TestWorkersDoNotMatter(t *testing.T) {
	defer goleak.VerifyNone(t)
	sets := fewSamples(t)
	opts := cmp.Options{cmpopts.IgnoreFields(experiment.Report{}, "Seconds"), cmpopts.EquateNaNs()}
	trials := 6
	if !suite.Full(t) {
		trials = 3
	}
	o := experiment.Options{Trials: trials, Seed: 1, Workers: 1, Regressors: quickRegressors(t)}
	one := evaluate(t, sets, o)
	for _, workers := range []int{2, 3, 8} {
		o.Workers = workers
		many := evaluate(t, sets, o)
		if d := cmp.Diff(one, many, opts); d != "" {
			t.Errorf("%d workers differ from one:\n%s", workers, d)
		}
	}
	o.Seed, o.Workers = 2, 0
	if other := evaluate(t, sets, o); cmp.Equal(one.Datasets, other.Datasets, opts) {
		t.Error("another seed gives the same results")
	}
	// More trials do not change the first ones.
	o.Seed, o.Trials = 1, trials+3
	more := result(t, evaluate(t, sets, o), "COM", "ols").RMSE
	if d := cmp.Diff(result(t, one, "COM", "ols").RMSE, more[:trials]); d != "" {
		t.Errorf("the first trials of more differ:\n%s", d)
	}
}

// TestTestRatingsDoNotMatter inverts the ratings of the test part: predictions must not change.
//
//luna:race
func TestTestRatingsDoNotMatter(t *testing.T) {
	ds := samples(t)[0]
	splits, err := datasets.Splits(len(ds.Respondents), 0.8, 1, 9)
	if err != nil {
		t.Fatal(err)
	}
	changed := *ds
	changed.Respondents = append([]datasets.Respondent(nil), ds.Respondents...)
	for _, i := range splits[0].Test {
		changed.Respondents[i].Rating = 1 - changed.Respondents[i].Rating
	}
	for _, a := range approach.All() {
		if isControl(a) {
			continue
		}
		if a.Learns() {
			before, after := learn(
				t, ds, a.Learner(), splits[0],
			), learn(
				t, &changed, a.Learner(), splits[0],
			)
			if d := cmp.Diff(before, after); d != "" {
				t.Errorf("%s: ratings of the test part leak into the predictions:\n%s", a.Name, d)
			}
			continue
		}
		before, err := experiment.NewDesign(ds, text.English, a, splits[0])
		if err != nil {
			t.Fatal(err)
		}
		after, err := experiment.NewDesign(&changed, text.English, a, splits[0])
		if err != nil {
			t.Fatal(err)
		}
		after.TestY = before.TestY
		if d := cmp.Diff(before, after, cmp.Transformer("rows", rowsOf)); d != "" {
			t.Errorf("%s: ratings of the test part leak into the design:\n%s", a.Name, d)
		}
	}
}

func TestControls(t *testing.T) {
	ds := samples(t)[0]
	o := experiment.Options{Trials: 4, Seed: 3}
	r := evaluate(t, []*datasets.Dataset{ds}, o)
	splits, err := datasets.Splits(len(ds.Respondents), 0.8, o.Trials, o.Seed)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range splits {
		mean := 0.0
		for _, k := range s.Train {
			mean += ds.Respondents[k].Rating / float64(len(s.Train))
		}
		squares := 0.0
		for _, k := range s.Test {
			squares += math.Pow(ds.Respondents[k].Rating-mean, 2)
		}
		want := math.Sqrt(squares / float64(len(s.Test)))
		if got := result(t, r, "CBG", "none").RMSE[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("CBG, trial %d: %v, want %v", i, got, want)
		}
	}
	if r := result(t, r, "RAN", "none"); r.RMSE[0] == r.RMSE[1] || !(r.RMSEMean > 0.3) {
		t.Errorf("RAN: %v", r.RMSE)
	}
	if p := result(t, r, "CBG", "none").PearsonMean; !math.IsNaN(p) {
		t.Errorf("the correlation of a constant is %v", p)
	}
}

func TestEvaluateRefuses(t *testing.T) {
	question := datasets.Question{ID: "1"}
	a := datasets.Respondent{ID: "a", Responses: []string{"x"}, Rating: 1}
	b := datasets.Respondent{ID: "b", Responses: []string{"y"}, Rating: 0}
	unrated := datasets.Respondent{ID: "c", Responses: []string{"z"}, Rating: math.NaN()}
	for _, c := range []struct {
		respondents []datasets.Respondent
		want        string
	}{
		{[]datasets.Respondent{a}, "1 respondent"},
		{[]datasets.Respondent{a, b, unrated}, `"c"`},
		{[]datasets.Respondent{a, b}, "found no answer key for any question"},
	} {
		ds := &datasets.Dataset{
			Name:        "bare",
			Questions:   []datasets.Question{question},
			Respondents: c.respondents,
		}
		_, err := experiment.Evaluate(
			context.Background(), []*datasets.Dataset{ds}, experiment.Options{},
		)
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "bare") {
			t.Errorf(
				"%d respondents: found error %v, expected one with %q", len(c.respondents), err,
				c.want,
			)
		}
	}
	// Without a key, approaches that do not need one work.
	ds := &datasets.Dataset{
		Name:        "bare",
		Questions:   []datasets.Question{question},
		Respondents: []datasets.Respondent{a, b},
	}
	approaches, err := approach.Select(approach.All(), "cbg", "BOW", "NNC")
	if err != nil {
		t.Fatal(err)
	}
	evaluate(t, []*datasets.Dataset{ds}, experiment.Options{Approaches: approaches, Trials: 2})
	_, err = approach.Select(approach.All(), "BOV")
	var unknown *approach.UnknownError
	if !errors.As(err, &unknown) || unknown.Name != "BOV" {
		t.Errorf("found %v, expected an UnknownError", err)
	}
}

//luna:race
func TestEvaluateStops(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const stop, workers = 3, 2
	last := 0
	_, err := experiment.Evaluate(ctx, samples(t), experiment.Options{
		Trials: 1e6, Workers: workers, Approaches: quickApproaches(t),
		Regressors: quickRegressors(t),
		Progress: func(done, total int) {
			if last = done; done == stop {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected context.Canceled", err)
	}
	// Every other worker may complete the trial that it is at.
	if last >= stop+workers {
		t.Errorf("stopped only after %d trials", last)
	}
}

//luna:race
func TestProgressCounts(t *testing.T) {
	var calls []int
	o := experiment.Options{Trials: 5, Approaches: quickApproaches(t),
		Regressors: quickRegressors(t)}
	o.Progress = func(done, total int) {
		if total != 10 {
			t.Errorf("total is %d", total)
		}
		calls = append(calls, done)
	}
	evaluate(t, samples(t), o)
	if d := cmp.Diff([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, calls); d != "" {
		t.Error(d)
	}
}
