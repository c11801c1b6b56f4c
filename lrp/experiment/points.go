package experiment

import (
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// PointsAgreement compares predictions with ratings that are whole points, in points: the mean over
// the trials that define it. The set of measures is that of RSMTool (Madnani, Loukina, von Davier,
// Burstein and Cahill, Building Better Open-Source Tools to Support Fairness in Automated Scoring,
// 2017); the correlation is that of [Result]. Predictions are rounded for all but SMD.
type PointsAgreement struct {
	Kappa    float64 `json:"kappa"`    // see [stats.QuadraticKappa]
	Exact    float64 `json:"exact"`    // share of predictions that are the rating
	Adjacent float64 `json:"adjacent"` // share of those that are at most one point off
	// SMD is the mean prediction less the mean rating, in standard deviations (n-1) of the ratings.
	SMD float64 `json:"smd"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *PointsAgreement) UnmarshalJSON(data []byte) error {
	type plain PointsAgreement
	return nullable.Unmarshal(data, (*plain)(p))
}

// wholePoints returns the highest number of points if all ratings are whole points from 0 or another
// whole number, else 0.
func wholePoints(ds *datasets.Dataset) int {
	whole := func(x float64) bool { return math.Abs(x-math.Round(x)) < 1e-6 }
	s := ds.Scale
	if s.Unit() || !whole(s.Zero) || !whole(s.Full) || s.Span() > 1e6 {
		return 0
	}
	for i := range ds.Respondents {
		if r := &ds.Respondents[i]; r.Rated() && !whole(s.Value(r.Rating)) {
			return 0
		}
	}
	return int(math.Round(s.Span()))
}

// newPointsAgreement compares the predictions of one trial with ratings of so many points. It is nil
// for 0, and for a single respondent.
func newPointsAgreement(predicted, actual []float64, points int) *PointsAgreement {
	if points == 0 || len(actual) < 2 {
		return nil
	}
	exact, adjacent := 0.0, 0.0
	for i, p := range predicted {
		off := math.Abs(math.Floor(p*float64(points)+.5) - math.Round(actual[i]*float64(points)))
		if off < .5 {
			exact++
		}
		if off < 1.5 {
			adjacent++
		}
	}
	n := float64(len(actual))
	mean, sd := stats.MeanSD(actual)
	of, _ := stats.MeanSD(predicted)
	return &PointsAgreement{
		Kappa: stats.QuadraticKappa(predicted, actual, points+1),
		Exact: exact / n, Adjacent: adjacent / n, SMD: (of - mean) / sd,
	}
}

// meanPoints returns the mean over the trials; nil if ratings are not points.
func meanPoints(trials []outcome) *PointsAgreement {
	if trials[0].points == nil {
		return nil
	}
	return &PointsAgreement{
		Kappa:    meanDefined(trials, func(t outcome) float64 { return t.points.Kappa }),
		Exact:    meanDefined(trials, func(t outcome) float64 { return t.points.Exact }),
		Adjacent: meanDefined(trials, func(t outcome) float64 { return t.points.Adjacent }),
		SMD:      meanDefined(trials, func(t outcome) float64 { return t.points.SMD }),
	}
}
