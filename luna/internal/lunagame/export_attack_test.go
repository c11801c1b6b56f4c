package lunagame_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// habitual is a person who asks the same questions in all games and gives the same answer whenever
// a question is repeated.
type habitual struct {
	*client.Client
	name string
	asks []string
}

func habit(t *testing.T, r *running, name string) *habitual {
	t.Helper()
	return &habitual{r.player(t, name), name, texts("question of " + name)}
}

// returns logs a person in whose token has expired.
func (h *habitual) returns(t *testing.T) {
	t.Helper()
	suite.Must(h.Login(t.Context(), h.name, "correct horse"))(t)
}

func (h *habitual) answers(questions []game.Question) []string {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = h.name + " on " + q.Text
	}
	return list
}

// meet has two people play up to the guesses.
func meet(t *testing.T, people [2]*habitual) [2]game.View {
	t.Helper()
	var views [2]game.View
	for stage := range 3 {
		for i, h := range people {
			if stage == 0 {
				views[i] = suite.Must(h.NewGame(t.Context(), h.asks))(t)
				continue
			}
			views[i] = suite.Must(h.Game(t.Context(), views[0].ID))(t)
			if stage == 1 {
				suite.Must(h.Respond(t.Context(), views[0].ID, h.answers(views[i].OpQuestions)))(t)
			}
		}
	}
	return views
}

// playGame has two people play a whole game and returns the rating that the first one was to guess.
func playGame(t *testing.T, people [2]*habitual, guesses [2]float64) *float64 {
	t.Helper()
	return settle(t, people, meet(t, people)[0].ID, guesses)
}

func settle(t *testing.T, people [2]*habitual, id game.GameID, guesses [2]float64) *float64 {
	t.Helper()
	for i, h := range people {
		suite.Must(h.Guess(t.Context(), id, guesses[i]))(t)
	}
	v := suite.Must(people[0].Game(t.Context(), id))(t)
	return v.OpSmartsRating
}

// published is a guess as an attacker finds it in what is published, with what was said by the
// player whom it is about.
type published struct {
	guess  float64
	theirs []string // their questions, where these are in the same record, and responses
}

// download fetches everything that is published, in its old and its present form.
func (r *running) download(t *testing.T) (list []published, all map[string]string) {
	t.Helper()
	all = make(map[string]string)
	_, index, _ := get(t, r.url+"/export")
	var files struct{ Files []struct{ Path string } }
	suite.OK(t, json.Unmarshal([]byte(index), &files))
	for _, f := range files.Files {
		status, text, _ := get(t, r.url+f.Path)
		if status != 200 {
			t.Fatalf("%s: %d %s", f.Path, status, text)
		}
		all[f.Path] = text
		for line := range strings.Lines(text) {
			var record struct {
				Seats []struct {
					Questions, Responses []string
					Guess                float64
				}
				Responses []string
				Guess     *float64
				Rating    *float64
			}
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				continue // the questions of a data set
			}
			for i := range record.Seats {
				about := record.Seats[1-i]
				list = append(list, published{record.Seats[i].Guess,
					slices.Concat(about.Questions, about.Responses)})
			}
			switch {
			case record.Guess != nil:
				list = append(list, published{*record.Guess, record.Responses})
			case record.Rating != nil:
				list = append(list, published{*record.Rating * game.MaxRating, record.Responses})
			}
		}
	}
	return list, all
}

// estimate returns the mean of the guesses about a player whose texts contain one of those that an
// opponent has seen, and how many there are. Attackers know their own texts.
func estimate(list []published, seen []string) (mean float64, n int) {
	own := func(s string) bool { return strings.HasPrefix(s, "mallory on ") }
	for _, p := range list {
		match := func(s string) bool { return slices.Contains(seen, s) }
		if slices.ContainsFunc(p.theirs, match) && !slices.ContainsFunc(p.theirs, own) {
			mean += p.guess
			n++
		}
	}
	return mean / float64(n), n
}

// guessesAbout returns how many guesses are published of whoever gave one of these answers.
func guessesAbout(list []published, seen []string) int {
	found := make(map[int]bool) // in thousandths, since data sets repeat them divided by 100
	for _, p := range list {
		if slices.ContainsFunc(p.theirs, func(s string) bool { return slices.Contains(seen, s) }) {
			found[int(math.Round(1000*p.guess))] = true
		}
	}
	return len(found)
}

// change returns the mean of the guesses that only one of two downloads has.
func change(before, after []published) (mean float64, n int) {
	count := make(map[string]int)
	sums := make(map[string]float64)
	for sign, list := range map[int][]published{-1: before, 1: after} {
		for _, p := range list {
			key := fmt.Sprint(p)
			count[key] += sign
			sums[key] = p.guess
		}
	}
	for key, c := range count {
		if c != 0 {
			mean += sums[key]
			n++
		}
	}
	return mean / float64(n), n
}

// haul is how an attack by one kind of clue went.
type haul struct {
	tried, found, exact int
	off                 float64
}

func (h *haul) add(estimate float64, n int, truth float64) {
	if h.tried++; n > 0 {
		h.found++
		h.off += math.Abs(estimate - truth)
		if math.Abs(estimate-truth) < 0.05 {
			h.exact++
		}
	}
}

func (h *haul) String() string {
	return fmt.Sprintf("%d of %d estimated, %d exactly; mean error %.1f", h.found, h.tried, h.exact,
		h.off/float64(max(h.found, 1)))
}

// TestExportGivesNoRatingAway has an attacker download all that is published, before and during
// each game, and compute the rating of the opponent from it: by the opponent's questions, by their
// responses, and by what changed.
func TestExportGivesNoRatingAway(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	var later atomic.Int64
	begun := time.Now()
	start := time.Date(2016, 1, 10, 12, 0, 0, 0, time.UTC)
	r := opened(t, func() time.Time {
		return start.Add(time.Since(begun) + time.Duration(later.Load()))
	})
	people := make([]*habitual, 10)
	for i := range people {
		people[i] = habit(t, r, fmt.Sprintf("person%02d", i))
	}
	guesses := func(i, j int) [2]float64 { // honest but noisy ones
		noise := func(k int) float64 { return float64((17*i+29*j+k)%21) - 10 }
		return [2]float64{15 + 7*float64(j) + noise(3), 15 + 7*float64(i) + noise(8)}
	}
	for i := range people {
		for j := range i {
			playGame(t, [2]*habitual{people[i], people[j]}, guesses(i, j))
		}
	}
	mallory := habit(t, r, "mallory")
	download := func() ([]published, map[string]string) {
		later.Add(int64(time.Minute)) // downloads are limited
		return r.download(t)
	}
	attack := func(season string, targets []*habitual, kept []published, of int) {
		t.Helper()
		// The attacker repeats questions of so many people, to which the targets' answers may be
		// known.
		var byQuestions, byResponses, byChange haul
		for i, target := range targets {
			mallory.asks = nil
			for k := range game.Questions {
				other := people[(slices.Index(people, target)+1+k%of)%len(people)]
				mallory.asks = append(mallory.asks, other.asks[k])
			}
			before, _ := download()
			both := [2]*habitual{mallory, target}
			v := meet(t, both)[0]
			during, _ := download()
			all := slices.Concat(kept, during)
			rating := settle(t, both, v.ID, [2]float64{50, 40 + float64(i)})
			if rating == nil {
				t.Fatal("the target has no rating")
			}
			mean, n := estimate(all, game.QuestionTexts(v.OpQuestions))
			byQuestions.add(mean, n, *rating)
			mean, n = estimate(all, game.ResponseTexts(v.OpResponses))
			byResponses.add(mean, n, *rating)
			if n := guessesAbout(all, game.ResponseTexts(v.OpResponses)); n > 1 {
				t.Errorf("%s: repeated answers of %s lead to %d guesses, expected one at most", season,
					target.name, n)
			}
			mean, n = change(before, during)
			byChange.add(mean, n, *rating)
		}
		t.Logf("%s, by questions: %s", season, &byQuestions)
		t.Logf("%s, by responses: %s", season, &byResponses)
		t.Logf("%s, by changes: %s", season, &byChange)
		if byQuestions.exact+byChange.exact > 0 || len(kept) == 0 && byResponses.exact > 0 {
			t.Errorf("%s, ratings are given away", season)
		}
		if len(kept) == 0 && byQuestions.found+byResponses.found+byChange.found > 0 {
			t.Errorf("%s, guesses about people who play are published", season)
		}
	}
	attack("while all play", people, nil, 1)

	// Half of the people retire, and then come back. The attacker kept what was published.
	pause := func(d time.Duration) {
		later.Add(int64(d))
		for _, h := range append(people, mallory) {
			h.returns(t)
		}
	}
	pause(80 * 24 * time.Hour)
	for i := range 5 {
		for j := range i {
			playGame(t, [2]*habitual{people[i], people[j]}, guesses(i, j))
		}
	}
	pause(50 * 24 * time.Hour)
	kept, files := download()
	if len(kept) == 0 {
		t.Error("nothing is published of those who have retired")
	}
	text := fmt.Sprint(files)
	for i, h := range people {
		if strings.Contains(text, h.name+" on ") != (i >= 5) {
			t.Errorf("%s, whose last game was %d days ago: responses published: %t", h.name,
				map[bool]int{true: 130, false: 50}[i >= 5], i < 5)
		}
	}
	for i := 5; i < 10; i++ {
		playGame(t, [2]*habitual{people[i], people[i-5]}, guesses(i, i-5))
		if _, now := download(); !maps.Equal(now, files) {
			t.Error("the return of a player changes what is published")
		}
	}
	attack("after a return", people[5:], kept, 1)
	attack("after a return, with questions of five people", people[5:], kept, game.Questions)

	// They retire once more. Players who have returned are known to return: nothing else of theirs is
	// published.
	pause(130 * 24 * time.Hour)
	again, all := download()
	text = fmt.Sprint(all)
	for i, h := range people {
		if published := strings.Count(text, h.name+" on ") > 0; !published {
			t.Errorf("nothing is published of %s", h.name)
		}
		before, after := strings.Count(fmt.Sprint(files), h.name+" on "), strings.Count(text, h.name+" on ")
		if i >= 5 && before != after {
			t.Errorf("%d responses of %s are published, %d after their return", before, h.name, after)
		}
	}
	for _, p := range kept {
		if !slices.ContainsFunc(again, func(q published) bool { return fmt.Sprint(p) == fmt.Sprint(q) }) {
			t.Errorf("a record is gone: %v", p)
		}
	}
}
