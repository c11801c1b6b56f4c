package game_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// guess is a guess with a weight from a network.
type guess struct {
	of, weight float64
	origin     uint64
}

// playWeighed plays a complete game.
func (r *referee) playWeighed(name game.GameID, a, b game.PlayerID, ofB, ofA guess) {
	r.t.Helper()
	r.playToGuess(name, a, b)
	r.guess(name, a, ofB)
	r.guess(name, b, ofA)
}

// playToGuess plays a game to the guesses.
func (r *referee) playToGuess(name game.GameID, a, b game.PlayerID) {
	r.t.Helper()
	r.enter(a, name)
	r.enter(b, name+"?")
	r.move(a, name, 0)
	r.move(b, name, 0)
}

func (r *referee) guess(name game.GameID, p game.PlayerID, g guess) []game.PlayerID {
	r.t.Helper()
	return r.do(game.Event{Kind: game.Guessed, Player: p, Game: name, Guess: &g.of,
		Weight: &g.weight, Origin: g.origin})
}

// withRatings returns a referee whose players have these ratings from one guess of unknown origin
// each.
func withRatings(t *testing.T, ratings map[game.PlayerID]float64, more ...game.PlayerID) *referee {
	players := append([]game.PlayerID{"judge"}, more...)
	for p := range ratings {
		players = append(players, p)
	}
	slices.Sort(players)
	r := newReferee(t, players...)
	for p, x := range ratings {
		r.play(game.GameID("rate "+p), p, "judge", 50, x)
	}
	return r
}

func TestRatingNeedsOneFullGuess(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd", "dan", "eve", "fay")
	for i, p := range []game.PlayerID{"bob", "cyd", "dan", "eve"} {
		name := game.GameID(fmt.Sprint("g", i))
		r.playWeighed(name, "ann", p, guess{50, 1, 9}, guess{100, 0.2, uint64(i + 1)})
		if v := r.view(name, "ann"); v.SmartsRating != nil || *v.Outcome != game.Tied ||
			len(r.player("ann").History) != 0 {
			t.Fatalf("after %d guesses of weight 0.2: %+v", i+1, v)
		}
	}
	// The fifth makes one.
	r.playWeighed("g", "ann", "fay", guess{50, 1, 9}, guess{0, 0.2, 5})
	if v := r.view("g", "ann"); number(v.SmartsRating) != "80" || v.OldSmartsRating != nil ||
		len(r.player("ann").History) != 1 {
		t.Errorf("after five guesses of weight 0.2: %+v", v)
	}
	checkReplay(t, r, []game.PlayerID{"ann", "bob", "cyd", "dan", "eve", "fay"})
}

// TestOneNetworkCountsOnce has guests of one address, and one account from many addresses, try to
// move a rating of 50 that one person of full weight made.
func TestOneNetworkCountsOnce(t *testing.T) {
	for name, c := range map[string]struct {
		weight float64
		origin func(i int) uint64
		by     func(i int) game.PlayerID
		want   float64
	}{
		"40 new guests": {0.2, func(int) uint64 { return 7 }, nil, 50 * (1 / 1.2)},
		"40 regulars":   {1, func(int) uint64 { return 7 }, nil, 25},
		"40 addresses":  {1, func(i int) uint64 { return uint64(i + 1) }, nil, 50. / 41},
		"one account": {1, func(i int) uint64 { return uint64(i + 1) },
			func(int) game.PlayerID { return "p0" }, 25},
		"unknown": {1, func(int) uint64 { return 0 }, nil, 50. / 41},
	} {
		var players []game.PlayerID
		for i := range 40 {
			players = append(players, game.PlayerID(fmt.Sprint("p", i)))
		}
		r := withRatings(t, map[game.PlayerID]float64{"ann": 50}, players...)
		for i, p := range players {
			if c.by != nil {
				p = c.by(i)
			}
			r.playWeighed(game.GameID(fmt.Sprint("g", i)), "ann", p, guess{50, 1, 99},
				guess{0, c.weight, c.origin(i)})
		}
		if x := *r.player("ann").Rating; math.Abs(x-c.want) > 1e-9 {
			t.Errorf("%s: rating %v, want %v", name, x, c.want)
		}
	}
}

// TestRatedPlayersStayRated has a newcomer share the network of the person who rated a player.
func TestRatedPlayersStayRated(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd")
	r.playWeighed("a", "ann", "bob", guess{50, 1, 1}, guess{60, 1, 2})
	r.playWeighed("b", "ann", "cyd", guess{50, 1, 1}, guess{0, 0.25, 2})
	if x := r.player("ann").Rating; number(x) != "48" { // 0.8·60 and 0.2·0
		t.Errorf("rating %v", number(x))
	}
}

// TestOwnGuestsBringNoWins plays with someone of the same network, and with someone of another.
func TestOwnGuestsBringNoWins(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"ann": 50, "bob": 60})
	for i, origin := range []uint64{1, 1, 2, 0} {
		r.playWeighed(game.GameID(fmt.Sprint("g", i)), "ann", "bob",
			guess{*r.player("bob").Rating, 1, 1}, guess{0, 0.1, origin})
		if v := r.view(game.GameID(fmt.Sprint("g", i)), "ann"); *v.Outcome != game.Won {
			t.Fatalf("game %d: %+v", i, v)
		}
		want := []int{0, 0, 1, 2}[i]
		if p := r.player("ann"); p.Wins != want || p.Streak != want || p.Games != i+2 {
			t.Errorf("after %d games: %+v", i+1, p)
		}
	}
	before := r.player("ann")
	r.playWeighed("lost", "ann", "bob", guess{0, 1, 1}, guess{*before.Rating, 0.1, 1})
	if p := r.player("ann"); *r.view("lost", "ann").Outcome != game.Lost ||
		p.Streak != before.Streak {
		t.Errorf("a game lost to the same network ended a streak: %+v", p)
	}
}

func TestForfeit(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"ann": 50, "bob": 60}, "new", "bot")
	all := []game.PlayerID{"ann", "bob", "new", "bot", "judge"}
	leave := func(name game.GameID, p game.PlayerID, origin uint64) game.Kind {
		e := suite.Must(r.Leave(p, name, origin, r.now))(t)
		r.do(e)
		return e.Kind
	}
	// Nobody has guessed, or only the one who leaves.
	r.playToGuess("a", "ann", "bob")
	r.refuse(game.ErrNotForfeit, game.Event{Kind: game.Forfeited, Player: "ann", Game: "a"})
	if k := leave("a", "ann", 0); k != game.Deactivated {
		t.Errorf("nobody had guessed: %s", k)
	}
	r.playToGuess("b", "ann", "bob")
	r.guess("b", "ann", guess{0, 1, 1})
	r.refuse(game.ErrNotForfeit, game.Event{Kind: game.Forfeited, Player: "ann", Game: "b"})
	if k := leave("b", "ann", 0); k != game.Deactivated || *r.player("bob").Rating != 60 {
		t.Errorf("the one who had guessed left: %s", k)
	}
	// The opponent has guessed.
	r.playToGuess("c", "ann", "bob")
	r.guess("c", "ann", guess{0, 1, 1})
	streak := r.player("ann").Streak
	if k := leave("c", "bob", 2); k != game.Forfeited {
		t.Fatalf("left by %s", k)
	}
	r.refuse(game.ErrGameOver, game.Event{Kind: game.Forfeited, Player: "bob", Game: "c"})
	a, b := r.view("c", "ann"), r.view("c", "bob")
	if *a.Outcome != game.Won || *a.OpSmartsRating != 60 || *a.SmartsRating != 50 || a.Active ||
		a.Turn != game.Waiting || a.Phase != 5 || a.OpGuess != nil || !a.Notice || b.Notice ||
		r.player("ann").Streak != streak+1 {
		t.Errorf("who stays: %+v", a)
	}
	if *b.Outcome != game.Lost || *b.OpGuess != 0 || *b.SmartsRating != 30 || b.Active ||
		*b.OldSmartsRating != 60 || b.OpSmartsRating != nil || b.OpLook != nil ||
		r.player("bob").Streak != 0 || *r.player("bob").Rating != 30 {
		t.Errorf("who leaves: %+v", b)
	}
	if g, _ := r.Game("c"); g.Status != game.Forfeit || g.Seats[1].Responses == nil {
		t.Errorf("%+v", g)
	}
	// A newcomer who leaves makes nobody win, and the game is lost for them.
	r.playToGuess("d", "ann", "new")
	r.guess("d", "ann", guess{80, 1, 1})
	leave("d", "new", 1)
	if *r.view("d", "ann").Outcome != game.Tied || *r.view("d", "new").Outcome != game.Lost ||
		number(r.player("new").Rating) != "80" {
		t.Errorf("a newcomer left: %+v", r.view("d", "ann"))
	}
	// A machine's guess does not count, but leaving loses.
	r.playToGuess("e", "bot", "bob")
	r.guess("e", "bot", guess{100, 1, 0})
	leave("e", "bob", 0)
	if v := r.view("e", "bob"); *v.Outcome != game.Lost || *v.SmartsRating != 30 {
		t.Errorf("left a machine: %+v", v)
	}
	// The same network: the game is won, but the win does not count.
	wins := r.player("ann").Wins
	r.playToGuess("f", "ann", "bob")
	r.guess("f", "ann", guess{30, 1, 1})
	leave("f", "bob", 1)
	if *r.view("f", "ann").Outcome != game.Won || r.player("ann").Wins != wins {
		t.Errorf("left in the same network: %+v", r.player("ann"))
	}
	checkReplay(t, r, all)
}

func TestForfeitBySilence(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"ann": 50, "bob": 60})
	r.playToGuess("g", "ann", "bob")
	r.guess("g", "bob", guess{0, 1, 1})
	r.now = r.now.Add(game.ExpireAfter)
	due := r.Overdue(r.now)
	if len(due) != 1 || due[0].Kind != game.Forfeited || due[0].Player != "ann" {
		t.Fatalf("due: %+v", due)
	}
	r.refuse(game.ErrExpired, moveOf(game.Guessing, "ann", "g", 50))
	if notified := r.do(due[0]); !slices.Equal(notified, []game.PlayerID{"ann", "bob"}) {
		t.Errorf("notified %v", notified)
	}
	if *r.player("ann").Rating != 25 || *r.view("g", "ann").Outcome != game.Lost ||
		*r.view("g", "bob").Outcome != game.Won {
		t.Errorf("%+v", r.view("g", "ann"))
	}
	if c := r.Counts(); c.Finished != 3 || c.Ended != 0 || c.Playing != 0 {
		t.Errorf("%+v", c)
	}
	checkReplay(t, r, []game.PlayerID{"ann", "bob", "judge"})
}

// TestOldLogs has the kinds of events that ended such games before forfeits existed.
func TestOldLogs(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"ann": 50, "bob": 60})
	for i, kind := range []game.Kind{game.Deactivated, game.Expired} {
		name := game.GameID(fmt.Sprint("g", i))
		r.playToGuess(name, "ann", "bob")
		r.move("bob", name, 0)
		if kind == game.Expired {
			r.now = r.now.Add(game.ExpireAfter)
		}
		r.do(game.Event{Kind: kind, Player: "ann", Game: name})
		if v := r.view(name, "ann"); v.Outcome != nil || *r.player("ann").Rating != 50 {
			t.Errorf("%s: %+v", kind, v)
		}
	}
}

func TestDamping(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"ann": 50, "bob": 60}, "rogue", "new")
	all := []game.PlayerID{"ann", "bob", "new", "rogue"}
	r.play("a", "ann", "rogue", 50, 0)
	r.play("b", "bob", "rogue", 50, 0)
	r.play("c", "new", "rogue", 50, 0)
	damp := func(weight float64) {
		t.Helper()
		r.do(game.Event{Kind: game.Damped, Player: "rogue", Weight: &weight, Reason: "always 0"})
	}
	ratings := func() string {
		return fmt.Sprint(number(r.player("ann").Rating), " ", number(r.player("bob").Rating), " ",
			number(r.player("new").Rating))
	}
	own := number(r.player("rogue").Rating)
	for _, c := range []struct {
		weight float64
		want   string
	}{{0, "50 60 none"}, {1, "25 30 0"}, {0.25, "40 48 none"}, {1, "25 30 0"}, {0, "50 60 none"}} {
		if damp(c.weight); ratings() != c.want {
			t.Errorf("damped by %v: ratings %s, want %s", c.weight, ratings(), c.want)
		}
	}
	// Also what comes later is damped, but the rogue's own rating is not.
	r.play("d", "ann", "rogue", 50, 0)
	if ratings() != "50 60 none" || number(r.player("rogue").Rating) != own {
		t.Errorf("ratings %s, of the rogue %s", ratings(), number(r.player("rogue").Rating))
	}
	p := r.player("rogue")
	if p.Damping == nil || p.Damping.Weight != 0 || p.Damping.Reason != "always 0" {
		t.Errorf("%+v", p.Damping)
	}
	if h := r.player("ann").History; h[len(h)-2].Rating != 50 {
		t.Errorf("history %+v", h)
	}
	if v := r.view("a", "ann"); *v.SmartsRating != 25 {
		t.Errorf("the past was changed: %+v", v)
	}
	checkReplay(t, r, all)
	for _, e := range []game.Event{
		{Kind: game.Damped, Player: "ann", Reason: "x"},
		{Kind: game.Damped, Player: "ann", Reason: "x", Weight: new(1.5)},
		{Kind: game.Damped, Player: "ann", Reason: "x", Weight: new(math.NaN())},
		{Kind: game.Damped, Player: "ann", Weight: new(0.5)},
		{Kind: game.Damped, Player: "ann", Reason: "\xff", Weight: new(0.5)},
		{Kind: game.Damped, Player: "ann", Reason: strings.Repeat("x", 501), Weight: new(0.5)},
	} {
		var invalid *game.InvalidError
		if _, err := r.try(e); !errors.As(err, &invalid) {
			t.Errorf("%+v: error %v", e, err)
		}
	}
	r.refuse(game.ErrUnknownPlayer, game.Event{Kind: game.Damped, Player: "zoe",
		Weight: new(0.5), Reason: "x"})
}

func TestWeightsOfGuesses(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	r.playToGuess("g", "ann", "bob")
	for _, e := range []game.Event{{Weight: new(-0.1)}, {Weight: new(1.1)},
		{Weight: new(math.NaN())}, {Origin: game.MaxOrigin + 1}} {
		e.Kind, e.Player, e.Game, e.Guess = game.Guessed, "ann", "g", new(50.)
		var invalid *game.InvalidError
		if _, err := r.try(e); !errors.As(err, &invalid) {
			t.Errorf("%+v: error %v", e, err)
		}
	}
	r.guess("g", "ann", guess{10, 0.5, game.MaxOrigin})
	r.guess("g", "bob", guess{20, 0, 0})
	got, err := r.Received("bob")
	want := []game.Received{{By: "ann", Guess: 10, Weight: 0.5, Origin: game.MaxOrigin}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("received %+v, %v", got, err)
	}
	if _, err := r.Received("nobody"); !errors.Is(err, game.ErrUnknownPlayer) {
		t.Errorf("error %v", err)
	}
	checkReplay(t, r, []game.PlayerID{"ann", "bob"})
}
