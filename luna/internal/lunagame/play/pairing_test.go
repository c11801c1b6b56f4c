package play_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

func machine(t *testing.T, f *fixture, name string) game.PlayerID {
	t.Helper()
	c := accounts.Credentials{Username: name}
	a := suite.Must(f.accounts.RegisterMachine(t.Context(), "here", c))(t)
	return game.PlayerID(a.ID)
}

func enter(t *testing.T, f *fixture, p game.PlayerID) game.View {
	t.Helper()
	return suite.Must(f.Enter(t.Context(), p, five))(t)
}

// joined waits until a game has an opponent, and returns it.
func joined(t *testing.T, f *fixture, p game.PlayerID, id game.GameID) game.View {
	t.Helper()
	for range 2000 {
		v := suite.Must(f.Game(t.Context(), p, id))(t)
		if v.Phase >= 2 {
			return v
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("nobody joined game %s", id)
	return game.View{}
}

// TestGraceEnds checks that a person's game that nobody has joined goes to a machine when its grace
// ends, although nothing else happens, and that the machine can see it.
//
//luna:race
func TestGraceEnds(t *testing.T) {
	suite.Slow(t, "plays in real time")
	const grace = 300 * time.Millisecond
	path := filepath.Join(t.TempDir(), "luna.db")
	o := play.Options{Pairing: play.Pairing{Grace: grace}}
	r := open(t, path, o)
	ann, bob := guest(t, r), guest(t, r)
	bot, bot2 := machine(t, r, "bot"), machine(t, r, "bot 2")
	waiting := enter(t, r, bot)
	if v := enter(t, r, bot2); v.Phase != 1 {
		t.Errorf("two machines meet: %+v", v)
	}
	began := time.Now()
	hers := enter(t, r, ann)
	if v := joined(t, r, ann, hers.ID); time.Since(began) < grace/3 || v.OpMachine != nil {
		t.Errorf("after %v: %+v", time.Since(began), v)
	}
	games, _, err := r.Games(t.Context(), bot, archive.Page{})
	if err != nil || len(games) != 2 || games[0].ID != hers.ID || games[0].Turn != game.ToAct ||
		games[1].ID != waiting.ID || games[1].Active || games[1].Turn != game.Waiting {
		t.Errorf("the machine sees %+v, %v", games, err)
	}

	// A grace that ended while the server was down ends at its start.
	his := enter(t, r, bob)
	r.Close()
	time.Sleep(3 * grace)
	again := open(t, path, o)
	suite.OK(t, again.Due(t.Context()))
	if v, err := again.Game(t.Context(), bot2, his.ID); err != nil || v.Phase != 2 {
		t.Errorf("the other machine sees %+v, %v", v, err)
	}
}

// TestFormerOpponentsMeetAgain checks that two people who wait for each other are paired as soon as
// the game ends in which they were opponents.
func TestFormerOpponentsMeetAgain(t *testing.T) {
	r := open(t, filepath.Join(t.TempDir(), "luna.db"),
		play.Options{Pairing: play.Pairing{Grace: time.Hour}})
	ann, bob := guest(t, r), guest(t, r)
	both := enter(t, r, ann)
	enter(t, r, bob)
	hers, his := enter(t, r, ann), enter(t, r, bob)
	if hers.Phase != 1 || his.Phase != 1 || hers.ID == his.ID {
		t.Fatalf("two games at a time: %+v, %+v", hers, his)
	}
	suite.Must(r.Deactivate(t.Context(), ann, both.ID))(t)
	joined(t, r, ann, hers.ID)
	if v, err := r.Game(t.Context(), bob, hers.ID); err != nil || v.Turn != game.ToAct {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := r.Game(t.Context(), bob, his.ID); err != nil || v.Active {
		t.Errorf("%+v, %v", v, err)
	}
}

// from returns the context of a request from an address.
func from(t *testing.T, address string) context.Context {
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", nil)
	r.RemoteAddr = address + ":1"
	return fair.From(r.Context(), r)
}

// playFrom plays a game of two players, who guess from addresses. Without a guess, the second one
// leaves.
func playFrom(
	t *testing.T, f *fixture, a, b game.PlayerID, addressA, addressB string, ofB float64, ofA *float64,
) game.GameID {
	t.Helper()
	suite.Must(f.Enter(t.Context(), a, five))(t)
	v, err := f.Enter(t.Context(), b, five)
	if err != nil || v.Phase != 2 {
		t.Fatalf("phase %d, %v", v.Phase, err)
	}
	for _, p := range []game.PlayerID{a, b} {
		suite.Must(f.Respond(t.Context(), p, v.ID, five))(t)
	}
	suite.Must(f.Guess(from(t, addressA), a, v.ID, ofB))(t)
	if ofA == nil {
		_, err = f.Deactivate(from(t, addressB), b, v.ID)
	} else {
		_, err = f.Guess(from(t, addressB), b, v.ID, *ofA)
	}
	suite.OK(t, err)
	return v.ID
}

func rating(t *testing.T, f *fixture, p game.PlayerID) string {
	t.Helper()
	x := suite.Must(f.Player(t.Context(), p, play.MaxHistory))(t)
	if x.Rating == nil {
		return "none"
	}
	return fmt.Sprintf("%.12g", *x.Rating) // sums of fractions are rounded
}

// TestBoughtRatings has guests of one address praise one of them, and the same from five addresses.
func TestBoughtRatings(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann, zoe := guest(t, f), guest(t, f)
	for i := range 10 {
		praise := guest(t, f)
		playFrom(t, f, ann, praise, "192.0.2.1", "192.0.2.1", 50, new(100.))
		playFrom(t, f, zoe, praise, "192.0.2.1", fmt.Sprint("198.51.100.", i+1), 50, new(100.))
	}
	p, err := f.Player(t.Context(), ann, play.MaxHistory)
	if err != nil || p.Rating != nil || p.Wins != 0 || p.StreakRecord != 0 || p.Games != 10 {
		t.Errorf("ten guests of one address made %+v, %v", p, err)
	}
	if r := rating(t, f, zoe); r != "100" {
		t.Errorf("ten guests of ten addresses made a rating of %s", r)
	}
}

// TestRingOfStrangers has a ring from as many addresses as accounts, which has played nobody else,
// praise a new account on a site with 24 others, and then play with one of these.
func TestRingOfStrangers(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{
		Damping: play.AutoDamping, Clock: func() time.Time { return now },
	})
	addresses := 0
	address := func() string { addresses++; return fmt.Sprint("192.0.2.", addresses) }
	people, where := make([]game.PlayerID, 24), make([]string, 24)
	for i := range people {
		people[i], where[i] = guest(t, f), address()
	}
	for i := range people {
		for _, j := range []int{(i + 1) % len(people), (i + 2) % len(people)} {
			playFrom(t, f, people[i], people[j], where[i], where[j], 50, new(50.))
		}
	}
	if rating(t, f, people[0]) == "none" {
		t.Fatal("on a young site, four newcomers make no rating")
	}
	now = now.Add(time.Hour)
	suite.OK(t, f.Tick(t.Context()))
	fresh, ring, rings := guest(t, f), make([]game.PlayerID, 6), make([]string, 6)
	for i := range ring {
		ring[i], rings[i] = guest(t, f), address()
		for j := range i {
			playFrom(t, f, ring[i], ring[j], rings[i], rings[j], 100, new(100.))
		}
	}
	own := address()
	for i := range ring {
		playFrom(t, f, fresh, ring[i], own, rings[i], 50, new(100.))
	}
	if r := rating(t, f, fresh); r != "none" {
		t.Errorf("six strangers made a rating of %s", r)
	}
	// A stranger who plays one of the others is known, and so are those whom they play.
	playFrom(t, f, fresh, people[0], own, where[0], 50, new(30.))
	if r := rating(t, f, fresh); r == "none" || r == "100" {
		t.Errorf("with a guess of somebody experienced, the rating is %s", r)
	}
}

// TestLocalGuesses are those of the server's own computer, as before there were weights.
func TestLocalGuesses(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann, bob := guest(t, f), guest(t, f)
	playFrom(t, f, ann, bob, "127.0.0.1", "127.0.0.1", 60, new(70.))
	if a, b := rating(t, f, ann), rating(t, f, bob); a != "70" || b != "60" {
		t.Errorf("ratings %s and %s", a, b)
	}
	// Bob cannot undo ann's guess by leaving.
	id := playFrom(t, f, ann, bob, "127.0.0.1", "127.0.0.1", 0, nil)
	if r := rating(t, f, bob); r != "30" {
		t.Errorf("rating %s of the player who left", r)
	}
	v, err := f.Game(t.Context(), ann, id)
	if err != nil || v.Active || v.Outcome == nil || *v.Outcome != game.Won {
		t.Errorf("%+v, %v", v, err)
	}
}
