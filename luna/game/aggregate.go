package game

// Aggregate computes a Smarts Rating from guesses. The rules use [Mean]; package aggregate provides
// others.
type Aggregate interface {
	// Name identifies the aggregate in settings and reports.
	Name() string
	// Rating returns the rating, from 0 to 100, of a player about whom human opponents made these
	// guesses, oldest first. At least one has a positive Weight; one of weight 0 has no effect, and
	// if all have the weight 1, the result is the same as without weights. The same guesses must
	// give the same rating. The slice must be neither modified nor kept.
	Rating(guesses []Received) float64
}

// Received is a Guess, from 0 to 100, that a human opponent made about a player.
type Received struct {
	By    PlayerID // who made the guess
	Guess float64
	// Left says that nobody made the guess, which is 0: it is the price of a game that the player
	// left. By then differs from all others.
	Left bool
	// Weight says how much the guess counts, from 0 to 1. In the state of a tournament it is the
	// weight that the guess was given when it was made. An [Aggregate] receives what remains of it
	// after guesses from the same network have been made to share a weight and the guesses of
	// damped players have been reduced.
	Weight float64
	// Origin stands for the network from which the guess was made, from 1 to [MaxOrigin]; 0 means
	// unknown, and differs from all others.
	Origin uint64
}

// Mean is the mean of all guesses (2.5), by weight: “The mean was chosen for simplicity, though
// more sophisticated statistics that are adaptive, such as Elo Ratings, could also be used in the
// future.”
type Mean struct{}

// Name returns "mean".
func (Mean) Name() string { return "mean" }

// Rating adds the guesses in order, so that the result is the same to the bit on every machine:
// products are rounded before they are added, and weights of 1 change nothing.
func (Mean) Rating(guesses []Received) float64 {
	sum, weight := 0.0, 0.0
	for _, g := range guesses {
		sum += float64(g.Weight * g.Guess)
		weight += g.Weight
	}
	return mean(sum, weight)
}

func mean(sum, weight float64) float64 {
	return min(sum/weight, MaxRating) // rounding may lead beyond it
}
