package lrp

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// Options sets up an evaluation. The zero value, but for the seed, is the thesis's
// experiment: 100 trials that train on four fifths, all approaches, OLS and Lasso.
type Options struct {
	Trials        int     // number of random splits; 0 means 100
	Seed          uint64  // what all random choices derive from
	TrainFraction float64 // share of the respondents to train on; 0 means 0.8
	Folds         int     // of [CrossValidate]; 0 means 10
	// Approaches to compare; nil means [Approaches].
	Approaches []Approach
	// Regressors to fit for each approach but the controls; nil means OLS and the Lasso
	// with its default penalty.
	Regressors []regress.Regressor
	// Analyzer splits texts into words; nil means [text.English].
	Analyzer *text.Analyzer
	// Workers is the number of goroutines; 0 means one per processor. Results do not
	// depend on it.
	Workers int
	// Weights asks for [DatasetReport].Weights, which takes one more fit, to all respondents.
	Weights bool
	// Progress, if not nil, is told after each trial how many of all are done. Calls do not overlap.
	Progress func(done, total int)
}

// WithDefaults returns the options with every default written out.
func (o Options) WithDefaults() Options {
	if o.Trials == 0 {
		o.Trials = 100
	}
	if o.TrainFraction == 0 {
		o.TrainFraction = 0.8
	}
	if o.Approaches == nil {
		o.Approaches = Approaches()
	}
	if o.Regressors == nil {
		o.Regressors = []regress.Regressor{regress.OLS{}, regress.NewLasso()}
	}
	if o.Analyzer == nil {
		o.Analyzer = &text.English
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// Evaluate runs the experiment of chapter 5 of Silver (2016) as described there: each trial
// splits the respondents at random, fits every approach on the training part alone, predicts the test part,
// clips the predictions to [0,1] and compares them with the ratings. All approaches see the
// same splits.
//
// The error is ctx's where ctx ends before the evaluation.
func Evaluate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	o = o.WithDefaults()
	return EvaluateEach(ctx, sets, o, "described", evaluateDescribed)
}

// EvaluateEach makes a report by evaluating one data set after the other. It is what the protocols have
// in common: checks, progress over all data sets, and the frame of the report.
func EvaluateEach(ctx context.Context, sets []*datasets.Dataset, o Options, protocol string,
	evaluate func(context.Context, *datasets.Dataset, Options) (*DatasetReport, error)) (*Report, error) {
	return evaluateSets(ctx, sets, o, protocol, func(*datasets.Dataset) int { return o.Trials }, evaluate)
}

// evaluateSets is EvaluateEach for protocols in which a data set takes any number of fits of all approaches.
func evaluateSets(ctx context.Context, sets []*datasets.Dataset, o Options, protocol string, fits func(*datasets.Dataset) int,
	evaluate func(context.Context, *datasets.Dataset, Options) (*DatasetReport, error)) (*Report, error) {
	start := time.Now()
	report := &Report{
		Format: "lrp-report", Version: 1,
		Seed: o.Seed, Trials: o.Trials, TrainFraction: o.TrainFraction, Alpha: alpha(o.Regressors), Protocol: protocol,
	}
	err := each(sets, o, fits, func(ds *datasets.Dataset, o Options) error {
		r, err := evaluate(ctx, ds, o)
		if err == nil {
			report.Datasets = append(report.Datasets, *r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	report.Seconds = time.Since(start).Seconds()
	return report, nil
}

// each checks the options and all data sets, and then calls do for one data set after the other. fits is how many fits of all
// approaches a data set takes: the progress is counted in them.
func each(sets []*datasets.Dataset, o Options, fits func(*datasets.Dataset) int, do func(*datasets.Dataset, Options) error) error {
	if o.Trials < 0 {
		return fmt.Errorf("%d trials asked for, at least 1 is needed", o.Trials)
	}
	total := 0
	for _, ds := range sets {
		if err := evaluable(ds, o.Approaches); err != nil {
			return err
		}
		total += fits(ds)
	}
	progress, before := o.Progress, 0
	for _, ds := range sets {
		if progress != nil {
			o.Progress = func(done, _ int) { progress(before+done, total) }
		}
		if err := do(ds, o); err != nil {
			return fmt.Errorf("%s: %w", ds.Name, err)
		}
		before += fits(ds)
	}
	return nil
}

// alpha is the Lasso's penalty, 0 where it is not among the regressors.
func alpha(regressors []regress.Regressor) float64 {
	alpha := 0.0
	for _, r := range regressors {
		if l, ok := r.(regress.Lasso); ok {
			alpha = l.Alpha
		}
	}
	return alpha
}

// evaluable reports why a data set cannot be evaluated.
func evaluable(ds *datasets.Dataset, approaches []Approach) error {
	if err := ds.CheckRated(); err != nil {
		return err
	}
	if ds.HasKey() {
		return nil
	}
	var keyed, others []string
	for _, a := range approaches {
		if a.NeedsKey() {
			keyed = append(keyed, a.Name)
		}
	}
	if len(keyed) == 0 {
		return nil
	}
	for _, a := range Approaches() {
		if !a.NeedsKey() {
			others = append(others, a.Name)
		}
	}
	return fmt.Errorf("%s: found no answer key for any question, expected one for %s; without a key there are %s",
		ds.Name, strings.Join(keyed, ", "), strings.Join(others, ","))
}

// Describe returns a data set's part of a report, without results.
func Describe(ds *datasets.Dataset, train, test int) *DatasetReport {
	r := &DatasetReport{
		Name: ds.Name, Synthetic: ds.Synthetic, SHA256: datasets.Digest(ds),
		Respondents: len(ds.Respondents), Questions: len(ds.Questions), Train: train, Test: test,
		Warnings: slices.Clone(ds.Warnings), Data: ds,
	}
	r.SetRatings(ratingsOf(ds), ds.RatingNote)
	return r
}

// SetRatings describes the ratings that were evaluated and how they came about.
func (r *DatasetReport) SetRatings(ratings []float64, note string) {
	r.Ratings, r.Note = ratings, note
	r.RatingMean, r.RatingSD = stats.MeanSD(ratings)
}

// evaluateDescribed evaluates one data set by the described protocol.
func evaluateDescribed(ctx context.Context, ds *datasets.Dataset, o Options) (*DatasetReport, error) {
	splitter, err := datasets.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	report := Describe(ds, splitter.Train, splitter.Test)
	x, err := newExperiment(ctx, ds, o)
	if err != nil {
		return nil, err
	}
	x.heldOut = newHeldOutSums(len(ds.Respondents))
	err = report.Run(ctx, o, func(i int) ([]Outcome, error) { return x.trial(o.Seed, i, splitter.Split(i)) })
	if err != nil {
		return nil, err
	}
	x.describe(report, ds, o)
	err = report.CompareJudges(ctx, o, ds, func(i int) []int { return splitter.Split(i).Test })
	return report, err
}

// describe fills in what the trials tell beside the results: what was predicted of each respondent, and the weights
// of the best linear approach.
func (x *experiment) describe(r *DatasetReport, ds *datasets.Dataset, o Options) {
	for k := range r.Results {
		r.Results[k].HeldOut = x.heldOut.result(k)
	}
	if o.Weights {
		x.describeWeights(r, ds)
	}
}
