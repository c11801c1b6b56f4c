package export

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// answers parses [AnswersFile].
func answers(t *testing.T, texts map[string]string) (list []Answer) {
	t.Helper()
	for line := range strings.Lines(texts[AnswersFile]) {
		var a Answer
		suite.OK(t, json.Unmarshal([]byte(line), &a))
		list = append(list, a)
	}
	return list
}

// reread reads the data sets of an export as a user would, by their first questions.
func reread(t *testing.T, files []File, texts map[string]string) map[string]*datasets.Dataset {
	t.Helper()
	dir, sets := t.TempDir(), make(map[string]*datasets.Dataset)
	for _, f := range files {
		if f.Name == AnswersFile || f.Name == GamesFile {
			continue
		}
		path := filepath.Join(dir, f.Name)
		suite.OK(t, os.WriteFile(path, []byte(texts[f.Name]), 0o600))
		list, err := datasets.Open("jsonl:"+path, datasets.Options{})
		if err != nil || len(list) != 1 || list[0].Name+".jsonl" != f.Name ||
			len(list[0].Respondents) != f.Records {
			t.Fatalf("%s: %v, %v", f.Name, list, err)
		}
		sets[list[0].Questions[0].Text] = list[0]
	}
	return sets
}

func TestDatasets(t *testing.T) {
	files, texts := build(t, games(), Options{})
	sets := reread(t, files, texts)
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
		"bob?": {"bot to bob": {.30, "[NaN 0.5 0.5 0.5 0.5]"}, "ann to bob": {1, "[]"}},
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
		if strings.Contains(fmt.Sprint(texts), secret) {
			t.Errorf("%q is published", secret)
		}
	}
}

// TestAnswersStandAlone checks that no record has the questions of the player whom its guess is
// about.
func TestAnswersStandAlone(t *testing.T) {
	_, texts := build(t, games(), Options{})
	list := answers(t, texts)
	for i, a := range list {
		asker := strings.TrimSuffix(a.Questions[0], "?")
		responder, to, _ := strings.Cut(a.Responses[0], " to ")
		if a.ID != fmt.Sprint("a", i+1) || to != asker || !slices.Equal(a.Questions, asks(asker)) ||
			!slices.Equal(a.Responses, says(responder, asker)) || len(a.Scores) != 5 ||
			a.Machine != (responder == "bot") || a.AskerMachine != (asker == "bot") {
			t.Errorf("%+v", a)
		}
		if a.Responses[0] == "bot to bob" && (*a.Guess != 30 || a.Scores[0] != nil ||
			*a.Scores[1] != 50) {
			t.Errorf("%+v", a)
		}
	}
	if len(list) != 6 {
		t.Errorf("%d answers", len(list))
	}
	if _, ok := texts[GamesFile]; ok {
		t.Error("whole games are published")
	}
	_, texts = build(t, games(), Options{Games: true})
	n := make(map[string]int)
	kinds := make(map[string]string) // by player
	for line := range strings.Lines(texts[GamesFile]) {
		var g Game
		suite.OK(t, json.Unmarshal([]byte(line), &g))
		n[g.Status]++
		for i, s := range g.Seats {
			other := strings.TrimSuffix(g.Seats[1-i].Questions[0], "?")
			asker := strings.TrimSuffix(s.Questions[0], "?")
			if !slices.Equal(s.Responses, says(asker, other)) || s.Guess == nil {
				t.Errorf("%+v", s)
			}
			if kind, ok := kinds[s.Player]; ok && kind != s.Kind || s.Machine != (asker == "bot") {
				t.Errorf("%+v is a %s elsewhere", s, kind)
			}
			kinds[s.Player] = s.Kind
			if s.Opened && (*s.Before != 61.125 || *s.After != 62.125) || s.Weight != 1 {
				t.Errorf("%+v", s)
			}
		}
		if g.Ended.Sub(g.Opened) != time.Hour || g.Opened.Before(begin) || g.Phase != 6 {
			t.Errorf("%+v", g)
		}
	}
	if want := map[string]int{"finished": 3, "deactivated": 1, "expired": 1}; !maps.Equal(n, want) {
		t.Errorf("whole games: found %v, expected %v", n, want)
	}
	if len(kinds) != 3 || strings.Contains(texts[GamesFile], "secret") {
		t.Errorf("found players %v in %s", kinds, texts[GamesFile])
	}
}

// TestRetirement checks what is published of players who retire, play on, and come back.
func TestRetirement(t *testing.T) {
	list := []game.Game{
		finished(0, 0, "ann", "bob", [2]float64{50, 50}),
		finished(1, 80, "ann", "cid", [2]float64{50, 50}),  // less than 90 days later
		finished(2, 200, "bob", "dan", [2]float64{50, 50}), // more than 90 days later
	}
	at := func(days int) Options {
		return Options{Now: begin.Add(time.Duration(days) * day), After: 90 * day}
	}
	for _, c := range []struct {
		days int // 2016 is a leap year: 1 April is day 91, 1 July 182, 1 November 305
		want string
	}{
		{0, ""}, {90, ""}, {92, "bob to ann"}, {181, "bob to ann"},
		{182, "ann to bob, ann to cid, bob to ann, cid to ann"},
		{201, "ann to bob, ann to cid, bob to ann, cid to ann"}, // bob is back, which shows nowhere
		{304, "ann to bob, ann to cid, bob to ann, cid to ann"},
		{305, "ann to bob, ann to cid, bob to ann, cid to ann, dan to bob"}, // not bob again
	} {
		seen := slices.DeleteFunc(slices.Clone(list), func(g game.Game) bool {
			return g.Opened.After(at(c.days).Now)
		})
		if got := strings.Join(published(t, seen, at(c.days)), ", "); got != c.want {
			t.Errorf("on day %d: found %q, expected %q", c.days, got, c.want)
		}
	}
	// Games that are played, or ended without a result, are playing, too.
	for _, s := range []game.Status{game.Active, game.Left, game.TimedOut} {
		more := finished(3, 100, "bob", "dan", [2]float64{1, 1})
		more.Status = s
		got := strings.Join(published(t, append(list[:1:1], more), at(182)), ", ")
		want := "ann to bob, bob to ann"
		// Bob had retired before that game, in April, so what was published then stays.
		if got != want {
			t.Errorf("%v: found %q, expected %q", s, got, want)
		}
		more = finished(3, 80, "bob", "dan", [2]float64{1, 1})
		more.Status = s
		got = strings.Join(published(t, append(list[:1:1], more), at(160)), ", ")
		if want := "ann to bob"; got != want {
			t.Errorf("%v: found %q, expected %q", s, got, want)
		}
	}
	// A player whose game is still active has not retired, however long ago it began.
	more := finished(3, 1, "bob", "dan", [2]float64{1, 1})
	more.Status = game.Active
	got := strings.Join(published(t, append(list[:1:1], more), at(400)), ", ")
	if want := "ann to bob"; got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
	// Whole games are written once both players have retired.
	_, texts := build(t, list[:1], Options{Now: at(92).Now, After: 90 * day, Games: true})
	if strings.Count(texts[GamesFile], "\n") != 1 {
		t.Error(texts)
	}
	_, texts = build(t, list[:2], Options{Now: at(92).Now, After: 90 * day, Games: true})
	if strings.Count(texts[GamesFile], "\n") != 0 {
		t.Error(texts)
	}
}

// Of each player, however many they have answered, one guess is published, with the scores. It
// stays the same when others retire, and when the player returns.
func TestOneGuess(t *testing.T) {
	var list []game.Game
	names := []string{"ann", "bob", "cid", "dan", "eve"}
	for i, a := range names {
		for j, b := range names[:i] {
			g := finished(10*i+j, 10*i+j, a, b, [2]float64{float64(10*i + j), float64(50 + 10*i + j)})
			g.Seats[0].Scores[1], g.Seats[1].Scores[1] = new(7.0), new(7.0)
			list = append(list, g)
		}
	}
	told := make(map[string]string)
	for _, days := range []int{150, 200, 400, 900} {
		if days == 400 { // ann and bob return
			list = append(list, finished(99, 390, "ann", "bob", [2]float64{1, 2}))
		}
		_, texts := build(t, list, Options{Now: begin.Add(time.Duration(days) * day), After: 90 * day})
		now := make(map[string]string)
		for _, a := range answers(t, texts) {
			player, asker, _ := strings.Cut(a.Responses[0], " to ")
			if (a.Guess != nil) != (a.Scores[1] != nil) {
				t.Errorf("day %d, %s to %s: scores %v without the guess", days, player, asker, a.Scores)
			}
			if a.Guess == nil {
				continue
			}
			if now[player] != "" {
				t.Errorf("day %d: guesses about %s by %s and %s", days, player, now[player], asker)
			}
			now[player] = fmt.Sprint(asker, *a.Guess)
		}
		for player, before := range told {
			if now[player] != before {
				t.Errorf("day %d: the guess about %s is that of %q, before of %q", days, player,
					now[player], before)
			}
		}
		told = now
	}
	if len(told) != len(names) {
		t.Errorf("guesses about %v", told)
	}
	_, texts := build(t, list, Options{Now: begin.Add(900 * day)})
	for _, a := range answers(t, texts) {
		if a.Guess == nil {
			t.Errorf("no guess for the operator's own use: %+v", a)
		}
	}
}

// TestTogether checks that players who retire wait for others, and that those who return meanwhile
// wait until they retire again.
func TestTogether(t *testing.T) {
	list := []game.Game{
		finished(0, 0, "ann", "private", [2]float64{50, 50}),
		finished(1, 0, "bob", "ann", [2]float64{50, 50}),
		finished(2, 40, "cid", "dan", [2]float64{50, 50}),
		finished(3, 140, "bob", "private", [2]float64{50, 50}), // whom nobody has joined yet
	}
	for _, c := range []struct {
		days, together int // cid and dan retire on day 152, 1 June
		want           string
	}{
		{100, 2, "ann to bob bob to ann"}, {100, 3, ""},
		{139, 3, ""}, {152, 3, "ann to bob cid to dan dan to cid"}, {152, 4, ""},
		{400, 4, "ann to bob bob to ann cid to dan dan to cid"}, {400, 5, ""},
	} {
		seen := slices.DeleteFunc(slices.Clone(list), func(g game.Game) bool {
			return g.Opened.After(begin.Add(time.Duration(c.days) * day))
		})
		o := Options{Now: begin.Add(time.Duration(c.days) * day), After: 90 * day,
			Together: c.together}
		if got := strings.Join(published(t, seen, o), " "); got != c.want {
			t.Errorf("on day %d, %d together: found %q, expected %q", c.days, c.together, got, c.want)
		}
	}
}

// TestReturnOfAnybody checks that no new game changes what was published before, at whatever times
// players play.
func TestReturnOfAnybody(t *testing.T) {
	for _, together := range []int{0, 2, 3} {
		returnOfAnybody(t, together)
	}
}

func returnOfAnybody(t *testing.T, together int) {
	var list []game.Game
	names := []string{"ann", "bob", "cid", "dan", "eve"}
	before := make(map[string]bool)
	when := 0
	for n := range 60 {
		when += []int{1, 40, 95, 7, 130, 3}[n*n%6]
		list = append(list, finished(n, when, names[n%5], names[(n+1+n%4)%5],
			[2]float64{float64(n), float64(n) + .5}))
		o := Options{Now: begin.Add(time.Duration(when)*day + 2*time.Hour), After: 90 * day,
			Key: []byte("key"), Together: together}
		_, texts := build(t, list, o)
		now := make(map[string]bool)
		for _, a := range answers(t, texts) {
			guess := -1.0
			if a.Guess != nil {
				guess = *a.Guess
			}
			now[fmt.Sprint(a.Responses[0], guess)] = true
		}
		fresh := make(map[string]bool) // who was not published before
		for record := range now {
			if !before[record] {
				player, _, _ := strings.Cut(record, " to ")
				fresh[player] = true
			}
		}
		for record := range before {
			if !now[record] {
				t.Fatalf("after game %d: %s is gone", n, record)
			}
		}
		if len(fresh) > 0 && len(fresh) < together {
			t.Fatalf("after game %d: only %v are published", n, fresh)
		}
		before = now
	}
	if len(before) == 0 || len(before) == 120 {
		t.Errorf("%d answers are published if %d retire together", len(before), together)
	}
}

// TestOrderRevealsNothing checks that the output does not depend on the order of the games, and
// that its own order depends on the key.
func TestOrderRevealsNothing(t *testing.T) {
	backwards := games()
	slices.Reverse(backwards)
	order := func(list []game.Game, key string) string {
		_, texts := build(t, list, Options{Key: []byte(key), Games: true})
		return fmt.Sprint(texts)
	}
	if order(games(), "key") != order(backwards, "key") {
		t.Error("the output depends on the order of the games")
	}
	same := true
	for _, key := range []string{"another", "yet another", "a third"} {
		same = same && order(games(), key) == order(games(), "key")
	}
	if same {
		t.Error("the order of the output does not depend on the key")
	}
}

func TestSmartsRatings(t *testing.T) {
	files, texts := build(t, games(), Options{SmartsRatings: true})
	for _, r := range reread(t, files, texts)["ann?"].Respondents {
		if bot := r.Responses[0] == "bot to ann"; bot && r.Rating != .61125 || !bot &&
			!math.IsNaN(r.Rating) {
			t.Errorf("%+v", r)
		}
	}
}

// TestMissingParts has games from which texts were deleted, and one that a player left after the
// other one's guess.
func TestMissingParts(t *testing.T) {
	list := []game.Game{
		finished(0, 0, "ann", "bob", [2]float64{1, 2}),
		finished(1, 0, "cid", "dan", [2]float64{3, 4}),
	}
	list[0].Seats[0].Questions, list[0].Seats[0].Responses = nil, nil
	list[1].Seats[0].Guess = nil
	if got := published(t, list, Options{}); !slices.Equal(got, []string{"cid to dan"}) {
		t.Errorf("found %q", got)
	}
}

func TestNothing(t *testing.T) {
	files, texts := build(t, nil, Options{})
	if len(files) != 1 || files[0].Name != AnswersFile || texts[AnswersFile] != "" {
		t.Errorf("%+v", files)
	}
}
