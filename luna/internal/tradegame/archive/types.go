package archive

import (
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

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
