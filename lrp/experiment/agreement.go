package experiment

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
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
// from 2 to 21 for which every judge's grade is a multiple of 1/(k-1); 11 if there is none. Half
// points are levels too: grades of 0, .5, … 5 points have 11. If the data does not tell the judges
// apart, the scores count.
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

// PointsAgreement compares predictions with ratings that are whole or half points. Each measure is
// its mean over the trials for which it is defined. The set of measures is that of RSMTool
// (Madnani, Loukina, von Davier, Burstein and Cahill, Building Better Open-Source Tools to Support
// Fairness in Automated Scoring, 2017); the correlation is that of [Result]. Predictions are
// rounded to the steps of the ratings for Kappa, Exact and Adjacent.
type PointsAgreement struct {
	// Step is 1 for ratings that are whole points, .5 for half points, and NaN in old documents,
	// which have whole points alone. A level of Kappa is a step.
	Step  float64 `json:"step"`
	Kappa float64 `json:"kappa"` // see [stats.QuadraticKappa]
	// KappaUnrounded is [stats.UnroundedKappa] of the predictions as they are. It is the one that
	// RSMTool has had since its version 7.
	KappaUnrounded float64 `json:"kappa_unrounded"`
	Exact          float64 `json:"exact"`    // share of predictions that are the rating
	Adjacent       float64 `json:"adjacent"` // share of those at most a point off, which is two half points
	// SMD is the mean prediction less the mean rating, in standard deviations (n-1) of the ratings.
	SMD float64 `json:"smd"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *PointsAgreement) UnmarshalJSON(data []byte) error {
	type plain PointsAgreement
	return nullable.Unmarshal(data, (*plain)(p))
}

// points are the steps of a scale on which all ratings lie: their number, 0 if there are none, and
// their size, 1 or .5.
type points struct {
	steps int
	size  float64
}

// pointsOf returns the largest steps, counted from the lowest rating of the scale.
func pointsOf(ds *datasets.Dataset) points {
	s := ds.Scale
	if s.Unit() || s.Span() > 1e6 {
		return points{}
	}
	for _, size := range []float64{1, .5} {
		between := func(x float64) bool { return !(math.Abs(x/size-math.Round(x/size)) < 1e-6) }
		if !between(s.Zero) && !between(s.Full) &&
			!slices.ContainsFunc(ds.Respondents, func(r datasets.Respondent) bool {
				return r.Rated() && between(s.Value(r.Rating))
			}) {
			return points{int(math.Round(s.Span() / size)), size}
		}
	}
	return points{}
}

// newPointsAgreement compares the predictions of one trial with ratings on such steps. It is nil
// without steps, and for a single respondent.
func newPointsAgreement(predicted, actual []float64, in points) *PointsAgreement {
	if in.steps == 0 || len(actual) < 2 {
		return nil
	}
	exact, adjacent, steps := 0.0, 0.0, float64(in.steps)
	for i, p := range predicted {
		off := math.Abs(math.Floor(p*steps+.5) - math.Round(actual[i]*steps))
		if off < .5 {
			exact++
		}
		if off*in.size < 1.25 {
			adjacent++
		}
	}
	n := float64(len(actual))
	mean, sd := stats.MeanSD(actual)
	of, _ := stats.MeanSD(predicted)
	return &PointsAgreement{
		Step: in.size, Kappa: stats.QuadraticKappa(predicted, actual, in.steps+1),
		KappaUnrounded: stats.UnroundedKappa(predicted, actual),
		Exact:          exact / n, Adjacent: adjacent / n, SMD: (of - mean) / sd,
	}
}

// meanPoints returns the mean over the trials; nil if ratings are not points.
func meanPoints(trials []outcome) *PointsAgreement {
	if trials[0].Points == nil {
		return nil
	}
	list := numbers.Map(trials, func(t outcome) PointsAgreement { return *t.Points })
	mean := meanFields(list)
	return &mean
}
