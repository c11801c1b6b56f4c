package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/stats"
)

// Trust says how far predictions of an approach are from the ratings of people whom it has not
// seen, beside the constant best guess: the mean rating of those that it has seen.
type Trust struct {
	// Method is "leave-one-out", "K-fold cross-validation" or, for many respondents, "held-out
	// fifth" or "held-out 40,000"; "" if there are too few ratings to tell. All else is then 0.
	Method              string
	RMSE, MAE           float64 // root mean squared and mean absolute error, over all who were left out
	GuessRMSE, GuessMAE float64 // those of the constant best guess
	// Predictions are of the respondents who were left out, in the order of the data set. The
	// number of the trial is that of the fit that left them out.
	Predictions []Prediction
}

const (
	// minTrust is the smallest number of ratings from which errors are estimated.
	minTrust = 5
	// maxAlone is the largest number of rated respondents who are each left out alone.
	maxAlone = 40
	// maxTenths is the largest number of those of whom a tenth is left out at a time.
	maxTenths = 200
	// maxFolded is the largest number of those who are all left out in turn, unless all predictions
	// are asked for.
	maxFolded = 2000
	// maxHeldOut bounds the respondents who are held out. Of 40,000 errors the root mean square is
	// known to about 1%, and predicting many more takes longer than fitting.
	maxHeldOut = 40_000
)

// MeasureTrust predicts rated respondents of a data set by fits of an approach, with the first of
// the regressors if it needs one, that have not seen their ratings. Up to 40 rated respondents are
// left out one by one. Up to 200 are put into ten folds at random, and more into five, or all into
// o.Folds if that is not 0. Of more than 2,000 a fifth, but at most 40,000, is held out once,
// unless o.Predictions asks for everybody's. The folds are those of [CrossValidate] with the same
// seed.
//
// Learners also learn from respondents with scores alone, who are in every fit. Respondents with
// neither a rating nor a score count only with o.Transductive, for their texts. Those who are left
// out are strangers to the keys, as with o.Strangers.
func MeasureTrust(
	ctx context.Context, ds *datasets.Dataset, a approach.Approach, o Options,
) (*Trust, error) {
	if err := ds.Validate(); err != nil && (ds == nil || len(ds.Respondents) > 0) {
		return nil, err
	}
	guess, err := approach.Select(approach.All(), "CBG")
	if err != nil {
		return nil, err
	}
	o = o.withDefaults()
	a.Regressors = nil
	o.Approaches, o.Strangers = append(guess, a), true
	if !a.Learns() {
		o.Learn, o.Transductive = approach.LearnTotals, false
	}
	if o, err = o.of(ds); err != nil {
		return nil, err
	}
	s := newLeftOut(ds, o)
	if !a.Learns() {
		if err := approach.Check(s.ds, o.Approaches); err != nil {
			return nil, err
		}
	}
	parts, method, err := o.trustParts(len(s.rated))
	if err != nil || method == "" {
		return &Trust{}, err
	}
	r, err := newRunner(ctx, s.ds, o)
	if err != nil {
		return nil, err
	}
	fits, err := runAll(ctx, o, len(parts), func(i int) ([]outcome, error) {
		return r.run(ctx, i, s.split(parts[i]), o)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	t := &Trust{Method: method}
	t.RMSE, t.MAE, t.Predictions = s.errors(column(fits, 1))
	t.GuessRMSE, t.GuessMAE, _ = s.errors(column(fits, 0))
	return t, nil
}

// trustParts returns the parts of n rated respondents that are left out in turn, and what that is
// called; nothing if they are too few.
func (o *Options) trustParts(n int) (parts datasets.Partition, method string, err error) {
	folds := 5
	switch {
	case n < minTrust:
		return nil, "", nil
	case n > maxFolded && !o.Predictions:
		fraction := .8
		if method = "held-out fifth"; n > 5*maxHeldOut {
			fraction, method = 1-maxHeldOut/float64(n), "held-out 40,000"
		}
		s, err := datasets.NewSplitter(n, fraction, o.Seed)
		return datasets.Partition{s.Split(0).Test}, method, err
	case o.Folds > 0:
		folds = min(o.Folds, n)
	case n <= maxAlone:
		folds = n
	case n <= maxTenths:
		folds = 10
	}
	if method = fmt.Sprintf("%d-fold cross-validation", folds); folds == n {
		method = "leave-one-out"
	}
	parts, err = datasets.Folds(n, folds, o.Seed, 0)
	return parts, method, err
}

// leftOut is a data set of which some are left out. All numbers but those in from are its own.
type leftOut struct {
	ds      *datasets.Dataset
	from    []int // the respondents of the data set that was given
	learned []int // those with a rating or with scores
	rated   []int
}

// newLeftOut leaves out those from whom nothing is learned, not even from their texts.
func newLeftOut(ds *datasets.Dataset, o Options) *leftOut {
	some := *ds
	s := &leftOut{ds: &some}
	some.Respondents = nil
	for i, r := range ds.Respondents {
		learned := r.Rated() || o.Learn == approach.LearnGrades && r.Scored()
		if !learned && !o.Transductive {
			continue
		}
		if learned {
			s.learned = append(s.learned, len(s.from))
		}
		if r.Rated() {
			s.rated = append(s.rated, len(s.from))
		}
		s.from = append(s.from, i)
		some.Respondents = append(some.Respondents, r)
	}
	return s
}

// split tests the rated respondents of these numbers among the rated, and trains on all others.
func (s *leftOut) split(part []int) datasets.Split {
	split := datasets.Split{Test: numbers.At(s.rated, part)}
	for _, i := range s.learned {
		if _, tested := slices.BinarySearch(split.Test, i); !tested {
			split.Train = append(split.Train, i)
		}
	}
	return split
}

// errors compares predictions with the ratings.
func (s *leftOut) errors(fits []outcome) (rmse, mae float64, list []Prediction) {
	var kept Result
	kept.keep(fits)
	list = kept.Predictions
	slices.SortFunc(list, func(a, b Prediction) int { return a.Respondent - b.Respondent })
	var squares, absolute []float64
	for k, p := range list {
		e := p.Rating - s.ds.Respondents[p.Respondent].Rating
		squares, absolute = append(squares, e*e), append(absolute, math.Abs(e))
		list[k].Respondent = s.from[p.Respondent]
	}
	rmse, _ = stats.MeanSD(squares)
	mae, _ = stats.MeanSD(absolute)
	return math.Sqrt(rmse), mae, list
}
