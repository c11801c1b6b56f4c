package export

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
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

// TestSorter compares sorting by files with sorting in memory, with so little memory that runs of
// runs are merged.
func TestSorter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 100, 20_000} {
		s := newSorter(t.TempDir(), 0)
		s.memory = 8 << 10
		var want []string
		for i := range n {
			key := fmt.Sprint(rng.Int64(), i)
			want = append(want, key)
			suite.OK(t, s.add([]byte(key), []byte("value of "+key)))
			if len(s.runs) >= maxRuns {
				t.Fatalf("%d runs", len(s.runs))
			}
		}
		slices.Sort(want)
		var got []string
		err := s.each(t.Context(), func(e entry) error {
			if string(e.value) != "value of "+string(e.key) {
				t.Fatalf("%s: %s", e.key, e.value)
			}
			got = append(got, string(e.key))
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d entries: %v, %d sorted", n, err, len(got))
		}
		if left, err := os.ReadDir(s.dir); err != nil || len(left) != 0 {
			t.Errorf("%d files are left, %v", len(left), err)
		}
	}
}

func TestSorterFails(t *testing.T) {
	s := newSorter(t.TempDir(), 10)
	if err := s.add([]byte("key"), []byte("a value that is too long")); err == nil ||
		!strings.Contains(err.Error(), "more than 10 bytes") {
		t.Error(err)
	}
	filled := func() *sorter {
		s := newSorter(t.TempDir(), 0)
		s.memory = 200
		for i := range 100 {
			suite.OK(t, s.add(fmt.Append(nil, i), []byte("value")))
		}
		return s
	}
	no := errors.New("no")
	s = filled()
	if err := s.each(t.Context(), func(entry) error { return no }); !errors.Is(err, no) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = filled()
	if err := s.each(ctx, func(entry) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s = filled()
	suite.OK(t, os.Truncate(s.runs[0], 20))
	if err := s.each(t.Context(), func(entry) error { return nil }); err == nil {
		t.Error("half a file is read")
	}
	s = filled()
	suite.OK(t, os.RemoveAll(s.dir))
	if err := s.each(t.Context(), func(entry) error { return nil }); err == nil {
		t.Error("no file is read")
	}
}

// TestLargestSets checks which sets get files, and that a data set of many respondents is whole.
func TestLargestSets(t *testing.T) {
	dir := t.TempDir()
	s, list := newSorter(dir, 0), newSets()
	list.max = 3
	records := []int{1, 4, 2, 3*chunk + 7, 2, 9, 1}
	for set, n := range records {
		questions := []string{fmt.Sprint(set), "", "", "", ""}
		for i := range n {
			a := Answer{Set: nameOf(sumOf(questions)), Questions: questions,
				Responses: []string{fmt.Sprint(i), strings.Repeat("long ", 100), "", "", ""},
				Scores:    make([]*float64, 5), Guess: new(float64(i % 101))}
			suite.OK(t, add(s, append(sumOf(questions), fmt.Sprintf("%06d", i)...), a))
		}
	}
	all, err := list.write(t.Context(), dir, s)
	if err != nil || all.Records != 3*chunk+7+19 {
		t.Fatalf("%+v, %v", all, err)
	}
	files, err := list.files(t.Context(), dir, Options{})
	if err != nil || len(files) != 3 {
		t.Fatalf("%+v, %v", files, err)
	}
	texts := make(map[string]string)
	for i, want := range []int{3*chunk + 7, 9, 4} {
		if files[i].Records != want {
			t.Errorf("file %d has %d records, expected %d", i, files[i].Records, want)
		}
		text := suite.Must(os.ReadFile(dir + "/" + files[i].Name))(t)
		texts[files[i].Name] = string(text)
	}
	d := reread(t, files, texts)["3"]
	for i, r := range d.Respondents {
		if r.ID != fmt.Sprint("r", i+1) || r.Responses[0] != fmt.Sprint(i) ||
			r.Rating != float64(i%101)/100 {
			t.Fatalf("%d: %+v", i, r)
		}
	}
}

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

// BenchmarkBuild builds the export of 5,000 games of 1,000 players.
func BenchmarkBuild(b *testing.B) {
	const players = 1000
	var list []game.Game
	for n := range 5 * players {
		i, j := n*7919%players, (n*7919+1+n%97)%players
		g := finished(n, n/1000, fmt.Sprint(i), fmt.Sprint(j), [2]float64{50, 50})
		for s := range g.Seats {
			g.Seats[s].Questions[4] = "one that is not long"
		}
		list = append(list, g)
	}
	for b.Loop() {
		suite.Must(Build(b.Context(), b.TempDir(), source(list), Options{}))(b)
	}
	b.ReportMetric(float64(len(list)*b.N)/b.Elapsed().Seconds(), "games/s")
}
