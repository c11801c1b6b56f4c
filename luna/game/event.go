package game

import (
	"slices"
	"time"
)

// PlayerID names a player. It is never shown to another one.
type PlayerID string

// GameID names a game.
type GameID string

// Kind is what an event does.
type Kind string

// The kinds of events, and which fields of an [Event] they have besides Kind and Time.
const (
	Registered  Kind = "registered"  // Player entered the system, Machine tells as what.
	Opened      Kind = "opened"      // Player opened Game; with Questions her interview is done.
	Joined      Kind = "joined"      // Player joined Game; with Questions her interview is done.
	Interviewed Kind = "interviewed" // Player asks Questions in Game.
	Responded   Kind = "responded"   // Player gives Responses in Game.
	Guessed     Kind = "guessed"     // Player makes a Guess in Game. The second guess ends it.
	Scored      Kind = "scored"      // Player gives Scores to responses of her opponent in Game.
	Deactivated Kind = "deactivated" // Player left Game, which ends it for both.
	Expired     Kind = "expired"     // Game ends, because nobody acted for three days.
	Noticed     Kind = "noticed"     // Player took note of what is new in Game, in all her games where none is named.
)

var kinds = []Kind{Registered, Opened, Joined, Interviewed, Responded, Guessed, Scored, Deactivated, Expired, Noticed}

// Event is one change of a [Tournament]: its Kind, the Time at which it happened, the Player who did it, the Game it is of and, as the kind
// has them, Machine, Questions, Responses, Guess and Scores. Its form in JSON keeps all of it: what is read back is equal.
type Event struct {
	Kind      Kind      `json:"kind"`
	Time      time.Time `json:"time"`
	Player    PlayerID  `json:"player,omitempty"`
	Game      GameID    `json:"game,omitempty"`
	Machine   bool      `json:"machine,omitempty"`
	Questions []string  `json:"questions,omitempty"`
	Responses []string  `json:"responses,omitempty"`
	Guess     *float64  `json:"guess,omitempty"`
	Scores    []Score   `json:"scores,omitempty"`
}

// Score is what a player gives to a single response: Number counts from 0, Score is from 0 to 100.
type Score struct {
	Number int     `json:"number"`
	Score  float64 `json:"score"`
}

// normal is the event as it is kept: with times that compare equal after a way through JSON, and with memory of its own.
func (e Event) normal() Event {
	e.Time = e.Time.UTC().Round(0)
	e.Questions = slices.Clone(e.Questions)
	e.Responses = slices.Clone(e.Responses)
	e.Scores = slices.Clone(e.Scores)
	for i := range e.Scores {
		e.Scores[i].Score = plusZero(e.Scores[i].Score)
	}
	if e.Guess != nil {
		g := plusZero(*e.Guess)
		e.Guess = &g
	}
	return e
}
