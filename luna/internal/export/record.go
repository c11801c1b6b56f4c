package export

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/luna-rating/luna/luna/game"
)

// Answer is a player's responses to another player's questions. The player may be a Machine.
type Answer struct {
	ID        string     `json:"id"` // has no meaning outside the export
	Set       string     `json:"set"`
	Questions []string   `json:"questions"`
	Responses []string   `json:"responses"`
	Scores    []*float64 `json:"scores"` // the asker's scores of the responses, 0 to 100 or null
	Guess     *float64   `json:"guess"`  // asker's guess of responder's rating, 0 to 100 or null
	Machine   bool       `json:"machine"`
	// AskerMachine says that the guess was made by a machine.
	AskerMachine bool `json:"asker_machine"`
	// Rating is the responder's rating at the end of the game, if ratings were requested.
	Rating *float64 `json:"rating,omitempty"`
}

// Game is a finished game with both its halves, which it links.
type Game struct {
	ID    string  `json:"id"`
	Seats [2]Seat `json:"seats"`
}

// Seat is a player's part in a game.
type Seat struct {
	Machine   bool       `json:"machine"`
	Questions []string   `json:"questions"`
	Responses []string   `json:"responses"` // to the opponent's questions
	Scores    []*float64 `json:"scores"`    // opponent's scores of the responses, 0 to 100 or null
	Guess     *float64   `json:"guess"`     // guess of the opponent's rating, 0 to 100
}

// Names of files. A data set is in a file of its own, NAME.jsonl.
const (
	AnswersFile = "answers.jsonl" // all answers, one per line
	GamesFile   = "games.jsonl"   // whole games; not for the public
)

// answer returns the answers of the other seat to a seat's questions. A game whose texts were
// deleted, or that one player left, does not have both.
func (o Options) answer(g game.Game, seat int, asker, responder candidate) (Answer, bool) {
	a, r := g.Seats[seat], g.Seats[1-seat]
	if a.Guess == nil || len(a.Questions) != game.Questions || len(r.Responses) != game.Questions {
		return Answer{}, false
	}
	found := Answer{
		Set: nameOf(sumOf(a.Questions)), Questions: a.Questions, Responses: r.Responses,
		Scores: r.Scores[:], Guess: a.Guess,
		Machine: responder.machine, AskerMachine: asker.machine,
	}
	if o.SmartsRatings {
		found.Rating = r.Before
	}
	return found, true
}

// whole returns a game with both halves, in an order that hides who opened it.
func (o Options) whole(g game.Game, players [2]candidate) Game {
	var out Game
	first := int(o.random("seats", g.ID)[0] & 1)
	for i := range out.Seats {
		seat := (i + first) % 2
		s := g.Seats[seat]
		out.Seats[i] = Seat{Machine: players[seat].machine, Questions: s.Questions,
			Responses: s.Responses, Scores: s.Scores[:], Guess: s.Guess}
	}
	return out
}

// random returns bytes that are fixed for a game and a purpose but reveal nothing about it.
func (o Options) random(purpose string, id game.GameID) []byte {
	m := hmac.New(sha256.New, o.Key)
	io.WriteString(m, purpose+" of "+string(id))
	return m.Sum(nil)[:16]
}

// sumOf identifies a set of questions.
func sumOf(questions []string) []byte {
	text, _ := json.Marshal(questions) // cannot fail for strings
	sum := sha256.Sum256(text)
	return sum[:]
}

// nameOf is the name of the data set of a set of questions.
func nameOf(sum []byte) string { return "luna-" + hex.EncodeToString(sum[:6]) }
