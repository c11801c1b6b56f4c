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
	return sumsOf(guesses).meanBy(Rules)
}

// sums are what the mean of guesses is computed from.
type sums struct{ sum, weight, lowest, highest float64 }

func sumsOf(guesses []Received) (s sums) {
	for _, g := range guesses {
		s = s.with(g)
	}
	return s
}

// with returns the sums with another guess, whose product with its weight is rounded before it is
// added.
func (s sums) with(g Received) sums {
	switch {
	case g.Weight == 0:
		return s
	case s.weight == 0:
		s.lowest, s.highest = g.Guess, g.Guess
	}
	return sums{s.sum + float64(g.Weight*g.Guess), s.weight + g.Weight, min(s.lowest, g.Guess),
		max(s.highest, g.Guess)}
}

// meanBy returns the mean, which is between the lowest and the highest guess, beyond which rounding
// may lead: the mean of equal guesses is exactly that guess. Earlier rules only kept to the scale.
func (s sums) meanBy(rules int) float64 {
	if rules == 0 {
		return min(s.sum/s.weight, MaxRating)
	}
	return min(max(s.sum/s.weight, s.lowest), s.highest)
}
