package lrp

import (
	"math"

	"github.com/luna-rating/luna/lrp/stats"
)

// Score is how well one trial's predictions meet the ratings.
type Score struct {
	RMSE    float64 // root mean squared error
	MAE     float64 // mean absolute error
	Pearson float64 // correlation; NaN where predictions or ratings are constant
}

// NewScore compares predictions with the actual ratings, of which there must be as many.
func NewScore(predicted, actual []float64) Score {
	var squares, absolute float64
	for i, p := range predicted {
		e := p - actual[i]
		squares += e * e
		absolute += math.Abs(e)
	}
	n := float64(len(actual))
	return Score{
		RMSE:    math.Sqrt(squares / n),
		MAE:     absolute / n,
		Pearson: stats.Pearson(predicted, actual),
	}
}

// Clip brings each prediction into [0,1], in place, and returns the slice.
func Clip(predicted []float64) []float64 {
	for i, p := range predicted {
		predicted[i] = clip(p)
	}
	return predicted
}

func clip(x float64) float64 { return min(max(x, 0), 1) }
