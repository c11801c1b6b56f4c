package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// hosted is a handler whose builds a test controls.
type hosted struct {
	*Handler
	now    atomic.Int64 // time since the beginning
	builds atomic.Int32
	begun  chan struct{}
	gate   chan error // what a build returns; it waits for it if gated
	gated  atomic.Bool
}

func host(t *testing.T) *hosted {
	t.Helper()
	h := &hosted{begun: make(chan struct{}, 10), gate: make(chan error)}
	h.Handler = &Handler{
		Dir: filepath.Join(t.TempDir(), "luna.db-export"), Keep: time.Minute,
		Patience: 50 * time.Millisecond,
		Clock:    func() time.Time { return begin.Add(time.Duration(h.now.Load())) },
		Build: func(ctx context.Context, dir string, now time.Time) ([]File, error) {
			h.builds.Add(1)
			if h.gated.Load() {
				h.begun <- struct{}{}
				select {
				case err := <-h.gate:
					if err != nil {
						return nil, err
					}
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return Build(ctx, dir, source(games()), Options{Now: now, Key: []byte("key")})
		},
	}
	t.Cleanup(func() {
		suite.OK(t, h.Close())
		if _, err := os.Stat(h.Dir); !os.IsNotExist(err) {
			t.Errorf("the folder is left: %v", err)
		}
	})
	return h
}

func (h *hosted) get(method, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// indexOf parses the index.
func indexOf(t *testing.T, w *httptest.ResponseRecorder) (list []File) {
	t.Helper()
	var index struct{ Files []File }
	if err := json.Unmarshal(w.Body.Bytes(), &index); err != nil || w.Code != 200 {
		t.Fatalf("%d %s, %v", w.Code, w.Body, err)
	}
	return index.Files
}

func TestHandler(t *testing.T) {
	h := host(t)
	h.Patience = time.Minute
	files := indexOf(t, h.get("GET", "/export"))
	if len(files) != 4 || files[0].Records != 6 {
		t.Fatalf("%+v", files)
	}
	for _, f := range files {
		w := h.get("GET", f.Path)
		text := w.Body.String()
		if w.Code != 200 || int64(len(text)) != f.Bytes ||
			strings.Count(text, "\n") < f.Records ||
			w.Header().Get("Content-Type") != "application/x-ndjson; charset=utf-8" {
			t.Errorf("%s: %d %v", f.Path, w.Code, w.Header())
		}
		etag := w.Header().Get("ETag")
		if w := h.get("GET", f.Path, "If-None-Match", etag); w.Code != 304 || w.Body.Len() != 0 {
			t.Errorf("%s again: %d", f.Path, w.Code)
		}
		if w := h.get("GET", f.Path, "Range", "bytes=5-9", "If-Range", etag); w.Code != 206 ||
			w.Body.String() != text[5:10] {
			t.Errorf("a part of %s: %d %q", f.Path, w.Code, w.Body)
		}
		if w := h.get("GET", f.Path, "Range", "bytes=5-9", "If-Range", `"x"`); w.Code != 200 {
			t.Errorf("a part of an older %s: %d", f.Path, w.Code)
		}
		if w := h.get("HEAD", f.Path); w.Code != 200 || w.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d", f.Path, w.Code)
		}
	}
	for path, status := range map[string]int{"/export/": 404, "/export/other.jsonl": 404,
		"/export/../luna.db": 404, "/export/index.json": 404, "/export/games.jsonl": 404} {
		if w := h.get("GET", path); w.Code != status {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := h.get("POST", "/export"); w.Code != 405 {
		t.Error(w.Code)
	}
	if n := h.builds.Load(); n != 1 {
		t.Errorf("%d builds, want 1", n)
	}
	h.now.Add(int64(time.Minute))
	if h.get("GET", "/export"); h.builds.Load() != 2 {
		t.Errorf("%d builds, want 2", h.builds.Load())
	}
	if list, err := os.ReadDir(h.Dir); err != nil || len(list) != 1 {
		t.Errorf("%d versions are kept, %v", len(list), err)
	}
}

// TestBuildsInTheBackground checks that there is one build at a time, that it blocks nobody for
// long, and what is served while builds fail.
//
//luna:race
func TestBuildsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := host(t)
		h.gated.Store(true)
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if w := h.get("GET", "/export"); w.Code != 503 || w.Header().Get("Retry-After") == "" {
					t.Errorf("before the first build has ended: %d", w.Code)
				}
			})
		}
		all.Wait()
		<-h.begun
		h.gate <- nil
		first := h.get("GET", "/export").Body.String()
		if n := h.builds.Load(); n != 1 {
			t.Errorf("%d builds, want 1", n)
		}
		// The old version is served while the next one is built, and to those who have begun.
		h.now.Add(int64(90 * time.Second))
		v := h.acquire(t.Context())
		<-h.begun
		for range 3 {
			if w := h.get("GET", "/export"); w.Body.String() != first {
				t.Errorf("during a build: %d %s", w.Code, w.Body)
			}
		}
		h.gate <- nil
		h.until(t, func() bool { return h.get("GET", "/export").Body.String() != first })
		if _, err := os.Stat(filepath.Join(v.dir, AnswersFile)); err != nil {
			t.Errorf("a version is removed while it is read: %v", err)
		}
		h.release(v)
		if _, err := os.Stat(v.dir); !os.IsNotExist(err) {
			t.Errorf("a version is kept: %v", err)
		}
		// Failures are reported, and what is old is not served for ever.
		for i, want := range []int{200, 503} {
			h.now.Add(int64(61 * time.Second))
			answer := make(chan int)
			go func() { answer <- h.get("GET", "/export").Code }()
			<-h.begun
			h.gate <- errors.New("no")
			if got := <-answer; got != want {
				t.Errorf("after failure %d: %d, expected %d", i+1, got, want)
			}
			h.until(t, func() bool {
				h.mu.Lock()
				defer h.mu.Unlock()
				return h.built == nil
			})
		}
		// Close ends a build.
		go h.get("GET", "/export")
		<-h.begun
		suite.OK(t, h.Close())
		if w := h.get("GET", "/export"); w.Code != 503 {
			t.Errorf("after the end: %d", w.Code)
		}
	})
}

func (h *hosted) until(t *testing.T, done func() bool) {
	t.Helper()
	for range 1000 {
		if done() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("waited in vain")
}

// TestLeftovers checks that the files of a server that was killed go with the next build.
func TestLeftovers(t *testing.T) {
	h := host(t)
	h.Patience = time.Minute
	old := filepath.Join(h.Dir, "7")
	suite.OK(t, os.MkdirAll(old, 0o700))
	if w := h.get("GET", "/export"); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", old, err)
	}
	for i := range 3 {
		h.now.Add(int64(time.Hour))
		if w := h.get("GET", fmt.Sprint("/export?", i)); w.Code != http.StatusOK {
			t.Error(w.Code)
		}
	}
}

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
		Texts: func(context.Context, *game.Game) error { return nil },
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
