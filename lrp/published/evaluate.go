package published

import (
	"context"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// respondents is how many a trial takes.
const respondents = 24

// keyFeatures compare a response with the key; the best of several answers counts.
var keyFeatures = map[string]similarity{
	"BWO": substringOverlap, "FWO": wholeJaccard, "CED": spacedEdits, "WED": characterEdits,
	"SNL": semanticNets,
}

var neighbourFeatures = map[string]similarity{
	"NNO": contentJaccard, "NNC": spacedEdits, "NNW": characterEdits,
}

// Approaches returns the approaches that the protocol has, in the thesis's order: all of the published
// run but those with word vectors trained on the key (WCS) or on a corpus that is not at hand.
func Approaches() []lrp.Approach {
	return slices.DeleteFunc(lrp.Approaches(), func(a lrp.Approach) bool { return a.Name != "COM" && !known(a.Name) })
}

// Evaluate is [lrp.Evaluate] by the published protocol. The data sets must hold their texts
// as they are in the files (datasets.Options.Raw). Of the options, it takes the approaches of
// the published run by their names ([Approaches] where there are none) and refuses others.
func Evaluate(ctx context.Context, sets []*datasets.Dataset, o lrp.Options) (*lrp.Report, error) {
	if o.Approaches == nil {
		o.Approaches = Approaches()
	}
	o = o.WithDefaults()
	for _, a := range o.Approaches {
		if a.Name != "COM" && !known(a.Name) {
			return nil, fmt.Errorf("approach %s is not part of the published protocol", a.Name)
		}
	}
	return lrp.EvaluateEach(ctx, sets, o, "published", evaluate)
}

func known(approach string) bool {
	return approach == "RAN" || approach == "CBG" ||
		keyFeatures[approach] != nil || bags[approach] != nil || neighbourFeatures[approach] != nil
}

func evaluate(ctx context.Context, ds *datasets.Dataset, o lrp.Options) (*lrp.DatasetReport, error) {
	splitter, err := datasets.NewSplitter(min(respondents, len(ds.Respondents)), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	splitter.N = len(ds.Respondents)
	x := newExperiment(ds, o)
	report := lrp.Describe(ds, splitter.Train, splitter.Test)
	report.SetRatings(x.ratings, x.note)
	err = report.Run(ctx, o, func(i int) ([]lrp.Outcome, error) { return x.trial(i, splitter.Split(i)) })
	if err != nil {
		return nil, err
	}
	err = report.CompareJudges(ctx, o, ds, func(i int) []int { return splitter.Split(i).Test })
	return report, err
}
