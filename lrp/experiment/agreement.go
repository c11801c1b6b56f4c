package experiment

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Agreement compares two lists of grades. What is not defined is NaN here and null in JSON.
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

// rootMeanSquare is that of the differences of pairs without a NaN.
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
// an exam, that define it.
func MeanAgreement(list []Agreement) Agreement {
	return Agreement{
		Accuracy: meanDefined(list, func(a Agreement) float64 { return a.Accuracy }),
		Kappa:    meanDefined(list, func(a Agreement) float64 { return a.Kappa }),
		Pearson:  meanDefined(list, func(a Agreement) float64 { return a.Pearson }),
		RMSE:     meanDefined(list, func(a Agreement) float64 { return a.RMSE }),
	}
}

// meanDefined returns the mean of a measure over the elements of a list that define it.
func meanDefined[T any](list []T, measure func(T) float64) float64 {
	var values []float64
	for _, x := range list {
		if v := measure(x); nullable.Defined(v) {
			values = append(values, v)
		}
	}
	mean, _ := stats.MeanSD(values)
	return mean
}

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
