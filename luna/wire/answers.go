package wire

import (
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Message is the answer to a request that is refused: the reason, in words for the sender.
type Message struct {
	Message string `json:"message"`
}

// Token is the answer to a registration or a login: what the caller sends as Bearer from then on.
// It is a JSON Web Token with the claims _id, username and exp.
type Token struct {
	Token string `json:"token"`
}

// Profile is the answer to GET /profile.
type Profile struct {
	JoinDate Date   `json:"joinDate"` // when the player registered
	Player   Player `json:"player"`   // rating, games and look
}

// Player is what players are told about themselves.
type Player struct {
	Username            string       `json:"username"`            // a random one for a guest
	SmartsRating        *float64     `json:"smartsRating"`        // 0 to 100; null before the first guess that counts
	NumGames            int          `json:"numGames"`            // finished games
	NumWins             int          `json:"numWins"`             // finished games that the player won
	WinningStreak       int          `json:"winningStreak"`       // games won since the last that was not
	WinningStreakRecord int          `json:"winningStreakRecord"` // the longest streak so far
	SmartsRatingHistory []PastRating `json:"smartsRatingHistory"` // after each guess that counted, oldest first
	GuessHistory        []PastGuess  `json:"guessHistory"`        // made by the player in finished games, oldest first
	IsMachine           bool         `json:"isMachine"`           // the player's guesses do not count
	IsGuest             bool         `json:"isGuest"`             // the player cannot log in
	Initial             string       `json:"initial"`             // stands for the player before opponents
	Color               string       `json:"color"`               // of the disc behind the initial, as "#1e88e5"
}

// PastRating is a rating and the Date from which the player held it.
type PastRating struct {
	Rating float64 `json:"rating"`
	Date   Date    `json:"date"`
}

// PastGuess is a guess that the player made in a Game that ended on Date, and the opponent's
// Rating before it, null if there was none.
type PastGuess struct {
	Game   game.GameID `json:"game"`
	Guess  float64     `json:"guess"`
	Rating *float64    `json:"rating"`
	Date   Date        `json:"date"`
}

// NewPlayer returns what the rules know about a player in the form of the wire. The server adds
// the name and the look.
func NewPlayer(p game.Player) Player {
	w := Player{
		SmartsRating: p.Rating, NumGames: p.Games, NumWins: p.Wins,
		WinningStreak: p.Streak, WinningStreakRecord: p.StreakRecord,
		SmartsRatingHistory: make([]PastRating, len(p.History)),
		GuessHistory:        make([]PastGuess, len(p.Guesses)),
	}
	for i, r := range p.History {
		w.SmartsRatingHistory[i] = PastRating{Rating: r.Rating, Date: Date(r.Time)}
	}
	for i, g := range p.Guesses {
		w.GuessHistory[i] = PastGuess{Game: g.Game, Guess: g.Guess, Rating: g.Rating, Date: Date(g.Time)}
	}
	return w
}

// OldQuestion is an element of the answer to GET /oldquestions: a Question that the player asked,
// with its ID in the last game, in NumGames finished games, of which the player won NumWins.
type OldQuestion struct {
	ID       string `json:"_id"`
	Question string `json:"question"`
	NumGames int    `json:"numGames"`
	NumWins  int    `json:"numWins"`
}

// NewOldQuestions returns questions in the form of the wire.
func NewOldQuestions(asked []game.Asked) []OldQuestion {
	list := make([]OldQuestion, len(asked))
	for i, q := range asked {
		list[i] = OldQuestion{ID: q.ID, Question: q.Text, NumGames: q.Games, NumWins: q.Wins}
	}
	return list
}

// Date is a time as the wire has it: UTC, to the millisecond.
type Date time.Time

// MarshalJSON writes "2016-03-03T12:00:00.000Z".
func (d Date) MarshalJSON() ([]byte, error) {
	return time.Time(d).UTC().AppendFormat(nil, `"2006-01-02T15:04:05.000Z"`), nil
}

// UnmarshalJSON reads a time of RFC 3339.
func (d *Date) UnmarshalJSON(text []byte) error { return (*time.Time)(d).UnmarshalJSON(text) }
