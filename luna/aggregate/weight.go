package aggregate

import "github.com/luna-rating/luna/luna/game"

// weightTolerance allows for rounding in sums of weights, such as five times 1/5.
const weightTolerance = 1e-9

// weighing returns a copy without the guesses of weight 0.
func weighing(guesses []game.Received) []game.Received {
	list := make([]game.Received, 0, len(guesses))
	for _, g := range guesses {
		if g.Weight > 0 {
			list = append(list, g)
		}
	}
	return list
}

// begin returns the first rating, and the guesses that follow it. The first rating is the mean of
// the guesses that make it, until they weigh [game.MinWeight] together: that of a single guess of
// weight 1 is the guess itself (2.5.2).
func begin(guesses []game.Received) (first float64, rest []game.Received) {
	list := weighing(guesses)
	n, sum, weight := 0, 0.0, 0.0
	for n < len(list) && weight < game.MinWeight*(1-weightTolerance) {
		sum += float64(list[n].Weight * list[n].Guess)
		weight += list[n].Weight
		n++
	}
	return min(sum/weight, game.MaxRating), list[n:]
}
