package simulate

// Strategy is how a player makes Reported Guesses.
type Strategy interface {
	// Name is the strategy's, in a figure.
	Name() string
	// Report is what the player reports in a situation, a finite number.
	Report(s Situation) float64
}

// Situation is all that a player may go by when she reports a guess.
type Situation struct {
	t                *Tournament
	player, opponent int
}

// ActualGuess is what the player thinks of the opponent, G*(p,q).
func (s Situation) ActualGuess() float64 { return s.t.actual(s.player, s.opponent) }

// Chance is a number uniform on [0,1), which depends on nothing but player and opponent.
func (s Situation) Chance() float64 { return s.t.chance(s.player, s.opponent) }

// Games is how many games were played before in the whole tournament.
func (s Situation) Games() int { return s.t.games }

// First reports whether this is the player's first game.
func (s Situation) First() bool { return s.t.players[s.player].games == 0 }

// MeanRating is the mean of all Smarts Ratings; there may be none yet.
func (s Situation) MeanRating() (mean float64, ok bool) {
	n := len(s.t.sorted)
	return s.t.sum / float64(n), n > 0
}

// Variant is that of the tournament.
func (s Situation) Variant() Variant { return s.t.variant }
