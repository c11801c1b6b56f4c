// Package archive keeps what happened in games of Turing Trade: the log of their records, the live
// games to which it leads, and tables of finished games, their texts and their players' results.
//
// Invariants: the tables follow from the log alone, but for what players consent to
// ([Archive.Verify] makes them again and compares). A game is public once it is finished, all of
// its texts have been released, and all of its players agree.
package archive

import (
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/recall"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/trade"
)

// Record is a line of the log of all games: an event of a game, or the fact that time has passed in
// it. What players must not know before the end is recorded beside the events, not in them.
type Record struct {
	Game  string       `json:"game"`
	At    time.Time    `json:"at"` // by the server's clock
	Event *trade.Event `json:"event,omitempty"`
	// Passed is the time that has passed, in microseconds since the start. Only such a record
	// releases texts, so that what players have seen follows from the log.
	Passed int64 `json:"passed,omitempty"`
	Public bool  `json:"public,omitempty"` // the game goes to the archive

	// By is the seat of the player who acted, and Key their key of the action.
	By  string `json:"by,omitempty"`
	Key string `json:"key,omitempty"`

	// The following are set in the record of the start.
	Seats   []Seat      `json:"seats,omitempty"`
	Nature  trade.Side  `json:"nature,omitempty"`
	Program string      `json:"program,omitempty"` // the name of the target, if that is a program
	Seed    uint64      `json:"seed,omitempty"`    // of the programs' random choices
	Idle    accounts.ID `json:"idle,omitempty"`    // the person who was not made the target
	// IdleNetwork is their network, as in a seat.
	IdleNetwork uint64 `json:"idle_network,omitempty"`

	Erased bool `json:"erased,omitempty"` // the text was removed
}

// Seat is somebody's place in a game.
type Seat struct {
	Name    string      `json:"name"`
	Player  accounts.ID `json:"player,omitempty"` // "" for a program of the site
	Machine bool        `json:"machine,omitempty"`
	Network uint64      `json:"network,omitempty"` // see [fair.Networks.Of]; 0 is unknown
}

// SeatOf returns the seat of a player.
func SeatOf(seats []Seat, player accounts.ID) (Seat, bool) {
	i := slices.IndexFunc(seats, func(s Seat) bool { return s.Player == player })
	if player == "" || i < 0 {
		return Seat{}, false
	}
	return seats[i], true
}

// erased takes the place of a text that was removed at its author's request.
const erased = recall.Removed

// WithoutTexts returns the record with its text removed.
func (r Record) WithoutTexts() Record {
	if r.Event != nil && r.Event.Text != "" {
		e := *r.Event
		e.Text = erased
		r.Event, r.Erased = &e, true
	}
	return r
}

// time is when the record happens, since the start of its game.
func (r Record) time() time.Duration {
	if r.Event != nil {
		return r.Event.Time
	}
	return time.Duration(r.Passed) * time.Microsecond
}

// Bettor is a bettor of a game as others see them.
type Bettor struct {
	Name    string `json:"name"`              // such as "Bettor 2"
	Machine bool   `json:"machine,omitempty"` // a program
	Done    bool   `json:"done,omitempty"`
	Left    bool   `json:"left,omitempty"`
}

// Info is what is known about a finished game apart from its log.
type Info struct {
	ID      string
	Started time.Time
	Reason  trade.Reason
	Nature  trade.Side // "" if the game was annulled
	Target  string     // the name of the program that was the target, "" for a person
	Bettors []Bettor
	Bets    int
	Price   float64 // the last price
	Points  map[string]float64
	Reward  float64 // the target's reward
	Asked   int     // number of questions asked
	First   string  // the first question, for lists
}

// Query selects finished games.
type Query struct {
	Text   string     // words, all of which must occur in the questions and answers of a game
	Nature trade.Side // "" for any
	Before string     // the next value that the previous list returned; "" means the first games
	Limit  int        // 0 means 20; at most 100
}

// Leader is somebody on a leaderboard: a player, or one of the site's programs.
type Leader struct {
	Name    string // the program's name, or the public name that the player chose, "" if none
	Machine bool   // a program
	Standing
}
