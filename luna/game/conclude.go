package game

import (
	"time"
)

// conclusion is the effect of the guesses of a game, by seat.
type conclusion struct {
	before, after [2]held
	outcomes      [2]Outcome
	counts        [2]bool // whether there is a guess about the player and its maker is human
	sameNetwork   bool    // one person may be both players
	// unscored says that wins and streaks do not change.
	unscored [2]bool
}

// conclude returns the effect that guesses, by the seat that made them, would have; nil means no
// guess. It changes nothing.
func (t *Tournament) conclude(g *Game, made [2]*Received, rules int) (conclusion, error) {
	players := [2]*player{t.players[g.Seats[0].Player], t.players[g.Seats[1].Player]}
	var c conclusion
	for i, p := range players {
		guess := made[1-i]
		var err error
		if c.before[i], err = t.ratingOf(p, rules); err != nil {
			return conclusion{}, err
		}
		if c.after[i] = c.before[i]; guess == nil || players[1-i].Machine {
			continue
		}
		c.counts[i] = true
		if c.after[i], err = t.ratingWith(p, *guess, rules); err != nil {
			return conclusion{}, err
		}
		if rules == 0 {
			c.after[i] = held{rating: c.after[i].full()}
		}
	}
	if a, b := made[0], made[1]; a != nil && b != nil {
		c.outcomes = decide([2]*float64{c.before[0].rating, c.before[1].rating},
			[2]float64{a.Guess, b.Guess})
		c.sameNetwork = a.Origin != 0 && a.Origin == b.Origin
		c.score()
	}
	return c, nil
}

// score decides for whom a game counts among wins and streaks: for nobody if one person may be both
// players, and never for a player whose own rating is provisional. One account that guesses 0 would
// otherwise be enough to be misjudged by everybody, and win. To a provisional rating, a player with
// a full one does not lose either, but wins, as against a player without any.
func (c *conclusion) score() {
	for i, own := range c.before {
		c.unscored[i] = c.sameNetwork || own.provisional ||
			c.before[1-i].provisional && c.outcomes[i] != Won
	}
}

// made returns the guess that a seat made.
func (g *Game) made(seat int) Received {
	s := &g.Seats[seat]
	return Received{By: s.Player, Guess: *s.Guess, Weight: s.weight(), Origin: s.Origin}
}

// weight returns the weight of the guess of a seat, which is 1 unless the log has another.
func (s *Seat) weight() float64 {
	if s.Weight == nil {
		return 1
	}
	return *s.Weight
}

// withGuess returns a game after the guess of an event.
func (g *Game) withGuess(seat int, e Event) *Game {
	c := *g
	s := &c.Seats[seat]
	s.Guess = e.Guess
	s.Weight = e.Weight
	s.Origin = e.Origin
	return &c
}

// guesses returns both guesses of a game that has them.
func (g *Game) guesses() [2]*Received {
	return [2]*Received{new(g.made(0)), new(g.made(1))}
}

// settleGame applies a conclusion and ends the game.
func (t *Tournament) settleGame(g *Game, c conclusion, s Status, at time.Time) {
	for i := range g.Seats {
		seat := &g.Seats[i]
		p := t.players[seat.Player]
		t.touchPlayer(p)
		seat.Before, seat.EarlyBefore = c.before[i].full(), c.before[i].early()
		seat.After, seat.EarlyAfter = c.after[i].full(), c.after[i].early()
		seat.Outcome = &c.outcomes[i]
		if seat.Guess != nil {
			p.Guesses = append(p.Guesses, PastGuess{
				Game: g.ID, Guess: *seat.Guess, Rating: c.before[1-i].full(), Time: at,
			})
		}
		p.Games++
		if !c.unscored[i] {
			p.record(c.outcomes[i])
		}
		if c.counts[i] {
			p.rate(c.after[i].full(), g.made(1-i), at, t.events)
		}
	}
	if t.end(g, s); s == Finished {
		t.redeem(g)
	}
}
