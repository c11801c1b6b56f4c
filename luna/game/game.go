package game

import (
	"slices"
	"time"
)

// Stage is a part of a game.
type Stage int

// The stages: the three phases of the thesis, and the game's conclusion.
const (
	Interviewing Stage = iota
	Responding
	Guessing
	Final
)

// String is a word for the stage, as "interview".
func (s Stage) String() string {
	if s < Interviewing || s > Final {
		return "unknown"
	}
	return [...]string{"interview", "response", "guess", "final"}[s]
}

// Status tells whether a game is being played, and if not, why.
type Status int

// Active is a game being played, or waiting for a second player. Finished has a result; a game that a player Left by deactivating it or
// that is TimedOut, expired, has none.
const (
	Active Status = iota
	Finished
	Left
	TimedOut
)

// String is a word for the status, as "active".
func (s Status) String() string {
	if s < Active || s > TimedOut {
		return "unknown"
	}
	return [...]string{"active", "finished", "deactivated", "expired"}[s]
}

// Game is all of a game, the secrets of both players included: for logs, exports and tests. What a player may see is a [View].
// The ID is the name it was opened under, and Status tells whether it is being played.
type Game struct {
	ID      GameID
	Opened  time.Time
	Updated time.Time // the last activity
	Status  Status
	// Phase counts the submissions, from 0 to 6: two interviews, two sets of responses, two guesses.
	Phase int
	// Seats are the players, first the one who opened the game. The second seat of an open game has no Player.
	Seats [2]Seat
}

// Seat is a player's part in a game.
type Seat struct {
	Player    PlayerID
	Questions []string            // those she asked, nil before
	Responses []string            // those she gave, nil before
	Scores    [Questions]*float64 // what the opponent gave for each of Responses, nil where nothing
	Guess     *float64            // of the opponent's rating, nil before

	Before  *float64 // her rating when the game ended, without its guess; nil where none
	After   *float64 // her rating with it
	Outcome *Outcome // nil before the end
	Notice  bool     // the other player or time has done what she has not noticed yet
}

// Stage is the part that a game is in.
func (g *Game) Stage() Stage { return Stage(g.Phase / 2) }

// seatOf returns the number of a player's seat, -1 where she has none.
func (g *Game) seatOf(p PlayerID) int {
	return slices.IndexFunc(g.Seats[:], func(s Seat) bool { return s.Player == p })
}

// open tells whether a second player is missing.
func (g *Game) open() bool { return g.Status == Active && g.Seats[1].Player == "" }

// submitted tells whether a seat has done its part of a stage.
func (g *Game) submitted(seat int, s Stage) bool {
	switch s {
	case Interviewing:
		return g.Seats[seat].Questions != nil
	case Responding:
		return g.Seats[seat].Responses != nil
	default:
		return g.Seats[seat].Guess != nil
	}
}

// toAct tells whether the game waits for a seat.
func (g *Game) toAct(seat int) bool {
	return g.Status == Active && g.Seats[seat].Player != "" && !g.submitted(seat, g.Stage())
}

// overdue tells whether a game has to expire.
func (g *Game) overdue(now time.Time) bool {
	return g.Status == Active && now.Sub(g.Updated) >= ExpireAfter
}

// touch notes activity. A clock that was set back does not shorten a game's life.
func (g *Game) touch(now time.Time) {
	if now.After(g.Updated) {
		g.Updated = now
	}
}

func (g *Game) copied() Game {
	c := *g
	for i := range c.Seats {
		s := &c.Seats[i]
		s.Questions, s.Responses = slices.Clone(s.Questions), slices.Clone(s.Responses)
	}
	return c
}
