package approach

import (
	"slices"

	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/regress"
)

// Trial is one split of a data set as a control sees it.
type Trial struct {
	Seed   uint64    // of the experiment
	Number int       // of the trial, from 0
	TrainY []float64 // the ratings of the training part
	Test   int       // the number of respondents to be predicted
}

// randomRatings is RAN: a rating drawn uniformly from [0,1) for each respondent of the test part.
func randomRatings(t Trial) []float64 {
	rng := stream.New(t.Seed, "RAN", t.Number)
	ratings := make([]float64, t.Test)
	for i := range ratings {
		ratings[i] = rng.Float64()
	}
	return ratings
}

// constantBestGuess is CBG: the mean rating of the training part, or 0.5, the middle of the scale,
// if that is empty.
func constantBestGuess(t Trial) []float64 {
	mean := 0.5
	if len(t.TrainY) > 0 {
		mean = regress.Mean(t.TrainY)
	}
	return slices.Repeat([]float64{mean}, t.Test)
}
