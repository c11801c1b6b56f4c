package export

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const day = 24 * time.Hour

var begin = time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC)

// asks returns the questions of a player, the same ones in every game.
func asks(p string) []string {
	return []string{p + "?", "1+1=?", "<b>'; --", "\U0001F469\u200D\U0001F680\u0000",
		strings.Repeat("x", 5000)}
}

func says(p, to string) []string { return []string{p + " to " + to, "2", "", "  ", "\u202e"} }

// finished returns a finished game of two players, some days after the beginning, with their
// guesses.
func finished(n, at int, a, b string, guesses [2]float64) game.Game {
	when := begin.Add(time.Duration(at) * day)
	return game.Game{
		ID: game.GameID(fmt.Sprint("id of game ", n)), Status: game.Finished, Phase: 6,
		Opened: when, Updated: when.Add(time.Hour),
		Seats: [2]game.Seat{
			{Player: game.PlayerID("secret " + a), Questions: asks(a), Responses: says(a, b),
				Guess: &guesses[0], Before: new(61.125), After: new(62.125)},
			{Player: game.PlayerID("secret " + b), Questions: asks(b), Responses: says(b, a),
				Guess: &guesses[1]},
		},
	}
}

// games returns the bot's games with people who consent, one between people alone, and some that
// must not be published.
func games() []game.Game {
	list := []game.Game{
		finished(0, 0, "bot", "ann", [2]float64{70, 20}),
		finished(1, 1, "bob", "bot", [2]float64{30, 80.5}),
		finished(2, 2, "ann", "bob", [2]float64{0, 100}),
		finished(3, 3, "bot", "private", [2]float64{33, 33}),
		finished(4, 4, "private", "private too", [2]float64{34, 34}),
		finished(5, 5, "bot", "ann", [2]float64{35, 35}),
		finished(6, 6, "bot", "ann", [2]float64{36, 36}),
	}
	for i := range game.Questions {
		list[0].Seats[1].Scores[i] = new(float64(25 * i))
		if i > 0 {
			list[1].Seats[1].Scores[i] = new(50.0)
		}
	}
	for i, s := range []game.Status{game.Left, game.TimedOut} {
		list[5+i].Status = s
	}
	return list
}

// source returns games as a referee does. Players with "private" in their names do not consent.
func source(list []game.Game) Source {
	return Source{
		Games: func(context.Context) iter.Seq2[game.Game, error] {
			return func(yield func(game.Game, error) bool) {
				for _, g := range list {
					if g.Status == game.Finished && !yield(g, nil) {
						return
					}
				}
			}
		},
		Played: func(context.Context) iter.Seq2[game.Game, error] {
			return func(yield func(game.Game, error) bool) {
				for _, g := range list {
					if !yield(g, nil) {
						return
					}
				}
			}
		},
		Who: func(_ context.Context, p game.PlayerID) (Person, error) {
			kind := "person"
			if p == "secret bot" {
				kind = machine
			}
			return Person{!strings.Contains(string(p), "private"), kind}, nil
		},
	}
}

// build returns what is published of games, by the names of the files.
func build(t *testing.T, list []game.Game, o Options) ([]File, map[string]string) {
	t.Helper()
	if o.Key == nil {
		o.Key = []byte("key")
	}
	dir := t.TempDir()
	files := suite.Must(Build(t.Context(), dir, source(list), o))(t)
	texts := make(map[string]string)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil || int64(len(text)) != f.Bytes {
			t.Fatalf("%+v: %d bytes, %v", f, len(text), err)
		}
		texts[f.Name] = string(text)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != len(files) {
		t.Fatalf("%v, %v, expected %d files", left, err, len(files))
	}
	return files, texts
}

// published returns the first responses that are published.
func published(t *testing.T, list []game.Game, o Options) []string {
	t.Helper()
	_, texts := build(t, list, o)
	var found []string
	for _, a := range answers(t, texts) {
		found = append(found, a.Responses[0])
	}
	slices.Sort(found)
	return found
}
