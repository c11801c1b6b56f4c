package floor

import (
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// Role is what a player wants to be in a game, or is.
type Role string

// The roles.
const (
	AsBettor Role = "bettor"
	AsTarget Role = "target"
)

// Lobby is what a player sees of those who wait for a game.
type Lobby struct {
	Role    Role          // the player's own while they wait, else ""
	Since   time.Time     // when the player began to wait
	Bettors int           // who wait, with the player
	Targets int           // people who offer to be the target and wait, with the player
	Start   time.Duration // until a game starts with those who wait; less than 0 if none will
	Game    string        // which the player is in, "" if none
	Playing int           // games under way
	Consent bool          // the player has agreed that the logs of games are published
}

// Seat is a bettor of a game as others see them.
type Seat struct {
	Name    string `json:"name"`              // such as "Bettor 2"
	Machine bool   `json:"machine,omitempty"` // a program
	Done    bool   `json:"done,omitempty"`
	Left    bool   `json:"left,omitempty"`
}

// Exchange is a question that was current, as a player sees it.
type Exchange struct {
	Number   int           // from 1
	Bettor   string        // who asked
	Question string        //
	Asked    time.Duration // when it became current
	Answered time.Duration // when the answer was seen, or its signal; less than 0 before
	Answer   string        // "" until the player may see it
}

// State is all that a player may know of a game now.
type State struct {
	Game      string
	Role      Role
	Name      string // of the player in the game, such as "Bettor 2" or [trade.Target]
	Settings  trade.Settings
	Now       time.Duration // since the start
	Bettors   []Seat
	Exchanges []Exchange
	Current   int      // the number of the current question, 0 if there is none
	Queue     []string // the player's own questions that wait
	Price     float64
	Curve     []trade.Point
	Holding   trade.Holding
	Ended     *trade.Message // the message of the end, or nil
	Over      bool           // no more messages follow
	Next      int            // the number of messages that make the state
}

// Action is what a player does in a game.
type Action struct {
	Kind   trade.Kind // Question, Answer, Bet, Done or Leave
	Text   string     // of a question or an answer
	Side   trade.Side // of a bet
	Number int        // of the question that an answer is to
	// Key is chosen by the client for each action, 1 to 64 characters. An action that comes again with
	// the key of an earlier one of the same player and game is the same action, and is answered as
	// that one was.
	Key string
}

// Info is what is known of a finished game besides its log.
type Info struct {
	ID      string
	Started time.Time
	Reason  trade.Reason
	Nature  trade.Side // "" if the game was annulled
	Target  string     // the name of the program that was the target, "" for a person
	Bettors []Seat
	Bets    int
	Price   float64 // the last one
	Points  map[string]float64
	Reward  float64 // of the target
	Asked   int     // questions
	First   string  // the first question, for lists
}

// Query selects finished games.
type Query struct {
	Text   string     // words that all occur in the questions and answers of a game
	Nature trade.Side // "" for any
	Before string     // the list's next, for the games after those already seen
	Limit  int        // 0 is 20; at most 100
}

// Leader is somebody on a leaderboard: a player, or one of the site's programs.
type Leader struct {
	Name    string // of the program, or that the player chose for this, "" if they chose none
	Machine bool   // a program
	Standing
}
