package game

import (
	"errors"
	"time"
)

// Leave returns the event by which a player ends a game: [Deactivated], or [Forfeited] if the
// opponent has guessed and the player has not. Origin stands for the player's network, 0 if
// unknown.
func (t *Tournament) Leave(id PlayerID, name GameID, origin uint64, now time.Time) (Event, error) {
	e := Event{Kind: Deactivated, Time: now, Player: id, Game: name}
	g, err := t.loadGame(name)
	if err != nil && !errors.Is(err, ErrUnknownGame) {
		return e, err
	}
	if err == nil {
		if seat := g.forfeiter(); seat >= 0 && g.Seats[seat].Player == id {
			e.Kind, e.Origin, e.Rules = Forfeited, origin, Rules
		}
	}
	return e, t.Check(e)
}

// forfeiter returns the seat whose player loses the game by ending it, -1 if there is none.
func (g *Game) forfeiter() int {
	if g.Status != Active || g.Phase != 5 {
		return -1
	}
	if g.Seats[0].Guess == nil {
		return 0
	}
	return 1
}

// checkForfeited allows a player to leave after the opponent has guessed, by a request or, after
// three days, by silence.
func (t *Tournament) checkForfeited(g *Game, seat int, e Event) error {
	if g.Status != Active {
		return g.over(e.Player)
	}
	if g.forfeiter() != seat && (e.Reason != reasonAccount || g.Phase != 5) {
		return ErrNotForfeit
	}
	if err := checkOrigin(e.Origin); err != nil {
		return err
	}
	_, err := t.forfeited(t.events, g, seat, e)
	return err
}

// forfeited returns the effect of leaving a game after a number of events. Otherwise players who
// expect a low guess would leave before it counts. The guess of the player who stays counts, and
// the game is lost for the one who leaves and, if they are rated, won for the other. Newcomers are
// excepted because a player could create them in order to win.
func (t *Tournament) forfeited(events int, g *Game, leaver int, e Event) (conclusion, error) {
	var made [2]*Received
	for i := range g.Seats {
		if g.Seats[i].Guess != nil { // of the one who stays, unless the leaver's account is gone
			made[i] = new(g.made(i))
		}
	}
	c, err := t.conclude(events, g, made, e.Rules)
	if err != nil {
		return conclusion{}, err
	}
	c.outcomes[leaver], c.outcomes[1-leaver] = Lost, Tied
	if c.before[leaver].full() != nil {
		c.outcomes[1-leaver] = Won
	}
	same := e.Origin != 0 && e.Origin == g.Seats[1-leaver].Origin
	c.unscored = [2]bool{same, same}
	return c, nil
}
