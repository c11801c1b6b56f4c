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

// Options configure [New]. Who is required.
type Options struct {
	// Who reports whether a player consents to publication, and whether it is a machine.
	Who func(game.PlayerID) (consents, machine bool)
	// Key is a secret of the rating system. It orders the games so that their times stay unknown.
	Key []byte
	// SmartsRatings replaces the guesses by the respondents' Smarts Ratings when the game ended,
	// divided by 100, none for a first-time player. Such an export is not for the public.
	SmartsRatings bool
}

// Export is what is published.
type Export struct {
	Datasets []*datasets.Dataset // by decreasing number of respondents
	Games    []Game              // all, also those whose questions no other game shares
}

// Game is a finished game under an ID that means nothing outside of the export.
type Game struct {
	ID    string  `json:"id"`
	Seats [2]Seat `json:"seats"`
}

// Seat is a player's part in a game.
type Seat struct {
	Machine   bool       `json:"machine"`
	Questions []string   `json:"questions"`
	Responses []string   `json:"responses"` // to the opponent's questions
	Scores    []*float64 `json:"scores"`    // of the responses, by the opponent, 0 to 100 or null
	Guess     float64    `json:"guess"`     // of the opponent's rating, 0 to 100
}

// GamesFile is the name of the file with all games, one per line.
const GamesFile = "games.jsonl"

// New returns the export of games.
func New(games iter.Seq[game.Game], o Options) *Export {
	var list []game.Game
	for g := range games {
		if g.Status == game.Finished && o.allowed(g) {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b game.Game) int {
		return bytes.Compare(o.random(a.ID), o.random(b.ID))
	})
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

// random returns bytes that are fixed for a game but reveal nothing about it.
func (o Options) random(id game.GameID) []byte {
	m := hmac.New(sha256.New, o.Key)
	io.WriteString(m, "order of the export "+string(id))
	return m.Sum(nil)
}

func (o Options) game(id string, g game.Game) Game {
	out := Game{ID: id}
	first := int(o.random(g.ID)[0] & 1) // hides who opened the game
	for i := range out.Seats {
		s := g.Seats[(i+first)%2]
		_, machine := o.Who(s.Player)
		out.Seats[i] = Seat{
			Machine: machine, Questions: s.Questions, Responses: s.Responses, Scores: s.Scores[:],
			Guess: *s.Guess,
		}
	}
	return out
}

// respondent adds a responder to the data set of the questions.
func (o Options) respondent(sets map[string]*datasets.Dataset, asker, responder game.Seat) {
	name := nameOf(asker.Questions)
	d, ok := sets[name]
	if !ok {
		d = &datasets.Dataset{
			Name:       name,
			RatingNote: "the asker's guess of the respondent's Smarts Rating, divided by 100",
		}
		if o.SmartsRatings {
			d.RatingNote = "the respondent's Smarts Rating, divided by 100"
		}
		for i, q := range asker.Questions {
			d.Questions = append(d.Questions, datasets.Question{ID: fmt.Sprint(i + 1), Text: q})
		}
		sets[name] = d
	}
	r := datasets.Respondent{
		ID:        fmt.Sprintf("r%d", len(d.Respondents)+1),
		Responses: responder.Responses, Rating: *asker.Guess / game.MaxRating,
	}
	if o.SmartsRatings {
		r.Rating = math.NaN()
		if responder.Before != nil {
			r.Rating = *responder.Before / game.MaxRating
		}
	}
	r.Scores = scores(responder.Scores)
	d.Respondents = append(d.Respondents, r)
}

// scores returns scores in [0,1], nil unless all were given.
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

// nameOf derives the name of a set of questions from its texts.
func nameOf(questions []string) string {
	text, _ := json.Marshal(questions) // cannot fail for strings
	sum := sha256.Sum256(text)
	return "luna-" + hex.EncodeToString(sum[:6])
}

// File is a published file.
type File struct {
	Name    string
	Text    []byte
	Records int // respondents of a data set, or games
}

// Files returns [GamesFile] and a file for each data set, NAME.jsonl. The same games give the same
// bytes.
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
		files = append(files, File{Name: d.Name + ".jsonl", Text: b.Bytes(),
			Records: len(d.Respondents)})
	}
	return files, nil
}
