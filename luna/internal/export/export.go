package export

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/game"
)

// Options are those of [New]. Who must be set.
type Options struct {
	// Who tells whether a player consents to be published, and whether it is a machine.
	Who func(game.PlayerID) (consents, machine bool)
	// Key is a secret of the rating system, by which games are put into an order that says nothing of their times.
	Key []byte
	// SmartsRatings makes the respondents' Smarts Ratings when the game ended (divided by 100; none for a first-time player) their ratings, in
	// place of the guesses of these. Such an export is not for the public.
	SmartsRatings bool
}

// Export is what is published.
type Export struct {
	Datasets []*datasets.Dataset // those with most respondents first
	Games    []Game              // all, also those whose questions no other one shares
}

// Game is a finished game under an ID that means nothing outside of the export, with its two Seats.
type Game struct {
	ID    string  `json:"id"`
	Seats [2]Seat `json:"seats"`
}

// Seat is a player's part in a game: whether it is a Machine, the Questions that she asked, the Responses that she gave to the other
// one's, the Scores that the other one gave for them (null where none), and her Guess of the other one's rating, from 0 to 100.
type Seat struct {
	Machine   bool       `json:"machine"`
	Questions []string   `json:"questions"`
	Responses []string   `json:"responses"`
	Scores    []*float64 `json:"scores"`
	Guess     float64    `json:"guess"`
}

// GamesFile is the name of the file with all games, a line each.
const GamesFile = "games.jsonl"

// New returns the export of games.
func New(games iter.Seq[game.Game], o Options) *Export {
	var list []game.Game
	for g := range games {
		if g.Status == game.Finished && o.allowed(g) {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b game.Game) int { return bytes.Compare(o.chance(a.ID), o.chance(b.ID)) })
	e := &Export{}
	sets := make(map[string]*datasets.Dataset)
	for i, g := range list {
		e.Games = append(e.Games, o.game(fmt.Sprintf("g%d", i+1), g))
		for seat := range g.Seats {
			o.respondent(sets, g.Seats[1-seat], g.Seats[seat])
		}
	}
	for _, d := range sets {
		if len(d.Respondents) >= 2 {
			e.Datasets = append(e.Datasets, d)
		}
	}
	slices.SortFunc(e.Datasets, func(a, b *datasets.Dataset) int {
		if n := len(b.Respondents) - len(a.Respondents); n != 0 {
			return n
		}
		return strings.Compare(a.Name, b.Name)
	})
	return e
}

func (o Options) allowed(g game.Game) bool {
	for _, s := range g.Seats {
		if consents, _ := o.Who(s.Player); !consents {
			return false
		}
	}
	return true
}

// chance is by what games are ordered.
func (o Options) chance(id game.GameID) []byte {
	m := hmac.New(sha256.New, o.Key)
	io.WriteString(m, "order of the export "+string(id))
	return m.Sum(nil)
}

func (o Options) game(id string, g game.Game) Game {
	out := Game{ID: id}
	first := int(o.chance(g.ID)[0] & 1) // who opened the game is nobody's business
	for i := range out.Seats {
		s := g.Seats[(i+first)%2]
		_, machine := o.Who(s.Player)
		out.Seats[i] = Seat{Machine: machine, Questions: s.Questions, Responses: s.Responses, Scores: s.Scores[:], Guess: *s.Guess}
	}
	return out
}

// respondent adds who responded to the data set of what was asked.
func (o Options) respondent(sets map[string]*datasets.Dataset, asker, responder game.Seat) {
	name := nameOf(asker.Questions)
	d, ok := sets[name]
	if !ok {
		d = &datasets.Dataset{Name: name, RatingNote: "the asker's guess of the respondent's Smarts Rating, divided by 100"}
		if o.SmartsRatings {
			d.RatingNote = "the respondent's Smarts Rating, divided by 100"
		}
		for i, q := range asker.Questions {
			d.Questions = append(d.Questions, datasets.Question{ID: fmt.Sprint(i + 1), Text: q})
		}
		sets[name] = d
	}
	r := datasets.Respondent{ID: fmt.Sprintf("r%d", len(d.Respondents)+1), Responses: responder.Responses, Rating: *asker.Guess / game.MaxRating}
	if o.SmartsRatings {
		r.Rating = math.NaN()
		if responder.Before != nil {
			r.Rating = *responder.Before / game.MaxRating
		}
	}
	r.Scores = scores(responder.Scores)
	d.Respondents = append(d.Respondents, r)
}

// scores are in [0,1], nil unless all were given.
func scores(given [game.Questions]*float64) []float64 {
	var list []float64
	for _, s := range given {
		if s == nil {
			return nil
		}
		list = append(list, *s/game.MaxRating)
	}
	return list
}

// nameOf names a set of questions by what it says.
func nameOf(questions []string) string {
	text, _ := json.Marshal(questions) // of strings, which cannot fail
	sum := sha256.Sum256(text)
	return "luna-" + hex.EncodeToString(sum[:6])
}

// File is a part of an export as it is published, with its Name and its Text.
type File struct {
	Name string
	Text []byte
	// Respondents, of a data set, or games.
	Records int
}

// Files are [GamesFile] and one for each data set, NAME.jsonl. The same games give the same bytes.
func (e *Export) Files() ([]File, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	for _, g := range e.Games {
		if err := out.Encode(g); err != nil {
			return nil, fmt.Errorf("game %s: %w", g.ID, err)
		}
	}
	files := []File{{Name: GamesFile, Text: b.Bytes(), Records: len(e.Games)}}
	for _, d := range e.Datasets {
		var b bytes.Buffer
		if err := datasets.WriteJSONL(&b, d); err != nil {
			return nil, fmt.Errorf("data set %s: %w", d.Name, err)
		}
		files = append(files, File{Name: d.Name + ".jsonl", Text: b.Bytes(), Records: len(d.Respondents)})
	}
	return files, nil
}
