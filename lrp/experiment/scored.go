package experiment

import (
	"context"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/stats"
)

// Scored are predictions of everybody in a data set, such as those of a model that is kept.
type Scored struct {
	Approach  string       // its name
	Regressor string       // or the learner
	Ratings   []float64    // predicted, in the order of the respondents
	Intervals [][2]float64 // a learner's, at the level of its coverage; nil for others
}

// Score reports on predictions, and on the constant best guess beside them, as on those of one given
// split: the training part had these ratings, and the test part is the whole data set.
func Score(
	ctx context.Context, ds *datasets.Dataset, train []float64, own Scored,
) (*Report, error) {
	n, o := len(ds.Respondents), Options{Trials: 1, Workers: 1, Predictions: true}
	report := newDatasetReport(ds, len(train), n)
	report.Given = true
	list := []Scored{own}
	if mean, _ := stats.MeanSD(train); own.Approach != "CBG" {
		list = append(list, Scored{Approach: "CBG", Regressor: controlRegressor,
			Ratings: slices.Repeat([]float64{mean}, n)})
	}
	everybody := make([]int, n)
	for i := range everybody {
		everybody[i] = i
	}
	points := wholePoints(ds)
	err := report.runTrials(ctx, o, func(int) (outcomes []outcome, _ error) {
		for _, s := range list {
			out := outcome{approach: s.Approach, regressor: s.Regressor, test: everybody,
				predicted: clip(s.Ratings), intervals: s.Intervals,
				score:  newScore(s.Ratings, report.Ratings),
				points: newPointsAgreement(s.Ratings, report.Ratings, points)}
			if s.Intervals != nil {
				out.learned = &learned{}
				for i, interval := range s.Intervals {
					out.learned.addInterval(interval, report.Ratings[i])
				}
				report.Primary = s.Approach
			}
			outcomes = append(outcomes, out)
		}
		return outcomes, nil
	})
	if err != nil {
		return nil, err
	}
	if err := report.compareJudges(ctx, o, 1, func(int) []int { return everybody }); err != nil {
		return nil, err
	}
	return &Report{Settings: o.settings("lrp-report"), Protocol: "given split",
		Datasets: []DatasetReport{*report}}, nil
}
