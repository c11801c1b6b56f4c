package lrp

import (
	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/regress"
)

// The names of the controls.
const (
	randomName   = "RAN"
	constantName = "CBG"
)

// Trial is one split of a data set as a control sees it.
type Trial struct {
	Seed   uint64    // as in [Options]
	Number int       // of the trial, from 0
	TrainY []float64 // the ratings of the training part
	Test   int       // the number of respondents to be predicted
}

// random is RAN: a rating drawn uniformly from [0,1) for each respondent of the test part.
func random(t Trial) []float64 {
	rng := stream.New(t.Seed, "RAN", t.Number)
	p := make([]float64, t.Test)
	for i := range p {
		p[i] = rng.Float64()
	}
	return p
}

// constantBestGuess is CBG: the mean rating of the training part; one half, the middle of the scale,
// where nobody has been rated yet.
func constantBestGuess(t Trial) []float64 {
	mean := 0.5
	if len(t.TrainY) > 0 {
		mean = regress.Mean(t.TrainY)
	}
	p := make([]float64, t.Test)
	for i := range p {
		p[i] = mean
	}
	return p
}
