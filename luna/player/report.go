package player

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// Errors are mean absolute errors of guesses on the scale from 0 to 100, over games of which a first and a last one are given by their number, from 1. The
// guesses of the player stand beside those that two controls would have made in the same games.
type Errors struct {
	First, Last int
	Games       int     // of these, those of which the guess is known
	Player      float64 // NaN where there are none, as the others
	RunningMean float64 // the mean of the ratings revealed in the games before, the middle before the first
	Constant    float64 // the middle of the scale
}

// Report is how well the guesses of a memory's records were, in parts of so many games each, the last one perhaps of fewer.
func Report(records []Record, each int) []Errors {
	var list []Errors
	each = max(1, each)
	sum := 0.0 // of the ratings before
	for i, r := range records {
		if i%each == 0 {
			list = append(list, Errors{First: i + 1})
		}
		before := float64(game.MaxRating) / 2
		if i > 0 {
			before = sum / float64(i)
		}
		sum += r.Rating
		e := &list[len(list)-1]
		e.Last = i + 1
		if math.IsNaN(r.Guess.Rating) {
			continue
		}
		e.Games++
		e.Player += math.Abs(r.Guess.Rating - r.Rating)
		e.RunningMean += math.Abs(before - r.Rating)
		e.Constant += math.Abs(float64(game.MaxRating)/2 - r.Rating)
	}
	for i := range list {
		n := float64(list[i].Games) // 0/0 is NaN
		list[i].Player, list[i].RunningMean, list[i].Constant = list[i].Player/n, list[i].RunningMean/n, list[i].Constant/n
	}
	return list
}
