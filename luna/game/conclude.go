package game

// conclusion is what the guesses of a game do, by seat.
type conclusion struct {
	before, after [2]*float64 // ratings
	outcomes      [2]Outcome
	counts        [2]bool // whether the guess of the opponent counts, who then is human
}

// conclude returns what guesses, by the seat that made them, would do to a game. It changes nothing.
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

// guesses returns those of a game in which one seat has guessed and now the other one does.
func guesses(g *Game, seat int, guess float64) [2]float64 {
	var made [2]float64
	made[seat], made[1-seat] = guess, *g.Seats[1-seat].Guess
	return made
}
