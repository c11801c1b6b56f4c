package lrp

import (
	"context"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestNothing gives no data to everything that takes some.
func TestNothing(t *testing.T) {
	ctx := t.Context()
	type evaluation func(context.Context, []*datasets.Dataset, Options) (*Report, error)
	of := func(do evaluation, sets ...*datasets.Dataset) func() error {
		return func() error { _, err := do(ctx, sets, Options{}); return err }
	}
	const noSet, noQuestions = "found no data set, expected at least one", "found no questions, expected at least one"
	for want, calls := range map[string][]func() error{
		noSet:       {of(Evaluate), of(CrossValidate), of(LeaveOneOut), of(Curve)},
		noQuestions: {of(Evaluate, &datasets.Dataset{}), func() error { _, err := Train(ctx, &datasets.Dataset{}, TrainOptions{}); return err }},
		"data set: found nil, expected a data set": {of(Evaluate, nil), func() error { _, err := Train(ctx, nil, TrainOptions{}); return err }},
		"found no data set to compare on":          {func() error { _, err := Compare(nil, CompareOptions{}); return err }},
	} {
		for i, call := range calls {
			if err := call(); err == nil || err.Error() != want {
				t.Errorf("%s %d: error %v", want, i, err)
			}
		}
	}
}
