package play_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
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
