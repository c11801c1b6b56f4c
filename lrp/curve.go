package lrp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
)

// CurveOptions sets up a learning curve.
type CurveOptions struct {
	Options
	// Sizes are the numbers of respondents to train on, in any order, where 0 means the key alone. A size beyond the training
	// part of a data set is the whole of it. No sizes mean those of [CurveSizes].
	Sizes []int
}

// CurveReport is the outcome of [Curve]: for each data set, the error of each approach as it depends on the number
// of respondents who have been rated. It marshals to the "lrp-curve" JSON document.
type CurveReport struct {
	Format        string         `json:"format"`  // "lrp-curve"
	Version       int            `json:"version"` // 1
	Seed          uint64         `json:"seed"`    // as in [Options], as are Trials and TrainFraction
	Trials        int            `json:"trials"`
	TrainFraction float64        `json:"train_fraction"`
	Alpha         float64        `json:"alpha"`    // the Lasso's penalty
	Seconds       float64        `json:"seconds"`  // how long it took; 0 in files that are the same after every run
	Datasets      []CurveDataset `json:"datasets"` // in the order given
}

// CurveDataset is the part of a [CurveReport] on one data set.
type CurveDataset struct {
	DatasetReport               // but for its Results, which are those below
	Sizes         []int         `json:"sizes"` // ascending
	Results       []CurveResult `json:"results"`
}

// CurveResult is the curve of one approach with one regressor.
type CurveResult struct {
	Approach  string `json:"approach"`
	Regressor string `json:"regressor"` // "none" for the controls
	// Points are in the order of the sizes. What has to be fitted has none at size 0.
	Points []CurvePoint `json:"points"`
}

// At returns the point of the given size, nil where there is none.
func (r *CurveResult) At(size int) *CurvePoint {
	for i := range r.Points {
		if r.Points[i].Size == size {
			return &r.Points[i]
		}
	}
	return nil
}

// CurvePoint is what an approach came to after training on so many respondents. Its interval takes
// the size for the number of training respondents, so that it is wide at small sizes, and undefined at size 0.
type CurvePoint struct {
	Size int
	Result
}

// curvePointJSON leaves out what the curve says once.
type curvePointJSON struct {
	Size      int    `json:"size"`
	Approach  string `json:"approach,omitempty"`
	Regressor string `json:"regressor,omitempty"`
	resultJSON
}

// MarshalJSON implements [json.Marshaler].
func (p CurvePoint) MarshalJSON() ([]byte, error) {
	return json.Marshal(curvePointJSON{Size: p.Size, resultJSON: p.document()})
}

// UnmarshalJSON implements [json.Unmarshaler]. The approach and the regressor are not in the point's document.
func (p *CurvePoint) UnmarshalJSON(data []byte) error {
	var size struct{ Size int }
	if err := json.Unmarshal(data, &size); err != nil {
		return err
	}
	p.Size = size.Size
	return p.Result.UnmarshalJSON(data)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *CurveResult) UnmarshalJSON(data []byte) error {
	type plain CurveResult
	if err := json.Unmarshal(data, (*plain)(r)); err != nil {
		return err
	}
	for i := range r.Points {
		r.Points[i].Approach, r.Points[i].Regressor = r.Approach, r.Regressor
	}
	return nil
}

// CurveSizes returns the sizes that a curve has where none are asked for: 0, then 5, 10, 20, 50 and so on, and train, the
// whole training part. Those of more than four fifths of it would show the same and are left out.
func CurveSizes(train int) []int {
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

// Curve measures how the error depends on the number of respondents who have been rated. A trial's test part is that of
// [Evaluate] with the same seed; it is predicted after training on parts of the training part that contain each other
// ([datasets.Split.Nested]), so that the points of a curve are paired by trial, as are approaches. At the size of the whole
// training part the results are Evaluate's. With nobody rated yet, at size 0, there are the controls and the learners
// alone.
func Curve(ctx context.Context, sets []*datasets.Dataset, o CurveOptions) (*CurveReport, error) {
	start := time.Now()
	o.Options = o.WithDefaults()
	report := &CurveReport{
		Format: "lrp-curve", Version: 1,
		Seed: o.Seed, Trials: o.Trials, TrainFraction: o.TrainFraction, Alpha: alpha(o.Regressors),
	}
	if len(o.Sizes) > 0 {
		if least := slices.Min(o.Sizes); least < 0 {
			return nil, fmt.Errorf("size %d asked for, at least 0 is needed", least)
		}
		untrained := slices.ContainsFunc(o.Approaches, func(a Approach) bool { return !a.designed() })
		if slices.Max(o.Sizes) == 0 && !untrained {
			return nil, errNobodyRated
		}
	}
	perSet := func(ds *datasets.Dataset) int {
		return o.Trials * len(o.sizes(datasets.TrainSize(len(ds.Respondents), o.TrainFraction)))
	}
	err := each(sets, o.Options, perSet, func(ds *datasets.Dataset, options Options) error {
		d, err := curve(ctx, ds, CurveOptions{options, o.Sizes})
		if err == nil {
			report.Datasets = append(report.Datasets, *d)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	report.Seconds = time.Since(start).Seconds()
	return report, nil
}

var errNobodyRated = errors.New("found size 0 alone, expected another one: none of the approaches predicts with nobody rated")

// sizes are those of a data set with so many respondents to train on.
func (o CurveOptions) sizes(train int) []int {
	if len(o.Sizes) == 0 {
		return CurveSizes(train)
	}
	sizes := make([]int, len(o.Sizes))
	for i, s := range o.Sizes {
		sizes[i] = min(s, train)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func curve(ctx context.Context, ds *datasets.Dataset, o CurveOptions) (*CurveDataset, error) {
	splitter, err := datasets.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	d := &CurveDataset{
		DatasetReport: *Describe(ds, splitter.Train, splitter.Test),
		Sizes:         o.sizes(splitter.Train), Results: []CurveResult{},
	}
	x, err := newExperiment(ctx, ds, o.Options)
	if err != nil {
		return nil, err
	}
	// The largest sizes take longest and come first, so that no worker is left with one at the end.
	sizes := slices.Clone(d.Sizes)
	slices.Reverse(sizes)
	outcomes, err := fits(ctx, o.Options, o.Trials*len(sizes), func(i int) ([]Outcome, error) {
		trial, size := i/len(sizes), sizes[i%len(sizes)]
		split := splitter.Split(trial)
		split.Train = split.Nested(size, o.Seed, trial)
		return x.trial(o.Seed, trial, split)
	})
	if err != nil {
		return nil, err
	}
	d.collect(outcomes)
	return d, nil
}

// collect makes curves of what each trial says, for each size from the largest to the smallest.
func (d *CurveDataset) collect(outcomes [][]Outcome) {
	type key struct{ approach, regressor string }
	at := make(map[key]int)
	all := make([][]Outcome, 0)
	// The largest size has all that there is, if any size has.
	for k, o := range outcomes[0] {
		at[key{o.Approach, o.Regressor}] = k
		d.Results = append(d.Results, CurveResult{Approach: o.Approach, Regressor: o.Regressor, Points: []CurvePoint{}})
		all = append(all, nil)
	}
	for s, size := range d.Sizes {
		var of [][]Outcome // one list a trial
		for i := len(d.Sizes) - 1 - s; i < len(outcomes); i += len(d.Sizes) {
			of = append(of, outcomes[i])
		}
		for k := range of[0] {
			trials := column(of, k)
			r := at[key{trials[0].Approach, trials[0].Regressor}]
			d.Results[r].Points = append(d.Results[r].Points, CurvePoint{size, summarise(trials, size, d.Test)})
			all[r] = append(all[r], trials...)
		}
	}
	for _, of := range all {
		d.warn(of, "fit")
	}
}
