package game

import (
	"errors"
	"time"
)

// Ending is why a game ended before both players had guessed.
type Ending string

// The endings. [View.HowEnded] has words for them.
const (
	EndLeft     Ending = "left"     // a player left it
	EndMoved    Ending = "moved"    // a player went on elsewhere, since the other one was silent
	EndAccount  Ending = "account"  // the account of a player was deleted or suspended
	EndSilence  Ending = "silence"  // nobody acted in time
	EndRoom     Ending = "room"     // it waited, and others needed its room
	EndOperator Ending = "operator" // the operator ended it
)

// Side is a player as seen by the other one, or by themselves; "" is nobody.
type Side string

// The sides.
const (
	You      Side = "you"
	Opponent Side = "opponent"
)

// The reasons of events that end games, with the endings.
const (
	reasonRoom     = "others need its room"
	reasonOperator = "ended by the operator"
	reasonSilence  = "silence"
	reasonAccount  = "the account is gone"
)

var endingOf = map[string]Ending{reasonRoom: EndRoom, reasonOperator: EndOperator,
	reasonSilence: EndSilence, reasonAccount: EndAccount}

// EndBy sets how a game ended, given the event that ended it. If nobody left the game, it ended
// because of the player whose answer was missing.
func (g *Game) EndBy(e Event) {
	g.Ending, g.EndedBy, g.Moved = endingOf[e.Reason], e.Player, e.Moved
	a, b := &g.Seats[0], &g.Seats[1]
	switch {
	case e.Player != "", b.Player == "":
	case a.Submitted < b.Submitted:
		g.EndedBy = a.Player
	case b.Submitted < a.Submitted:
		g.EndedBy = b.Player
	}
	switch {
	case g.Ending != "":
	case e.Moved != "":
		g.Ending = EndMoved
	case e.Kind == Expired || e.Kind == Evicted || e.Time.Sub(g.Updated) >= ExpireAfter:
		g.Ending = EndSilence
	default:
		g.Ending = EndLeft
	}
}

// phrases say how a game ended because of nobody, of the reader, or of the other player.
var phrases = map[Ending]map[Side]string{
	EndLeft:  {You: "you left the game", Opponent: "the other player has left the game"},
	EndMoved: {You: "you went on in another game", Opponent: "you were silent, and the other player went on elsewhere"},
	EndAccount: {You: "the game ended when your account was suspended",
		Opponent: "the other player has left the site"},
	EndSilence: {"": "the game has expired, because nobody acted in time",
		You:      "the game has expired, because you did not act in time",
		Opponent: "the game has expired, because the other player did not act in time"},
	EndRoom: {"": "this game waited for somebody, and others needed its room",
		You:      "this game waited for you, and others needed its room",
		Opponent: "this game waited for the other player, and others needed its room"},
}

// HowEnded says how the game ended, in a phrase for the player; "" for a game that is being played.
func (v View) HowEnded() string {
	switch {
	case v.Active:
		return ""
	case v.Ending == "":
		return "both players have guessed, so this game is over"
	case v.Ending == EndOperator:
		return "the operator of this site ended the game"
	}
	return phrases[v.Ending][v.EndedBy]
}

// explained is an error of this package in words for a player.
type explained struct {
	text string
	is   error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.is }

// over returns the error for a move in a game that is not being played.
func (g *Game) over(mover PlayerID) error {
	e := &explained{is: ErrExpired}
	switch g.Status {
	case Finished, Forfeit:
		e.is = ErrGameOver
	case Left:
		e.is = ErrInactive
	}
	e.text = e.is.Error()
	if v, err := g.View(mover, nil); err == nil {
		e.text = v.HowEnded()
	}
	return e
}

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
	_, err := t.forfeited(g, seat, e)
	return err
}

// forfeited returns the effect of leaving a game after the opponent has guessed. The guess of the
// player who stays counts, since players who expect a low one would leave before it does otherwise.
// The game is lost for the one who leaves and, if they are rated, won for the other. Newcomers are
// excepted because a player could create them in order to win.
func (t *Tournament) forfeited(g *Game, leaver int, e Event) (conclusion, error) {
	var made [2]*Received
	for i := range g.Seats {
		if g.Seats[i].Guess != nil { // of the one who stays, unless the leaver's account is gone
			made[i] = new(g.made(i))
		}
	}
	c, err := t.conclude(g, made, e.Rules)
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
