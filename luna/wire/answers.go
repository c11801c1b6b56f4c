package wire

import (
	"encoding/json"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Message is the answer to a refused request: the reason, in words for the sender.
type Message struct {
	Message string `json:"message"`
}

// Token is the answer to a registration or a login: what the caller sends as Bearer from then on.
// It is a JSON Web Token with the claims _id, username and exp.
type Token struct {
	Token string `json:"token"`
}

// Profile is the answer to GET /profile: what players are told about themselves. It leaves out the
// ID of the Player.
type Profile struct {
	game.Player
	Provisional *float64  // the rating as long as it is provisional
	Username    string    // a random one for a guest
	Guest       bool      // the player cannot log in
	Look        game.Look // how the player appears to opponents; a color is such as "#1e88e5"
}

type profileJSON struct {
	JoinDate date       `json:"joinDate"`
	Player   playerJSON `json:"player"`
}

type playerJSON struct {
	Username            string           `json:"username"`
	SmartsRating        *float64         `json:"smartsRating"`
	Provisional         *float64         `json:"provisionalRating,omitempty"`
	NumGames            int              `json:"numGames"`
	NumWins             int              `json:"numWins"`
	NumStalled          int              `json:"numStalled"`
	WinningStreak       int              `json:"winningStreak"`
	WinningStreakRecord int              `json:"winningStreakRecord"`
	SmartsRatingHistory []pastRatingJSON `json:"smartsRatingHistory"`
	GuessHistory        []pastGuessJSON  `json:"guessHistory"`
	IsMachine           bool             `json:"isMachine"`
	IsGuest             bool             `json:"isGuest"`
	Initial             string           `json:"initial"`
	Color               string           `json:"color"`
	Blocked             []game.GameID    `json:"blocked,omitempty"` // games whose other player is blocked
}

type pastRatingJSON struct {
	Rating float64 `json:"rating"`
	Date   date    `json:"date"`
	Left   bool    `json:"left"`
}

type pastGuessJSON struct {
	Game   game.GameID `json:"game"`
	Guess  float64     `json:"guess"`
	Rating *float64    `json:"rating"`
	Date   date        `json:"date"`
}

// MarshalJSON writes an object.
func (p Profile) MarshalJSON() ([]byte, error) {
	out := profileJSON{JoinDate: date(p.Joined), Player: playerJSON{
		Username: p.Username, SmartsRating: p.Rating, Provisional: p.Provisional, NumGames: p.Games, NumWins: p.Wins,
		NumStalled:    p.Stalled,
		WinningStreak: p.Streak, WinningStreakRecord: p.StreakRecord,
		SmartsRatingHistory: make([]pastRatingJSON, len(p.History)),
		GuessHistory:        make([]pastGuessJSON, len(p.Guesses)),
		IsMachine:           p.Machine, IsGuest: p.Guest,
		Initial: p.Look.Initial, Color: p.Look.Color,
	}}
	for _, b := range p.Blocks {
		out.Player.Blocked = append(out.Player.Blocked, b.Game)
	}
	for i, r := range p.History {
		out.Player.SmartsRatingHistory[i] = pastRatingJSON{r.Rating, date(r.Time), r.Left}
	}
	for i, g := range p.Guesses {
		out.Player.GuessHistory[i] = pastGuessJSON{g.Game, g.Guess, g.Rating, date(g.Time)}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads an object.
func (p *Profile) UnmarshalJSON(text []byte) error {
	var in profileJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	from := in.Player
	*p = Profile{
		Player: game.Player{
			Machine: from.IsMachine, Joined: in.JoinDate.time(), Rating: from.SmartsRating,
			Games: from.NumGames, Wins: from.NumWins, Stalled: from.NumStalled,
			Streak: from.WinningStreak, StreakRecord: from.WinningStreakRecord,
		},
		Provisional: from.Provisional, Username: from.Username, Guest: from.IsGuest,
		Look: game.Look{Initial: from.Initial, Color: from.Color},
	}
	for _, id := range from.Blocked {
		p.Blocks = append(p.Blocks, game.Block{Game: id})
	}
	for _, r := range from.SmartsRatingHistory {
		p.History = append(p.History,
			game.PastRating{Rating: r.Rating, Time: r.Date.time(), Left: r.Left})
	}
	for _, g := range from.GuessHistory {
		made := game.PastGuess{Game: g.Game, Guess: g.Guess, Rating: g.Rating, Time: g.Date.time()}
		p.Guesses = append(p.Guesses, made)
	}
	return nil
}

// OldQuestion is an element of the answer to GET /oldquestions.
type OldQuestion struct{ game.AskedQuestion }

type oldQuestionJSON struct {
	ID       string `json:"_id"`
	Question string `json:"question"`
	NumGames int    `json:"numGames"`
	NumWins  int    `json:"numWins"`
}

// MarshalJSON writes an object.
func (q OldQuestion) MarshalJSON() ([]byte, error) {
	return json.Marshal(oldQuestionJSON{q.ID, q.Text, q.Games, q.Wins})
}

// UnmarshalJSON reads an object.
func (q *OldQuestion) UnmarshalJSON(text []byte) error {
	var in oldQuestionJSON
	err := json.Unmarshal(text, &in)
	q.AskedQuestion = game.AskedQuestion{
		Question: game.Question{ID: in.ID, Text: in.Question}, Games: in.NumGames, Wins: in.NumWins,
	}
	return err
}

// date is a time in the form of the wire: UTC, to the millisecond, such as
// "2016-03-03T12:00:00.000Z".
type date time.Time

func (d date) time() time.Time { return time.Time(d) }

func (d date) MarshalJSON() ([]byte, error) {
	return d.time().UTC().AppendFormat(nil, `"2006-01-02T15:04:05.000Z"`), nil
}

func (d *date) UnmarshalJSON(text []byte) error { return (*time.Time)(d).UnmarshalJSON(text) }
