package game_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// number formats a rating that may be missing.
func number(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(*x)
}

func TestFirstGames(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd", "bot", "bot2")
	r.play("new", "ann", "bob", 30, 75) // both new
	if a, b := r.view("new", "ann"), r.view("new", "bob"); *a.Outcome != game.Tied ||
		*b.Outcome != game.Tied ||
		number(a.SmartsRating) != "75" || number(b.SmartsRating) != "30" ||
		a.OldSmartsRating != nil || a.OpSmartsRating != nil {
		t.Errorf("two first-time players: %+v, %+v", a, b)
	}
	r.play("first", "cyd", "ann", 75, 50) // cyd is new, and guesses exactly
	if c, a := r.view("first", "cyd"), r.view("first", "ann"); *c.Outcome != game.Tied ||
		*a.Outcome != game.Won || number(c.SmartsRating) != "50" {
		t.Errorf("a first-time player: %+v, %+v", c, a)
	}
	if p := r.player("cyd"); p.Games != 1 || p.Wins != 0 || len(p.Guesses) != 1 ||
		number(p.Guesses[0].Rating) != "75" {
		t.Errorf("%+v", p)
	}
	r.play("machine", "bot", "ann", 0, 10) // the machine's guess does not count, ann's does
	if a, b := r.player("ann"), r.player("bot"); number(a.Rating) != "75" || len(a.History) != 2 ||
		a.Streak != 2 || number(b.Rating) != "10" {
		t.Errorf("against a machine: %+v, %+v", a, b)
	}
	r.play("machines", "bot", "bot2", 99, 1)
	a, b := r.view("machines", "bot"), r.view("machines", "bot2")
	if number(a.SmartsRating) != "10" || b.SmartsRating != nil ||
		*a.Outcome != game.Won || *b.Outcome != game.Tied || !*a.OpMachine {
		t.Errorf("two machines: %+v, %+v", a, b)
	}
	checkReplay(t, r, []game.PlayerID{"ann", "bob", "cyd", "bot", "bot2"})
}

// TestThesisExample is 2.5.1: “Your New Smarts Rating: 78. Actual Other Player Smart Rating: 84
// (You guessed 81). Other Player's Guess of Your Rating: 91 (Your rating was 75)” and “You won!”. A
// mean that 91 moves from 75 to 78, rounded, was one of four guesses.
func TestThesisExample(t *testing.T) {
	r := newReferee(t, "you", "other", "bot", "h1", "h2", "h3", "h4")
	for i, g := range []float64{70, 80, 72, 78} {
		helper := game.PlayerID(fmt.Sprintf("h%d", i+1))
		r.play(game.GameID(fmt.Sprintf("y%d", i)), "you", helper, 50, g)
	}
	r.play("o", "other", "h1", 50, 84)
	r.play("g", "you", "other", 81, 91)
	v := r.view("g", "you")
	if *v.Outcome != game.Won || math.Round(*v.SmartsRating) != 78 || *v.OpSmartsRating != 84 ||
		*v.Guess != 81 || *v.OpGuess != 91 || *v.OldSmartsRating != 75 {
		t.Errorf("%+v", v)
	}
}

func TestTies(t *testing.T) {
	third := 100. / 3
	for _, c := range []struct {
		ratings, guesses [2]float64 // of ann and bob; ann's guess is of bob's rating
		want             game.Outcome
	}{
		{[2]float64{50, 60}, [2]float64{55, 45}, game.Tied},
		{[2]float64{50, 60}, [2]float64{55, 44}, game.Won},
		{[2]float64{50, 60}, [2]float64{54, 55}, game.Lost},
		// ⅔ each, but not in floating point
		{[2]float64{2 * third, third}, [2]float64{34, 66}, game.Tied},
		{[2]float64{0, 100}, [2]float64{100, 0}, game.Tied},
	} {
		r := newReferee(t, "ann", "bob", "cyd")
		r.play("a", "ann", "cyd", 0, c.ratings[0])
		r.play("b", "bob", "cyd", 0, c.ratings[1])
		r.play("g", "ann", "bob", c.guesses[0], c.guesses[1])
		if v := r.view("g", "ann"); *v.Outcome != c.want {
			t.Errorf("%+v: outcome %d", c, *v.Outcome)
		}
	}
}

func TestStreaks(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd")
	r.play("a", "ann", "cyd", 0, 50)
	r.play("b", "bob", "cyd", 0, 50)
	var streaks, records []int
	for i, g := range []float64{50, 50, 51, 50, 50, 50, 49} { // 50 stands for a game that ann wins
		a, b := *r.player("ann").Rating, *r.player("bob").Rating
		id := game.GameID(fmt.Sprint("g", i))
		if g != 50 {
			r.play(id, "ann", "bob", b+40*(g-50), a) // loses
		} else {
			r.play(id, "ann", "bob", b, a-1) // wins
		}
		p := r.player("ann")
		streaks, records = append(streaks, p.Streak), append(records, p.StreakRecord)
	}
	if fmt.Sprint(streaks, records) != "[1 2 0 1 2 3 0] [1 2 2 2 2 3 3]" {
		t.Errorf("streaks %v, records %v", streaks, records)
	}
	// A game without a result does not end a streak, a tie does.
	r.play("won", "ann", "bob", *r.player("bob").Rating, 0)
	r.enter("ann", "left")
	r.do(game.Event{Kind: game.Deactivated, Player: "ann", Game: "left"})
	if s := r.player("ann").Streak; s != 1 {
		t.Errorf("streak %d after a game without a result", s)
	}
	r.play("tie", "ann", "bob", *r.player("bob").Rating, *r.player("ann").Rating)
	if s := r.player("ann").Streak; s != 0 {
		t.Errorf("streak %d after a tie", s)
	}
}

func TestTexts(t *testing.T) {
	five := func(s string) []string { return []string{"1?", "2?", s, "4?", "5?"} }
	long := strings.Repeat("ä", game.MaxCharacters)
	// five code points each, a grapheme cluster
	family := strings.Repeat("👨‍👩‍👧", game.MaxCharacters/5)
	for _, c := range []struct {
		texts               []string
		questions, response string // what the error says, empty for none
	}{
		{five("3?"), "", ""},
		{five(long), "", ""},
		{five(family), "", ""},
		{five(long + "ä"), "questions: number 3 has 5001 characters; at most 5000 are allowed",
			"responses: number 3 has 5001 characters; at most 5000 are allowed"},
		{five(family + "!"), "5001", "5001"},
		{five(""), "questions: number 3 is blank", ""},
		{five(" \t\u00a0\u200b\u2060\n\x00"), "blank", ""},
		{five("\xff"), "not valid UTF-8", "not valid UTF-8"},
		{five("x")[:4], "questions: found 4, expected 5", "responses: found 4, expected 5"},
		{append(five("x"), "6"), "found 6", "found 6"},
		{nil, "found 0", "found 0"},
		{five(`'); DROP TABLE games; --<script>alert(1)</script>`), "", ""},
	} {
		checkText(t, game.CheckQuestions(c.texts), c.questions)
		checkText(t, game.CheckResponses(c.texts), c.response)
	}
}

func checkText(t *testing.T, err error, want string) {
	t.Helper()
	var e *game.InvalidError
	switch {
	case err == nil && want == "":
	case err == nil || want == "" || !strings.Contains(err.Error(), want):
		t.Errorf("error %v, want %q", err, want)
	case !errors.As(err, &e) || !strings.Contains(err.Error(), e.Problem):
		t.Errorf("error %v is a %T", err, err)
	}
}

func TestGuessesAndScores(t *testing.T) {
	r := newReferee(t, "ann", "bob", "eve")
	r.enter("ann", "g")
	r.enter("bob", "?")
	score := func(n int, x float64) game.Event {
		return game.Event{Kind: game.Scored, Player: "ann", Game: "g",
			Scores: []game.Score{{Number: n, Score: x}}}
	}
	r.refuse(game.ErrWrongPhase, score(0, 50))
	r.move("ann", "g", 0)
	r.refuse(game.ErrWrongPhase, score(0, 50))
	r.move("bob", "g", 0)
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, -1e-300, 100.0000001, 101}
	for _, x := range bad {
		for _, e := range []game.Event{score(0, x), moveOf(game.Guessing, "ann", "g", x)} {
			var invalid *game.InvalidError
			if _, err := r.try(e); !errors.As(err, &invalid) {
				t.Errorf("%s of %v: error %v", e.Kind, x, err)
			}
		}
	}
	for _, e := range []game.Event{score(-1, 5), score(5, 5),
		{Kind: game.Scored, Player: "ann", Game: "g"},
		{Kind: game.Guessed, Player: "ann", Game: "g"}} {
		var invalid *game.InvalidError
		if _, err := r.try(e); !errors.As(err, &invalid) {
			t.Errorf("%+v: error %v", e, err)
		}
	}
	r.do(score(4, 33.5))
	r.move("ann", "g", math.Copysign(0, -1))
	r.move("bob", "g", 66.25)
	r.do(score(4, 44.5)) // also afterwards, and the last counts
	if v := r.view("g", "ann"); fmt.Sprint(*v.Guess) != "0" || *v.OpResponses[4].Score != 44.5 ||
		v.OpResponses[3].Score != nil {
		t.Errorf("%+v", v)
	}
	if v := r.view("g", "bob"); *v.Responses[4].Score != 44.5 || number(v.SmartsRating) != "0" {
		t.Errorf("%+v", v)
	}
}

func TestGradesByIdentifier(t *testing.T) {
	r := newReferee(t, "ann", "bob", "eve")
	r.enter("ann", "g.r1")
	r.enter("bob", "?")
	r.move("ann", "g.r1", 0)
	hidden, _ := r.Game("g.r1")
	var refused *game.InvalidError
	_, err := r.Grades("bob", []game.Grade{{Response: "g.r1.r00", Score: 5}}, r.now)
	if !errors.As(err, &refused) || hidden.Phase != 3 {
		t.Errorf("a response that is not visible yet: %v", err)
	}
	r.move("bob", "g.r1", 0)
	v := r.view("g.r1", "bob")
	grades := []game.Grade{{Response: v.OpResponses[2].ID, Score: 20},
		{Response: v.OpResponses[0].ID, Score: 7}}
	events, err := r.Grades("bob", grades, r.now)
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	r.do(events[0])
	if v := r.view("g.r1", "bob"); *v.OpResponses[2].Score != 20 || *v.OpResponses[0].Score != 7 ||
		v.OpResponses[1].Score != nil {
		t.Errorf("%+v", v.OpResponses)
	}
	for _, g := range []game.Grade{
		{Response: v.Responses[0].ID, Score: 100}, // bob's own
		{Response: "g.r1.r05", Score: 5}, {Response: "g.r1.r0", Score: 5},
		{Response: "", Score: 5}, {Response: ".r", Score: 5}, {Response: "h.r00", Score: 5},
		{Response: v.OpResponses[0].ID, Score: 101},
	} {
		if e, err := r.Grades("bob", []game.Grade{grades[0], g}, r.now); err == nil || e != nil {
			t.Errorf("grade %+v: %v, %v", g, e, err)
		}
	}
	if _, err := r.Grades("eve", grades, r.now); err == nil {
		t.Error("a player graded the responses of a game of others")
	}
}

func TestEnterTakesTheOldestThatItMay(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd", "dan")
	opened := func(p game.PlayerID, name game.GameID) {
		r.do(game.Event{Kind: game.Opened, Player: p, Game: name, Questions: texts(p, "question")})
	}
	for i, p := range []game.PlayerID{"ann", "ann", "bob", "ann"} {
		opened(p, game.GameID(fmt.Sprint("g", i)))
	}
	for _, c := range []struct {
		player game.PlayerID
		want   game.GameID
	}{{"cyd", "g0"}, {"cyd", "g2"}, {"cyd", "new"}, {"dan", "g1"}, {"ann", "new"},
		{"bob", "g3"}, {"dan", "newer"}} {
		e, err := r.Enter(c.player, "new", texts(c.player, "question"), r.now)
		if c.want == "newer" { // new is cyd's by now
			e, err = r.Enter(c.player, c.want, nil, r.now)
			c.want = "new"
		}
		// g0 is of cyd, who already plays with ann; the only other one is g3
		if c.player == "ann" {
			if !errors.Is(err, game.ErrTaken) {
				t.Errorf("ann: %+v, %v", e, err)
			}
			continue
		}
		if err != nil || e.Game != c.want {
			t.Fatalf("%s: %s %s, %v; want %s", c.player, e.Kind, e.Game, err, c.want)
		}
		r.do(e)
	}
	// has two players
	r.refuse(game.ErrCannotJoin, game.Event{Kind: game.Joined, Player: "cyd", Game: "g1"})
	opened("ann", "own")
	r.refuse(game.ErrCannotJoin, game.Event{Kind: game.Joined, Player: "ann", Game: "own"})
	// plays ann already
	r.refuse(game.ErrCannotJoin, game.Event{Kind: game.Joined, Player: "cyd", Game: "own"})
	// When their game has ended they may play again.
	r.do(game.Event{Kind: game.Deactivated, Player: "cyd", Game: "g0"})
	if e, err := r.Enter("cyd", "x", nil, r.now); err != nil || e.Game != "own" ||
		e.Kind != game.Joined {
		t.Errorf("%+v, %v", e, err)
	}
	// An overdue game is not joined, even if its end is not in the log yet.
	late := r.now.Add(game.ExpireAfter + time.Second)
	if e, err := r.Enter("cyd", "x", nil, late); err != nil || e.Kind != game.Opened {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestEightGamesAtATime(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	for i := range game.MaxActive {
		r.enter("ann", game.GameID(fmt.Sprint("g", i)))
	}
	if _, err := r.Enter("ann", "ninth", nil, r.now); !errors.Is(err, game.ErrTooManyGames) {
		t.Errorf("error %v", err)
	}
	r.do(game.Event{Kind: game.Opened, Player: "bob", Game: "bob's"})
	r.refuse(game.ErrTooManyGames, game.Event{Kind: game.Joined, Player: "ann", Game: "bob's"})
	r.enter("bob", "?") // bob's joining of g0 is no further game for ann
	if _, err := r.Enter("ann", "ninth", nil, r.now); !errors.Is(err, game.ErrTooManyGames) {
		t.Errorf("error %v", err)
	}
	for range 2 {
		r.move("ann", "g0", 50)
		r.move("bob", "g0", 50)
	}
	r.enter("ann", "ninth")
}

func TestExpiry(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd")
	r.enter("ann", "g")
	first := r.now
	r.enter("bob", "?")
	r.now = r.now.Add(time.Hour)
	r.enter("cyd", "open")
	second := r.now
	if e := r.Overdue(first.Add(game.ExpireAfter)); len(e) != 0 {
		t.Errorf("joining did not count as activity: %v", e)
	}
	r.now = first.Add(game.ExpireAfter - time.Minute)
	r.refuse(game.ErrNotOverdue, game.Event{Kind: game.Expired, Game: "g"})
	r.move("ann", "g", 0)
	r.now = second.Add(game.ExpireAfter)
	due := r.Overdue(r.now)
	if len(due) != 1 || due[0].Game != "open" {
		t.Fatalf("due: %v", due)
	}
	if notified := r.do(due[0]); !slices.Equal(notified, []game.PlayerID{"cyd"}) {
		t.Errorf("notified %v", notified)
	}
	r.refuse(game.ErrExpired, due[0])
	r.now = r.now.Add(game.ExpireAfter)
	if _, err := r.try(moveOf(game.Responding, "bob", "g", 0)); !errors.Is(err, game.ErrExpired) {
		t.Errorf("error %v", err)
	}
	due = r.Overdue(r.now)
	if len(due) != 1 || due[0].Game != "g" {
		t.Fatalf("due: %v", due)
	}
	if notified := r.do(due[0]); !slices.Equal(notified, []game.PlayerID{"ann", "bob"}) {
		t.Errorf("notified %v", notified)
	}
	if v := r.view("g", "ann"); v.Active || v.Turn != game.Waiting || v.Phase != 3 ||
		v.Outcome != nil {
		t.Errorf("%+v", v)
	}
	if len(r.Overdue(r.now.Add(10*game.ExpireAfter))) != 0 || r.player("ann").Games != 0 {
		t.Error("a game expired twice or counted")
	}
	r.refuse(game.ErrExpired, game.Event{Kind: game.Scored, Player: "ann", Game: "g",
		Scores: []game.Score{{}}})
	r.refuse(game.ErrUnknownGame, game.Event{Kind: game.Expired, Game: "h"})
	checkReplay(t, r, []game.PlayerID{"ann", "bob", "cyd"})
}

// TestOverdueInOrder includes games of the same age, whose order a map would not keep.
func TestOverdueInOrder(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	for i := range game.MaxActive {
		id := game.GameID(fmt.Sprint("g", (i*5+3)%8))
		e := game.Event{Kind: game.Opened, Player: "ann", Game: id,
			Time: r.now.Add(time.Duration(i/4) * time.Hour)}
		suite.Must(r.Apply(e))(t)
	}
	for range 2 { // the same again, until they are applied
		var order []game.GameID
		for _, e := range r.Overdue(r.now.Add(2 * game.ExpireAfter)) {
			order = append(order, e.Game)
		}
		if fmt.Sprint(order) != "[g0 g2 g3 g5 g1 g4 g6 g7]" {
			t.Errorf("order %v", order)
		}
	}
}

func TestNotices(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	r.enter("ann", "g")
	e, _ := r.Enter("bob", "?", nil, r.now)
	for _, c := range []struct {
		notified []game.PlayerID
		want     string // the players notified, who then have notices
	}{
		{r.do(e), "[]"},
		{r.move("bob", "g", 0), "[ann]"},
		{r.move("bob", "g", 0), "[]"},
		{r.move("ann", "g", 0), "[bob]"},
	} {
		if fmt.Sprint(c.notified) != c.want {
			t.Errorf("notified %v, want %s", c.notified, c.want)
		}
	}
	if !r.view("g", "bob").Notice || r.view("g", "ann").Notice || r.notices("bob") != 1 {
		t.Error("bob has no notice")
	}
	r.do(game.Event{Kind: game.Noticed, Player: "bob"})
	if r.view("g", "bob").Notice || r.notices("bob") != 0 {
		t.Error("the notice was not cleared")
	}
	notified := r.do(game.Event{Kind: game.Deactivated, Player: "ann", Game: "g"})
	if !slices.Equal(notified, []game.PlayerID{"bob"}) {
		t.Errorf("notified %v", notified)
	}
	r.refuse(game.ErrInactive, game.Event{Kind: game.Deactivated, Player: "bob", Game: "g"})
}

// TestNoticesOfOneGame marks one of two games as seen, and no game of others.
func TestNoticesOfOneGame(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd")
	r.play("a", "ann", "bob", 50, 50)
	r.play("b", "bob", "cyd", 50, 50)
	r.play("c", "bob", "ann", 50, 50)
	seen := []bool{r.view("a", "ann").Notice, r.view("c", "bob").Notice, r.view("b", "bob").Notice}
	if n := r.notices("bob"); n != 2 || !seen[1] || !seen[2] {
		t.Fatalf("bob has %d notices, %v", n, seen)
	}
	r.do(game.Event{Kind: game.Noticed, Player: "bob", Game: "c"})
	if r.view("c", "bob").Notice || !r.view("b", "bob").Notice ||
		r.view("a", "ann").Notice != seen[0] {
		t.Error("another game was marked as seen")
	}
	r.refuse(game.ErrNotAPlayer, game.Event{Kind: game.Noticed, Player: "ann", Game: "b"})
	r.refuse(game.ErrUnknownGame, game.Event{Kind: game.Noticed, Player: "ann", Game: "d"})
}

func TestStrangersAreToldNothing(t *testing.T) {
	r := newReferee(t, "ann", "bob", "eve")
	r.play("g", "bob", "eve", 1, 2)
	r.enter("ann", "open")
	for _, c := range []struct {
		game   game.GameID
		viewer game.PlayerID
		want   error
	}{
		{"open", "eve", game.ErrNotAPlayer}, {"g", "ann", game.ErrNotAPlayer},
		{"open", "", game.ErrNotAPlayer},
		{"g", "", game.ErrNotAPlayer}, {"open", "nobody", game.ErrNotAPlayer},
		{"h", "ann", game.ErrUnknownGame}, {"", "", game.ErrUnknownGame},
	} {
		if v, err := r.View(c.game, c.viewer, looks); err != c.want || v.ID != "" ||
			v.Questions != nil {
			t.Errorf("%q looks at %q: %+v, %v", c.viewer, c.game, v, err)
		}
	}
	_, err1 := r.Player("nobody")
	_, err2 := r.Game("h")
	if err1 != game.ErrUnknownPlayer || err2 != game.ErrUnknownGame {
		t.Error(err1, err2)
	}
}

// wild is a faulty aggregate.
type wild struct{ game.Mean }

func (wild) Rating([]game.Received) float64 { return math.NaN() }

func TestDamagedLogsAreRefused(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	r.play("g", "ann", "bob", 1, 2)
	for name, damage := range map[string]func([]game.Event) []game.Event{
		// without bob's registration
		"event 3 ":      func(l []game.Event) []game.Event { return slices.Delete(l, 1, 2) },
		"event 4 ":      func(l []game.Event) []game.Event { l[3].Kind = "jointed"; return l },
		"event 5 ":      func(l []game.Event) []game.Event { l[4].Time = time.Time{}; return l },
		"event 9 ":      func(l []game.Event) []game.Event { return append(l, l[7]) },
		"is in use":     func(l []game.Event) []game.Event { return append(l, l[0]) },
		"identifier \"": func(l []game.Event) []game.Event { l[0].Player = "\xff"; return l },
	} {
		_, err := replay(nil, slices.Values(damage(slices.Clone(r.Log))))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := replay(wild{}, slices.Values(r.Log)); err == nil ||
		!strings.Contains(err.Error(), "event 8 ") {
		t.Errorf("a rating of NaN: %v", err)
	}
}
