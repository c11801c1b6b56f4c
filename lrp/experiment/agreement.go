package experiment

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Agreement compares two lists of grades. Undefined values are NaN here and null in JSON.
type Agreement struct {
	Accuracy float64 `json:"accuracy"` // see [stats.Accuracy]
	Kappa    float64 `json:"kappa"`    // see [stats.QuadraticKappa]
	Pearson  float64 `json:"pearson"`  // see [stats.Pearson]
	RMSE     float64 `json:"rmse"`     // root mean square difference
}

// newAgreement compares predicted with actual grades of one question; pairs with a NaN are skipped.
// For the kappa, grades are rounded to the given number of levels.
func newAgreement(predicted, actual []float64, levels int) Agreement {
	return Agreement{
		Accuracy: stats.Accuracy(predicted, actual),
		Kappa:    stats.QuadraticKappa(predicted, actual, levels),
		Pearson:  stats.Pearson(predicted, actual),
		RMSE:     rootMeanSquare(predicted, actual),
	}
}

// rootMeanSquare returns the root mean square of the differences of pairs without a NaN.
func rootMeanSquare(predicted, actual []float64) float64 {
	var squares []float64
	for i, p := range predicted {
		if e := p - actual[i]; !math.IsNaN(e) {
			squares = append(squares, e*e)
		}
	}
	mean, _ := stats.MeanSD(squares)
	return math.Sqrt(mean)
}

// MeanAgreement is the mean of each measure over the elements of the list, such as the questions of
// an exam, for which it is defined.
func MeanAgreement(list []Agreement) Agreement { return meanFields(list) }

// UnmarshalJSON implements [json.Unmarshaler].
func (a *Agreement) UnmarshalJSON(data []byte) error {
	type plain Agreement
	return nullable.Unmarshal(data, (*plain)(a))
}

// maxLevels bounds the grading scales that [gradeLevels] recognises.
const maxLevels = 21

// unknownLevels is the number of levels if the scale is not recognised.
const unknownLevels = 11

// gradeLevels is the number of levels of the scale on which a data set was graded: the smallest k
// from 2 to 21 for which every judge's grade is a multiple of 1/(k-1); 11 if there is none. If the
// data does not tell the judges apart, the scores count.
func gradeLevels(ds *datasets.Dataset) int {
	var grades []float64
	for _, r := range ds.Respondents {
		for _, judgements := range r.Judgements {
			grades = append(grades, judgements...)
		}
	}
	if len(grades) == 0 {
		for _, r := range ds.Respondents {
			grades = append(grades, r.Scores...)
		}
	}
	for k := 2; k <= maxLevels; k++ {
		between := func(g float64) bool {
			x := g * float64(k-1)
			return math.Abs(x-math.Round(x)) > 1e-6
		}
		if !slices.ContainsFunc(grades, between) {
			return k
		}
	}
	return unknownLevels
}

// PointsAgreement compares predictions with ratings that are whole points, in points. Each measure
// is its mean over the trials for which it is defined. The set of measures is that of RSMTool
// (Madnani, Loukina, von Davier, Burstein and Cahill, Building Better Open-Source Tools to Support
// Fairness in Automated Scoring, 2017); the correlation is that of [Result]. Predictions are
// rounded for all but SMD.
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

// wholePoints returns the highest number of points if all ratings are whole points from 0 or
// another whole number, else 0.
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

// newPointsAgreement compares the predictions of one trial with ratings of so many points. It is
// nil for 0, and for a single respondent.
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
	if trials[0].Points == nil {
		return nil
	}
	var list []PointsAgreement
	for _, t := range trials {
		list = append(list, *t.Points)
	}
	mean := meanFields(list)
	return &mean
}
