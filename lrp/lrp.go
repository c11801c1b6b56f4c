// Package lrp predicts the overall rating of a respondent, a number from 0 to 1, from answers in
// natural language to a fixed set of questions.
//
//	sets, err := lrp.Load("sample-powergrading")
//	result, err := lrp.Evaluate(ctx, sets, lrp.Options{Seed: 1})
//	err = report.WriteTable(os.Stdout, result, report.Options{})
//	model, err := lrp.Train(ctx, sets[0], lrp.TrainOptions{Seed: 1})
//	prediction, err := model.Predict(responses)
//
// Packages approach and experiment declare the types that are not here.
package lrp

import (
	"context"
	"runtime/debug"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Types of packages approach and experiment.
type (
	// Approach is a way to predict ratings.
	Approach = approach.Approach
	// Prediction is what a model predicts for one respondent.
	Prediction = approach.Prediction
	// Explanation says what moved a rating.
	Explanation = approach.Explanation
	// UnknownError reports a name that is not in a list of known names.
	UnknownError = approach.UnknownError
	// Options sets up an experiment.
	Options = experiment.Options
	// Report is the outcome of an experiment.
	Report = experiment.Report
	// CompareOptions says what [Compare] compares, and with what.
	CompareOptions = experiment.CompareOptions
	// Comparison is the outcome of [Compare].
	Comparison = experiment.Comparison
)

// Load reads the data sets named by specifications such as "powergrading:DIR", with the default
// options. [datasets.Open] takes other options, and [datasets.Formats] lists the kinds.
func Load(specs ...string) ([]*datasets.Dataset, error) {
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			return nil, err
		}
		sets = append(sets, s...)
	}
	return sets, nil
}

// Approaches returns the module's approaches with the given names, or all of them if no name is
// given. See [Parts.Approaches] for others.
func Approaches(names ...string) ([]Approach, error) { return Parts{}.Approaches(names...) }

// Evaluate is [experiment.Evaluate]: random splits into a training and a test part.
func Evaluate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	return experiment.Evaluate(ctx, sets, o)
}

// CrossValidate is [experiment.CrossValidate]: every respondent is predicted once in each
// repetition.
func CrossValidate(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	return experiment.CrossValidate(ctx, sets, o)
}

// LeaveOneOut is [experiment.LeaveOneOut]: every respondent is predicted from all others.
func LeaveOneOut(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	return experiment.LeaveOneOut(ctx, sets, o)
}

// Curve is [experiment.Curve]: the error as a function of the number of rated respondents.
func Curve(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	return experiment.Curve(ctx, sets, o)
}

// Compare is [experiment.Compare]: whether approaches differ by more than chance.
func Compare(r *Report, o CompareOptions) (*Comparison, error) { return experiment.Compare(r, o) }

const modulePath = "github.com/luna-rating/luna"

// Version is the version of this module as the build recorded it, or "(devel)".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath && m.Version != "" && m.Replace == nil {
			return m.Version
		}
	}
	return "(devel)"
}
