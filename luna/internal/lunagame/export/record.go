package export

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"iter"
	"time"

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

// Game is a game, with what links its two halves. A game without a result has
// texts if its players agreed that they are studied.
type Game struct {
	ID     string     `json:"id"`
	Status string     `json:"status"` // active, finished, deactivated, expired or forfeited
	Phase  int        `json:"phase"`  // submissions, from 0 to 6
	Opened time.Time  `json:"opened"`
	Ended  *time.Time `json:"ended"` // the last submission; null while the game is active
	Seats  [2]Seat    `json:"seats"`
}

// Seat is a player's part in a game. It is empty if nobody had joined.
type Seat struct {
	Player    string     `json:"player"` // the same in all games of the export; not the account's ID
	Kind      string     `json:"kind"`   // person, guest or machine
	Machine   bool       `json:"machine"`
	Opened    bool       `json:"opened"`    // the game
	Submitted int        `json:"submitted"` // phases done, from 0 to 3
	Questions []string   `json:"questions"`
	Responses []string   `json:"responses"` // to the opponent's questions
	Scores    []*float64 `json:"scores"`    // opponent's scores of the responses, 0 to 100 or null
	Guess     *float64   `json:"guess"`     // guess of the opponent's rating, 0 to 100
	Weight    float64    `json:"weight"`    // of the guess, from 0 to 1, before it is shared or damped
	Before    *float64   `json:"before"`    // the player's rating, null for none
	After     *float64   `json:"after"`     // the rating with the opponent's guess
	Outcome   string     `json:"outcome"`   // lost, won or tied; "" without a result
}

// Names of files. A data set is in a file of its own, NAME.jsonl.
const (
	AnswersFile = "answers.jsonl" // all answers, one per line
	GamesFile   = "games.jsonl"   // whole games; not for the public
)

// machine is the kind of players who are programs.
const machine = "machine"

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
		Machine: responder.kind == machine, AskerMachine: asker.kind == machine,
	}
	if o.SmartsRatings {
		found.Rating = r.Before
	}
	return found, true
}

// whole returns a game with both halves, in an order that hides who opened it.
func (o Options) whole(g game.Game, players [2]candidate) Game {
	out := Game{Status: g.Status.String(), Phase: g.Phase, Opened: g.Opened}
	if g.Status != game.Active {
		out.Ended = &g.Updated
	}
	first := int(o.random("seats", g.ID)[0] & 1)
	for i := range out.Seats {
		seat := (i + first) % 2
		s := &g.Seats[seat]
		if s.Player == "" {
			continue
		}
		kind := players[seat].kind
		own := Seat{Player: hex.EncodeToString(o.random("player", game.GameID(s.Player))[:8]),
			Kind: kind, Machine: kind == machine, Opened: seat == 0, Submitted: s.Submitted,
			Questions: s.Questions, Responses: s.Responses, Scores: s.Scores[:], Guess: s.Guess,
			Weight: 1, Before: s.Before, After: s.After}
		if s.Weight != nil {
			own.Weight = *s.Weight
		}
		if s.Outcome != nil {
			own.Outcome = [...]string{"lost", "won", "tied"}[*s.Outcome]
		}
		out.Seats[i] = own
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

// Source is where games come from. All fields are required.
type Source struct {
	// Games are the games with a result, in any order.
	Games func(context.Context) iter.Seq2[game.Game, error]
	// Played are all games, whatever became of them, without texts, in any order.
	Played func(context.Context) iter.Seq2[game.Game, error]
	// Texts adds the texts to a game without a result, if its players agree that they are studied.
	Texts func(context.Context, *game.Game) error
	// Who returns the facts in a player's account that matter for publication.
	Who func(context.Context, game.PlayerID) (Person, error)
}

// Person is what matters here about a player: the Kind is "person", "guest" or "machine".
type Person struct {
	Consents bool
	Kind     string
}

// Options configure [Build]. The zero value publishes everything at once.
type Options struct {
	// Now is the time of the build.
	Now time.Time
	// After is how long players must not have played before their responses are published; 0 means
	// no wait.
	After time.Duration
	// Together is how many players must have retired before they are published, so that new records
	// never come from a single player; 0 means 1.
	Together int
	// Key is a secret of the rating system. It orders the records so that their times stay unknown.
	Key []byte
	// Games adds [GamesFile], whose lines link the two halves of each game, and include the games
	// without a result and their texts, times and ratings. SmartsRatings replaces the guesses in
	// the data sets with the respondents' Smarts Ratings when the game ended, divided by 100; a
	// first-time player has none. Exports with either are not for the public.
	Games, SmartsRatings bool
	// MaxBytes limits the size of the records; 0 means 16 GiB.
	MaxBytes int64
}

const defaultMaxBytes = 16 << 30
