package game

// conclusion is the effect of the guesses of a game, by seat.
type conclusion struct {
	before, after [2]*float64 // ratings
	outcomes      [2]Outcome
	counts        [2]bool // whether the opponent is human, so that the guess counts
}

// conclude returns the effect that guesses, by the seat that made them, would have. It changes
// nothing.
func (t *Tournament) conclude(g *Game, made [2]float64) (conclusion, error) {
	players := [2]*player{t.players[g.Seats[0].Player], t.players[g.Seats[1].Player]}
	var c conclusion
	for i, p := range players {
		c.before[i], c.after[i] = p.Rating, p.Rating
		if c.counts[i] = !players[1-i].Machine; !c.counts[i] {
			continue
		}
		after, err := t.rating(p, made[1-i])
		if err != nil {
			return conclusion{}, err
		}
		c.after[i] = &after
	}
	c.outcomes = decide(c.before, made)
	return c, nil
}

// guesses returns both guesses of a game in which the other seat guessed before.
func guesses(g *Game, seat int, guess float64) [2]float64 {
	var made [2]float64
	made[seat], made[1-seat] = guess, *g.Seats[1-seat].Guess
	return made
}
