package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

// CurveReport is the outcome of [Curve]: for each data set, the error of each approach by the
// number of respondents who have been rated. It marshals to the "lrp-curve" JSON document.
type CurveReport struct {
	Settings
	Seconds  float64        `json:"seconds"`  // how long it took; 0 in files that can be made again
	Datasets []CurveDataset `json:"datasets"` // in the order given
}

// CurveDataset is the part of a [CurveReport] on one data set.
type CurveDataset struct {
	Dataset
	Warnings []string      `json:"warnings,omitempty"` // about the data and fits, one sentence each
	Sizes    []int         `json:"sizes"`              // ascending
	Results  []CurveResult `json:"results"`            // by approach and regressor
	// JudgeRMSE is the RMSE of one judge's own rating as a prediction of the rating by the other
	// judges, the mean over judges and test parts as in [Human].VsOthers; 0 if it is unknown.
	JudgeRMSE float64 `json:"judge_rmse,omitempty"`
}

// CurveResult is the curve of one approach with one regressor.
type CurveResult struct {
	Approach  string `json:"approach"`
	Regressor string `json:"regressor"` // "none" for the controls
	// Points are in the order of the sizes. What has to be fitted has none at size 0.
	Points []CurvePoint `json:"points"`
}

// At returns the result at the given size, nil if there is none.
func (r *CurveResult) At(size int) *Result {
	for i := range r.Points {
		if r.Points[i].Size == size {
			return &r.Points[i].Result
		}
	}
	return nil
}

// CurvePoint is the result of an approach after training on the given number of respondents. That
// number enters its interval, which is wide at small sizes and undefined at size 0.
type CurvePoint struct {
	Size   int
	Result Result
}

// curvePointJSON leaves out the names that the curve has.
type curvePointJSON struct {
	Size      int    `json:"size"`
	Approach  string `json:"approach,omitempty"`
	Regressor string `json:"regressor,omitempty"`
	resultJSON
}

// MarshalJSON implements [json.Marshaler].
func (p CurvePoint) MarshalJSON() ([]byte, error) {
	return json.Marshal(curvePointJSON{Size: p.Size, resultJSON: p.Result.json()})
}

// UnmarshalJSON implements [json.Unmarshaler]. The result names neither approach nor regressor.
func (p *CurvePoint) UnmarshalJSON(data []byte) error {
	var size struct{ Size int }
	if err := json.Unmarshal(data, &size); err != nil {
		return err
	}
	p.Size = size.Size
	return json.Unmarshal(data, &p.Result)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *CurveResult) UnmarshalJSON(data []byte) error {
	type plain CurveResult
	if err := json.Unmarshal(data, (*plain)(r)); err != nil {
		return err
	}
	for i := range r.Points {
		p := &r.Points[i].Result
		p.Approach, p.Regressor = r.Approach, r.Regressor
	}
	return nil
}

// Curve measures how the error depends on the number of respondents who have been rated, o.Sizes.
// The test part of a trial is that of [Evaluate] with the same seed. It is predicted after training
// on nested parts of the training part ([datasets.Split.Nested]), so that the points of a curve are
// paired by trial, as approaches are. At the size of the whole training part the results are those
// of Evaluate. At size 0 there are only the controls and the learners.
func Curve(ctx context.Context, sets []*datasets.Dataset, o Options) (*CurveReport, error) {
	o = o.withDefaults()
	if err := o.checkSizes(); err != nil {
		return nil, err
	}
	report := &CurveReport{Settings: o.settings("lrp-curve")}
	fits := func(ds *datasets.Dataset) int {
		train := datasets.TrainSize(len(ds.Respondents), o.TrainFraction)
		return o.Trials * len(o.curveSizes(train))
	}
	var err error
	report.Datasets, report.Seconds, err = onEach(sets, o, fits,
		func(ds *datasets.Dataset, o Options) (*CurveDataset, error) { return curve(ctx, ds, o) })
	if err != nil {
		return nil, err
	}
	return report, nil
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
	sizes := make([]int, len(o.Sizes))
	for i, s := range o.Sizes {
		sizes[i] = min(s, train)
	}
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
func curve(ctx context.Context, ds *datasets.Dataset, o Options) (*CurveDataset, error) {
	splitter, err := datasets.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	if o, err = o.of(ds); err != nil {
		return nil, err
	}
	r, err := newRunner(ctx, ds, o)
	if err != nil {
		return nil, err
	}
	d := &CurveDataset{
		Dataset:  describe(ds, splitter.Train, splitter.Test),
		Warnings: o.warnings(ds),
		Sizes:    o.curveSizes(splitter.Train),
		Results:  []CurveResult{},
	}
	o.describe(&d.Dataset)
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
		return r.run(ctx, trial, split, o)
	})
	if err != nil {
		return nil, err
	}
	d.collect(fits)
	d.JudgeRMSE, err = judgeError(ctx, d.Dataset, o,
		func(i int) []int { return splitter.Split(i).Test })
	return d, err
}

// judgeError returns [CurveDataset].JudgeRMSE over the test parts of o.Trials trials.
func judgeError(
	ctx context.Context, d Dataset, o Options, test func(i int) []int,
) (float64, error) {
	r := DatasetReport{Dataset: d}
	if err := r.compareJudges(ctx, o, o.Trials, test); err != nil || r.Human == nil {
		return 0, err
	}
	sum := 0.0
	for _, j := range r.Human.VsOthers {
		sum += j.RMSEMean
	}
	return sum / max(1, float64(len(r.Human.VsOthers))), nil
}

// collect makes curves of the fits of each trial, which go from the largest to the smallest size.
func (d *CurveDataset) collect(fits [][]outcome) {
	type key struct{ approach, regressor string }
	number := make(map[key]int)
	// The largest size has every approach that any size has.
	for k, o := range fits[0] {
		number[key{o.approach, o.regressor}] = k
		d.Results = append(d.Results, CurveResult{
			Approach: o.approach, Regressor: o.regressor, Points: []CurvePoint{},
		})
	}
	all := make([][]outcome, len(d.Results)) // at all sizes, by approach and regressor
	for s, size := range d.Sizes {
		var trials [][]outcome
		for i := len(d.Sizes) - 1 - s; i < len(fits); i += len(d.Sizes) {
			trials = append(trials, fits[i])
		}
		for k := range trials[0] {
			outcomes := column(trials, k)
			n := number[key{outcomes[0].approach, outcomes[0].regressor}]
			// The test sets of trials overlap as much whatever the size is.
			point := CurvePoint{size, summarise(outcomes, d.Train, d.Test)}
			d.Results[n].Points = append(d.Results[n].Points, point)
			all[n] = append(all[n], outcomes...)
		}
	}
	for _, outcomes := range all {
		d.Warnings = append(d.Warnings, warnings(outcomes, "fit")...)
	}
}
