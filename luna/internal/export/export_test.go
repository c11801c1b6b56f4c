package export_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/export"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var day = time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)

// asks returns the questions of a player, the same ones in every game.
func asks(p string) []string {
	return []string{p + "?", "1+1=?", "<b>'; --", "\U0001F469\u200D\U0001F680\u0000",
		strings.Repeat("x", 5000)}
}

func says(p, to string) []string { return []string{p + " to " + to, "2", "", "  ", "\u202e"} }

// finished returns a finished game of two players with the given guesses.
func finished(n int, a, b string, guesses [2]float64) game.Game {
	return game.Game{
		ID: game.GameID(fmt.Sprint("id of game ", n)), Status: game.Finished, Phase: 6, Opened: day,
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
		finished(0, "bot", "ann", [2]float64{70, 20}),
		finished(1, "bob", "bot", [2]float64{30, 80.5}),
		finished(2, "ann", "bob", [2]float64{0, 100}),
		finished(3, "bot", "private", [2]float64{33, 33}),
		finished(4, "private", "private too", [2]float64{34, 34}),
		finished(5, "bot", "ann", [2]float64{35, 35}),
		finished(6, "bot", "ann", [2]float64{36, 36}),
		finished(7, "bot", "ann", [2]float64{37, 37}),
	}
	for i := range game.Questions {
		list[0].Seats[1].Scores[i] = new(float64(25 * i))
		if i > 0 {
			list[1].Seats[0].Scores[i] = new(50.0)
		}
	}
	for i, s := range []game.Status{game.Active, game.Left, game.TimedOut} {
		list[5+i].Status = s
	}
	return list
}

func who(p game.PlayerID) (bool, bool) {
	return !strings.Contains(string(p), "private"), p == "secret bot"
}

func make1(o export.Options) *export.Export {
	o.Who, o.Key = who, []byte("key")
	return export.New(slices.Values(games()), o)
}

// reread writes the files of an export and reads its data sets back as a user would.
func reread(t *testing.T, e *export.Export) (map[string]*datasets.Dataset, string) {
	t.Helper()
	files, err := e.Files()
	if err != nil {
		t.Fatal(err)
	}
	dir, sets, all := t.TempDir(), make(map[string]*datasets.Dataset), ""
	for _, f := range files {
		all += string(f.Text)
		path := filepath.Join(dir, f.Name)
		if err := os.WriteFile(path, f.Text, 0o600); err != nil {
			t.Fatal(err)
		}
		if f.Name == export.GamesFile {
			continue
		}
		list, err := datasets.Open("jsonl:"+path, datasets.Options{})
		if err != nil || len(list) != 1 || list[0].Name+".jsonl" != f.Name ||
			len(list[0].Respondents) != f.Records {
			t.Fatalf("%s: %v, %v", f.Name, list, err)
		}
		if err := list[0].CheckRated(); err != nil &&
			!strings.Contains(err.Error(), "without a rating") {
			t.Error(err)
		}
		sets[list[0].Questions[0].Text] = list[0]
	}
	return sets, all
}

func TestDatasets(t *testing.T) {
	sets, all := reread(t, make1(export.Options{}))
	if len(sets) != 3 {
		t.Fatalf("%d data sets, want those of bot, ann and bob", len(sets))
	}
	type row struct {
		rating float64
		scores string
	}
	want := map[string]map[string]row{
		"bot?": {"ann to bot": {.70, "[0 0.25 0.5 0.75 1]"}, "bob to bot": {.805, "[]"}},
		"ann?": {"bot to ann": {.20, "[]"}, "bob to ann": {0, "[]"}},
		"bob?": {"bot to bob": {.30, "[]"}, "ann to bob": {1, "[]"}},
	}
	for asker, rows := range want {
		d := sets[asker]
		if d == nil || len(d.Respondents) != len(rows) {
			t.Fatalf("%s: %+v", asker, d)
		}
		for i, q := range d.Questions {
			if q.Text != asks(strings.TrimSuffix(asker, "?"))[i] {
				t.Errorf("question %d is %.50q", i, q.Text)
			}
		}
		for _, r := range d.Respondents {
			if w, ok := rows[r.Responses[0]]; !ok || r.Rating != w.rating ||
				fmt.Sprint(r.Scores) != w.scores || r.Responses[1] != "2" {
				t.Errorf("%s: %+v, want %+v", asker, r, w)
			}
		}
	}
	for _, secret := range []string{"secret", "private", "id of game", "61.125", "62.125", "2016"} {
		if strings.Contains(all, secret) {
			t.Errorf("%q is published", secret)
		}
	}
}

func TestGames(t *testing.T) {
	_, all := reread(t, make1(export.Options{}))
	n := 0
	for line := range strings.Lines(all) {
		var g export.Game
		if json.Unmarshal([]byte(line), &g); g.ID == "" || g.Seats[0].Questions == nil {
			continue
		}
		n++
		for i, s := range g.Seats {
			asker := strings.TrimSuffix(s.Questions[0], "?")
			other := strings.TrimSuffix(g.Seats[1-i].Questions[0], "?")
			if !slices.Equal(s.Questions, asks(asker)) ||
				!slices.Equal(s.Responses, says(asker, other)) || s.Machine != (asker == "bot") ||
				len(s.Scores) != 5 {
				t.Errorf("%+v", s)
			}
			if asker == "bob" && other == "bot" &&
				(s.Guess != 30 || s.Scores[0] != nil || *s.Scores[1] != 50) {
				t.Errorf("%+v", s)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d games", n)
	}
}

// TestOrderRevealsNothing checks that the output does not depend on the order of the games, and
// that its own order depends on the key.
func TestOrderRevealsNothing(t *testing.T) {
	text := func(list []game.Game, key string) string {
		files, err := export.New(slices.Values(list),
			export.Options{Who: who, Key: []byte(key)}).Files()
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(files)
	}
	backwards := games()
	slices.Reverse(backwards)
	if text(games(), "key") != text(backwards, "key") {
		t.Error("the output depends on the order of the games")
	}
	same := true
	for _, key := range []string{"another", "yet another", "a third"} {
		same = same && text(games(), key) == text(games(), "key")
	}
	if same {
		t.Error("the order of the output does not depend on the key")
	}
}

func TestSmartsRatings(t *testing.T) {
	sets, _ := reread(t, make1(export.Options{SmartsRatings: true}))
	for _, r := range sets["ann?"].Respondents {
		if bot := r.Responses[0] == "bot to ann"; bot && r.Rating != .61125 || !bot &&
			!math.IsNaN(r.Rating) {
			t.Errorf("%+v", r)
		}
	}
}

func TestNothing(t *testing.T) {
	e := export.New(slices.Values([]game.Game(nil)), export.Options{Who: who})
	files, err := e.Files()
	if err != nil || len(files) != 1 || len(files[0].Text) != 0 {
		t.Errorf("%+v, %v", files, err)
	}
}

func TestHandler(t *testing.T) {
	now, made := day, 0
	var broken error
	h := &export.Handler{Keep: time.Minute, Clock: func() time.Time { return now },
		Make: func() (*export.Export, error) {
			made++
			return make1(export.Options{}), broken
		}}
	get := func(method, path, etag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	var index struct {
		Files []struct {
			Name, Path     string
			Records, Bytes int
		}
	}
	w := get("GET", "/export", "")
	if err := json.Unmarshal(w.Body.Bytes(), &index); w.Code != 200 || err != nil ||
		len(index.Files) != 4 || index.Files[0].Records != 3 {
		t.Fatalf("%d %s, %v", w.Code, w.Body, err)
	}
	for _, f := range index.Files {
		w := get("GET", f.Path, "")
		if w.Code != 200 || w.Body.Len() != f.Bytes ||
			strings.Count(w.Body.String(), "\n") < f.Records ||
			w.Header().Get("Content-Type") != "application/x-ndjson; charset=utf-8" {
			t.Errorf("%s: %d", f.Path, w.Code)
		}
		if again := get("GET", f.Path,
			w.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: %d", f.Path, again.Code)
		}
		if head := get("HEAD", f.Path, ""); head.Code != 200 || head.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d", f.Path, head.Code)
		}
	}
	for path, status := range map[string]int{"/export/": 404, "/export/other.jsonl": 404,
		"/export/../luna.db": 404} {
		if w := get("GET", path, ""); w.Code != status {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get("POST", "/export", ""); w.Code != 405 {
		t.Error(w.Code)
	}
	if made != 1 {
		t.Errorf("the export was made %d times, want 1", made)
	}
	now = now.Add(time.Minute)
	if get("GET", "/export", ""); made != 2 {
		t.Errorf("the export was made %d times, want 2", made)
	}
	now, broken = now.Add(time.Minute), errors.New("no")
	if w := get("GET", "/export", ""); w.Code != 503 {
		t.Error(w.Code)
	}
}
