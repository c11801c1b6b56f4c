package experiment

import (
	"math"

	"github.com/luna-rating/luna/lrp/stats"
)

// score compares the predictions of one trial with the ratings.
type score struct {
	RMSE    float64 // root mean squared error
	MAE     float64 // mean absolute error
	Pearson float64 // correlation; NaN if predictions or ratings are constant
}

// newScore compares predictions with the actual ratings, of which there must be as many.
func newScore(predicted, actual []float64) score {
	var squares, absolute float64
	for i, p := range predicted {
		e := p - actual[i]
		squares += e * e
		absolute += math.Abs(e)
	}
	n := float64(len(actual))
	return score{math.Sqrt(squares / n), absolute / n, stats.Pearson(predicted, actual)}
}

// clip brings predictions into [0,1], in place, and returns the slice.
func clip(predicted []float64) []float64 {
	for i, p := range predicted {
		predicted[i] = min(max(p, 0), 1)
	}
	return predicted
}
