package experiment

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/published"
	"github.com/luna-rating/luna/regress"
)

// PublishedApproaches returns the approaches of [Published], in the thesis's order: all that its
// text describes.
func PublishedApproaches() []approach.Approach { return published.Approaches() }

// Published repeats the experiment behind figure 5.3 of Silver (2016) the way its numbers came
// about, which differs from what the text describes; docs/statistics.md lists the differences. It
// is for comparison with the printed figure only.
//
// The data sets must have their texts as they are in the files ([datasets.Options].Raw). Approaches
// are those of [PublishedApproaches], by their names; others are refused.
func Published(ctx context.Context, sets []*datasets.Dataset, o Options) (*Report, error) {
	if o.Approaches == nil {
		o.Approaches = published.Approaches()
	}
	if o.Regressors == nil {
		o.Regressors = []regress.Regressor{regress.OLS{}, regress.NewLasso()}
	}
	for _, a := range o.Approaches {
		if !published.Has(a.Name) {
			return nil, fmt.Errorf("approach %s is not part of the published protocol", a.Name)
		}
	}
	o = o.withDefaults()
	return evaluate(ctx, sets, o, protocol{"published", o.asAsked, evaluatePublished})
}

func evaluatePublished(
	ctx context.Context, ds *datasets.Dataset, o Options,
) (*DatasetReport, error) {
	splitter, err := published.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	x := published.New(ds, o.Seed, o.Approaches, o.Regressors)
	report := newDatasetReport(ds, splitter.Train, splitter.Test)
	report.setRatings(x.Ratings, x.Note)
	err = report.runTrials(ctx, o, func(i int) ([]outcome, error) {
		split := splitter.Split(i)
		trial, err := x.Trial(i, split)
		if err != nil {
			return nil, err
		}
		var outcomes []outcome
		for _, t := range trial.Outcomes {
			outcomes = append(outcomes, outcome{Approach: t.Approach, Predicted: t.Predicted,
				Score: newScore(t.Ratings, trial.TestY), Test: split.Test})
		}
		return outcomes, nil
	})
	if err != nil {
		return nil, err
	}
	for k := range report.Results {
		report.Results[k].HeldOut = nil // trials take a few respondents only
		report.Results[k].Thesis = thesisFigure(ds, &report.Results[k])
	}
	return report, report.compareJudges(ctx, o, o.Trials, func(i int) []int {
		return splitter.Split(i).Test
	})
}

// thesisFigure returns the thesis's figure beside a result, nil if there is none.
func thesisFigure(ds *datasets.Dataset, r *Result) *ThesisFigure {
	f, ok := published.FigureOf(ds.Name, r.Approach, r.Regressor)
	if !ok || ds.Synthetic {
		return nil
	}
	return &ThesisFigure{RMSEMean: f.Mean, RMSESD: f.SD, Source: published.Source}
}
