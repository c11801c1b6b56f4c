package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/stats"
)

// Evaluate runs the experiment of chapter 5 of Silver (2016) as described there: each trial splits
// the respondents at random, fits every approach on the training part alone, predicts the test
// part, clips the predictions to [0,1] and compares them with the ratings. All approaches see the
// same splits.
//
// With fewer than eight groups (o.Groups), or fewer different test parts than o.Trials, random test
// parts would be the same again and again. Each group is then the test part once, as in
// [LeaveOneOut], and a warning says so.
//
// With o.Split, which excludes o.Trials, o.TrainFraction, o.Groups and o.Stratify, there is one
// split, the given one. Its results are then like those of [LeaveOneOut], but over the respondents
// of the test part.
//
// The error is the context's if the context ends before the evaluation.
func Evaluate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	given := o.Split != ""
	if given && (o.Trials > 1 || o.TrainFraction != 0 || o.Groups != "" || o.Stratify) {
		return nil, fmt.Errorf("found trials, a training share, groups or strata with the given split %q, "+
			"expected none of them", o.Split)
	}
	o = o.withDefaults()
	o.Folds = 0
	if given {
		o.Trials, o.TrainFraction = 1, 0
		return evaluate(ctx, sets, o, protocol{"given split", o.asAsked, evaluateSplits})
	}
	return evaluate(ctx, sets, o, protocol{"described", func(ds *datasets.Dataset) (int, int) {
		return o.divide(ds, 1-o.TrainFraction, 0, o.Trials)
	}, evaluateSplits})
}

// protocol is a way to run an experiment.
type protocol struct {
	name string
	// divide returns into how many folds, or other fits of a trial, each trial divides a data set,
	// 0 if it has one fit, and the number of trials.
	divide func(*datasets.Dataset) (folds, trials int)
	// evaluate evaluates a data set with so many folds and trials.
	evaluate func(context.Context, *datasets.Dataset, Options) (*DatasetReport, error)
}

func (o *Options) asAsked(*datasets.Dataset) (folds, trials int) { return 0, o.Trials }

// evaluate makes the report of a protocol, with the range of its errors over seeds if there are
// several. The options have their defaults.
func evaluate(ctx context.Context, sets []*datasets.Dataset, o Options, p protocol) (*Report, error) {
	switch {
	case len(sets) == 0:
		return nil, errors.New("found no data set, expected at least one")
	case o.Seeds < 0:
		return nil, fmt.Errorf("found %d seeds, expected at least 1", o.Seeds)
	}
	n, progress := max(1, o.Seeds), o.Progress
	var report *Report
	for k := range n {
		if progress != nil {
			o.Progress = func(done, total int) { progress(k*total+done, n*total) }
		}
		next, err := evaluateSeed(ctx, sets, o, p)
		switch {
		case err != nil && (!errors.Is(err, ErrPart) || k == n-1):
			return nil, err
		case err == nil && n > 1:
			report = report.over(next)
		case err == nil:
			report = next
		}
		o.Seed++
		o.Predictions, o.Subgroups, o.Splits = false, nil, nil
	}
	return report, nil
}

// over adds to the ranges over seeds the errors of a report with another seed, or returns that of
// the first one.
func (r *Report) over(next *Report) *Report {
	first := r == nil
	if first {
		r = next
	}
	for i := range r.Datasets {
		for k := range r.Datasets[i].Results {
			x, e := &r.Datasets[i].Results[k], next.Datasets[i].Results[k].RMSEMean
			if first {
				x.RMSELowest, x.RMSEHighest = e, e
			}
			x.RMSELowest, x.RMSEHighest = min(x.RMSELowest, e), max(x.RMSEHighest, e)
		}
	}
	return r
}

// evaluateSeed makes the report of a protocol with one seed. It checks the options and all data
// sets, and counts the progress over all data sets.
func evaluateSeed(
	ctx context.Context, sets []*datasets.Dataset, o Options, p protocol,
) (*Report, error) {
	start, report := time.Now(), &Report{Settings: o.settings("lrp-report"), Protocol: p.name}
	var err error
	if o.checked, err = o.checkNames(); err != nil {
		return nil, err
	}
	if o.Trials < 0 {
		return nil, fmt.Errorf("found %d trials, expected at least 1", o.Trials)
	}
	if !(o.Margin >= 0 && o.Margin <= 1) {
		return nil, fmt.Errorf("found margin %v, expected a difference of RMSE from 0 to 1", o.Margin)
	}
	total, asked := 0, o
	for _, ds := range sets {
		if err := approach.Check(ds, o.Approaches); err != nil {
			return nil, err
		}
		if _, err := o.Learn.On(ds); err != nil {
			return nil, err
		}
		for _, name := range slices.Concat([]string{o.Split, o.Groups}, o.Subgroups) {
			if _, err := ds.Attribute(name); err != nil && name != "" {
				return nil, err
			}
		}
		folds, trials := p.divide(ds)
		total += max(1, folds) * trials
	}
	progress, before := o.Progress, 0
	for _, ds := range sets {
		if progress != nil {
			o.Progress = func(done, _ int) { progress(before+done, total) }
		}
		o.respondents, o.questions, o.sets = len(ds.Respondents), len(ds.Questions), len(sets)
		o.Folds, o.Trials = p.divide(ds)
		result, err := p.evaluate(ctx, ds, o)
		if err != nil && !errors.Is(err, ErrPart) {
			return nil, fmt.Errorf("%s: %w", ds.Name, err)
		}
		if err == nil {
			if result.Groups > 0 && p.name != "leave-one-out" &&
				(o.Folds != asked.Folds || o.Trials != asked.Trials) {
				counted := fmt.Sprintf("which tests count as %d trials", result.Groups)
				if result.fewGroups() {
					counted = "and they are too few for tests"
				}
				result.Warnings = append(result.Warnings, fmt.Sprintf("%d groups are too few for random test "+
					"parts: each is the test part once, %s", result.Groups, counted))
			}
			report.Datasets = append(report.Datasets, *result)
		}
		before += max(1, o.Folds) * o.Trials
	}
	if o.Part != nil && o.Part.Load == nil {
		return nil, ErrPart
	}
	report.Seconds = time.Since(start).Seconds()
	return report, nil
}

// evaluateSplits evaluates one data set by the described protocol, or on the given split.
func evaluateSplits(ctx context.Context, ds *datasets.Dataset, o Options) (*DatasetReport, error) {
	if o.Folds > 0 { // of groups
		return evaluatePartitions(ctx, ds, o)
	}
	s, err := o.splitsOf(ds)
	if err != nil {
		return nil, err
	}
	if err := o.tell(s.ds, o.Trials, s.split); err != nil {
		return nil, err
	}
	test := len(s.split(0).Test)
	if s.groups > 0 {
		var parts [][]int
		for i := range o.Trials {
			parts = append(parts, s.split(i).Test)
		}
		test = meanSize(parts)
	}
	r, report, err := o.begin(ctx, s.ds, len(s.ds.Respondents)-test, test, &s.units)
	if err != nil {
		return nil, err
	}
	report.Given, report.SHA256 = o.Split != "", datasets.Digest(ds) // of all that was read
	err = report.runTrials(ctx, o, func(i int) ([]outcome, error) {
		return r.run(ctx, i, s.split(i), o)
	})
	if err != nil {
		return nil, err
	}
	return report, r.complete(ctx, report, o, o.Trials, func(i int) []int { return s.split(i).Test })
}

// tell tells the splits of a data set.
func (o *Options) tell(ds *datasets.Dataset, n int, split func(i int) datasets.Split) error {
	o.splits = n
	if o.Splits == nil {
		return nil
	}
	list := make([]datasets.Split, n)
	for i := range list {
		list[i] = split(i)
	}
	return o.Splits(ds, list)
}

// begin returns the runner and the report of an evaluation, and sets the options for the data set.
func (o *Options) begin(
	ctx context.Context, ds *datasets.Dataset, train, test int, u *units,
) (*runner, *DatasetReport, error) {
	var err error
	if *o, err = o.of(ds); err != nil {
		return nil, nil, err
	}
	r, err := newRunner(ctx, ds, *o)
	if err != nil {
		return nil, nil, err
	}
	report := newDatasetReport(ds, train, test)
	o.twins = newTwins(r.builder.Corpus)
	o.describe(&report.Dataset)
	report.Warnings = append(o.warnings(ds), r.copiedWarning(o.Strangers)...)
	if u != nil {
		report.Groups, report.Warnings = u.groups, append(report.Warnings, u.warnings...)
	}
	return r, report, nil
}

// Scored holds predictions for everyone in a data set, such as those of a saved model.
type Scored struct {
	Approach  string       // its name
	Regressor string       // or the learner
	Ratings   []float64    // predicted, in the order of the respondents
	Intervals [][2]float64 // a learner's, at the level of its coverage; nil for others
}

// Score reports on predictions, and on the constant best guess beside them, as if on one given
// split, whose training part is a data set with the same questions, without those who have no
// rating, and whose test part is the whole of the other one.
func Score(
	ctx context.Context, ds, training *datasets.Dataset, analyzer text.Analyzer, own Scored,
) (*Report, error) {
	n, o := len(ds.Respondents), Options{Trials: 1, Workers: 1, Predictions: true}
	all := *ds
	all.Respondents = slices.Concat(ds.Respondents, training.Respondents)
	c := design.NewCorpus(&all, analyzer)
	train := slices.DeleteFunc(c.Ratings[n:], math.IsNaN)
	report := newDatasetReport(ds, len(train), n)
	report.Given, o.twins = true, newTwins(c)
	list := []Scored{own}
	if mean, _ := stats.MeanSD(train); own.Approach != "CBG" {
		list = append(list, Scored{Approach: "CBG", Regressor: approach.NoRegressor,
			Ratings: slices.Repeat([]float64{mean}, n)})
	}
	everybody := numbers.UpTo(n)
	err := report.runTrials(ctx, o, func(int) (outcomes []outcome, _ error) {
		for _, s := range list {
			out := outcome{Approach: s.Approach, Test: everybody, Predicted: design.Predicted{
				Regressor: s.Regressor, Ratings: s.Ratings, Intervals: s.Intervals}}
			out.compare(report.Ratings, pointsOf(ds))
			if s.Intervals != nil {
				report.Primary = s.Approach
			}
			outcomes = append(outcomes, out)
		}
		return outcomes, nil
	})
	if err != nil {
		return nil, err
	}
	if err := report.compare(ctx, o, 1, func(int) []int { return everybody }); err != nil {
		return nil, err
	}
	report.warnOfTwins()
	return &Report{Settings: o.settings("lrp-report"), Protocol: "given split",
		Datasets: []DatasetReport{*report}}, nil
}
