package player

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// Errors contains mean absolute errors of guesses, in points from 0 to 100, over a range of games:
// of the player's guesses and of those that two controls would have made in the same games. The
// errors are NaN if no guess is known.
type Errors struct {
	First, Last int     // the range of games, counted from 1
	Games       int     // number of games in the range whose guess is known
	Player      float64 // error of the player's guesses
	RunningMean float64 // error of the mean of the ratings in all games before, 50 in the first
	Constant    float64 // error of the middle of the scale
}

// Report returns the errors of the guesses in records, for consecutive ranges of a number of games.
// The last range may be shorter.
func Report(records []Record, size int) []Errors {
	var list []Errors
	size = max(1, size)
	sum := 0.0 // of earlier ratings
	for i, r := range records {
		if i%size == 0 {
			list = append(list, Errors{First: i + 1})
		}
		mean := float64(game.MaxRating) / 2
		if i > 0 {
			mean = sum / float64(i)
		}
		sum += r.Rating
		e := &list[len(list)-1]
		e.Last = i + 1
		if math.IsNaN(r.Guess.Rating) {
			continue
		}
		e.Games++
		e.Player += math.Abs(r.Guess.Rating - r.Rating)
		e.RunningMean += math.Abs(mean - r.Rating)
		e.Constant += math.Abs(float64(game.MaxRating)/2 - r.Rating)
	}
	for i := range list {
		e := &list[i]
		n := float64(e.Games) // 0/0 is NaN
		e.Player = e.Player / n
		e.RunningMean = e.RunningMean / n
		e.Constant = e.Constant / n
	}
	return list
}
