package play

import (
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Role is what a player is, or wants to be, in a game.
type Role string

// The roles.
const (
	AsBettor Role = "bettor"
	AsTarget Role = "target"
)

// Lobby is the lobby as a player sees it.
type Lobby struct {
	Role    Role          // the player's own while they wait, else ""
	Since   time.Time     // when the player began to wait
	Bettors int           // number of bettors who wait, including the player
	Targets int           // number of people who wait to be the target, including the player
	Start   time.Duration // time until a game starts with those who wait; less than 0 if none will
	Game    string        // the game that the player is in, "" if none
	Playing int           // games under way
	Called  bool          // the player is called when somebody else waits
	Consent bool          // the player has agreed that the logs of games are published
}

// Exchange is a question that is or was current, with its answer, as a player sees it.
type Exchange struct {
	Number   int           // from 1
	Bettor   string        // who asked
	Question string        //
	Asked    time.Duration // when it became current
	Answered time.Duration // when the answer or its signal was seen; less than 0 before
	Answer   string        // "" until the player may see it
}

// State is all that a player may know of a game now.
type State struct {
	Game      string
	Role      Role
	Name      string // the player's name in the game, such as "Bettor 2" or [trade.Target]
	Settings  trade.Settings
	Now       time.Duration // time since the start
	Bettors   []archive.Bettor
	Exchanges []Exchange
	Current   int      // the number of the current question, 0 if there is none
	Queue     []string // the player's own questions that wait for their turn
	Price     float64
	Curve     []trade.Point
	Holding   trade.Holding
	Ended     *trade.Message // the message that the game has ended, or nil
	Over      bool           // no more messages will follow
	Next      int            // the number of messages that led to the state
	Practice  bool           // the game counts for nothing
	Target    string         // what the target of a practice game that has ended was
}

// Action is what a player does in a game.
type Action struct {
	Kind   trade.Kind // Question, Answer, Bet, Done or Leave
	Text   string     // of a question or an answer
	Side   trade.Side // of a bet
	Number int        // of the question that an answer is to
	// Key is chosen by the client for each action, 1 to 64 characters. An action with the key of an
	// earlier one by the same player in the same game is taken for that one and answered in the
	// same way.
	Key string
}
