package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
)

// Curve measures how the error depends on the number of respondents who have been rated, o.Sizes.
// The test part of a trial is that of [Evaluate] with the same seed. It is predicted after training
// on nested parts of the training part ([datasets.Split.Nested]), so that the points of a curve are
// paired by trial, as approaches are. At the size of the whole training part the results are those
// of Evaluate. At size 0 there are only the controls and the learners.
func Curve(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	o = o.withDefaults()
	if err := o.checkSizes(); err != nil {
		return nil, err
	}
	divide := func(ds *datasets.Dataset) (sizes, trials int) {
		train := datasets.TrainSize(len(ds.Respondents), o.TrainFraction)
		return len(o.curveSizes(train)), o.Trials
	}
	report, err := evaluate(ctx, sets, o, protocol{"", divide, curve})
	if err == nil {
		report.Format = "lrp-curve"
	}
	return report, err
}

var errNobodyRated = errors.New(
	"found size 0 alone, expected another one: none of the approaches predicts with nobody rated")

func (o *Options) checkSizes() error {
	if len(o.Sizes) == 0 {
		return nil
	}
	if smallest := slices.Min(o.Sizes); smallest < 0 {
		return fmt.Errorf("found size %d, expected at least 0", smallest)
	}
	if slices.Max(o.Sizes) == 0 && !slices.ContainsFunc(o.Approaches,
		func(a approach.Approach) bool { return !a.NeedsRegressor() }) {
		return errNobodyRated
	}
	return nil
}

// curveSizes are the sizes for a data set with the given number of respondents to train on.
func (o *Options) curveSizes(train int) []int {
	if len(o.Sizes) == 0 {
		return defaultSizes(train)
	}
	sizes := numbers.Map(o.Sizes, func(s int) int { return min(s, train) })
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// defaultSizes are 0, then 5, 10, 20, 50 and so on, and the whole training part. Sizes of more than
// four fifths of it would show the same and are left out.
func defaultSizes(train int) []int {
	sizes := []int{0}
	for power := 1; power <= train; power *= 10 {
		for _, m := range []int{1, 2, 5} {
			if size := m * power; size >= 5 && 5*size <= 4*train {
				sizes = append(sizes, size)
			}
		}
	}
	return append(sizes, train)
}

// curve measures the curves on one data set.
func curve(ctx context.Context, ds *datasets.Dataset, o Options) (*DatasetReport, error) {
	splitter, err := datasets.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	r, d, err := o.begin(ctx, ds, splitter.Train, splitter.Test, nil)
	if err != nil {
		return nil, err
	}
	d.Sizes = o.curveSizes(splitter.Train)
	if asked := slices.Max(append([]int{0}, o.Sizes...)); asked > splitter.Train {
		d.Warnings = append(d.Warnings, fmt.Sprintf(
			"size %d is more than there are: only %d of the %d respondents are in a training set, "+
				"and the last size is all %[2]d of them",
			asked, splitter.Train, len(ds.Respondents)))
	}
	// The largest sizes take longest and come first, so that no worker is left with one at the end.
	sizes := slices.Clone(d.Sizes)
	slices.Reverse(sizes)
	fits, err := runAll(ctx, o, o.Trials*len(sizes), func(i int) ([]outcome, error) {
		trial, size := i/len(sizes), sizes[i%len(sizes)]
		split := splitter.Split(trial)
		split.Train = split.Nested(size, o.Seed, trial)
		outcomes, err := r.run(ctx, trial, split, o)
		for k := range outcomes { // which are many: the scores are enough
			outcomes[k].Test = nil
			outcomes[k].Ratings = nil
			outcomes[k].Intervals = nil
		}
		return outcomes, err
	})
	if err != nil {
		return nil, err
	}
	if err := d.compareJudges(ctx, o, o.Trials,
		func(i int) []int { return splitter.Split(i).Test }); err != nil {
		return nil, err
	}
	d.collect(fits)
	return d, nil
}

// collect sets the results from the fits of each trial, which go from the largest to the smallest
// size.
func (r *DatasetReport) collect(fits [][]outcome) {
	for _, last := range fits[0] { // the largest size has every approach that any size has
		var all []outcome // at all sizes
		for s, size := range r.Sizes {
			var outcomes []outcome
			for i := len(r.Sizes) - 1 - s; i < len(fits); i += len(r.Sizes) {
				for _, x := range fits[i] {
					if x.Approach == last.Approach && x.Regressor == last.Regressor {
						outcomes = append(outcomes, x)
					}
				}
			}
			if outcomes == nil {
				continue
			}
			// The test sets of trials overlap as much whatever the size is.
			result := summarise(outcomes, r.Train, r.Test)
			result.Size, result.Graded = size, nil
			if result.Grades != nil {
				result.Grades.Questions = nil
			}
			r.Results, all = append(r.Results, result), append(all, outcomes...)
		}
		r.Warnings = append(r.Warnings, warnings(all, "fit")...)
	}
}
