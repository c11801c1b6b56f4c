package play_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
)

// dodges are ways to get out of games in which the opponent would guess 20.
var dodges = []struct {
	name     string
	leave    func(d *dodger, id game.GameID, opponent game.PlayerID)
	allowed  bool // only as long as leaving is forgiven
	responds bool // before leaving
}{
	{name: "leaves", leave: (*dodger).deactivate},
	{name: "leaves after responding", leave: (*dodger).deactivate, responds: true},
	{name: "leaves as long as that is forgiven", leave: (*dodger).deactivate, allowed: true},
	{name: "lets games expire", leave: (*dodger).expire},
	{name: "is silent until the opponent plays others", leave: (*dodger).silent},
}

// dodger plays 60 games with 40 opponents of networks of their own, who guess 20 or 80.
type dodger struct {
	*fixture
	t      *testing.T
	id     game.PlayerID
	others []game.PlayerID
}

func address(i int) string { return fmt.Sprintf("198.51.100.%d", i+1) }

// TestDodgers has players get out of games that do not go well, on a server of the internet. What
// they gain over honest play with the same performance is at most 3 points.
func TestDodgers(t *testing.T) {
	seeds, ways := uint64(1), dodges[:1]
	if suite.Full(t) {
		seeds, ways = 3, dodges
	}
	for seed := range seeds {
		honest := playSixty(t, seed, -1)
		for i, way := range ways {
			if got := playSixty(t, seed, i); got-honest > 3 {
				t.Errorf("seed %d: who %s is rated %.1f, honest play %.1f", seed, way.name, got, honest)
			} else {
				t.Logf("seed %d: who %s is rated %.1f, honest play %.1f", seed, way.name, got, honest)
			}
		}
	}
}

// playSixty returns the rating after 60 games in which a dodger plays in a way, -1 for honestly.
func playSixty(t *testing.T, seed uint64, way int) (rating float64) {
	path := filepath.Join(t.TempDir(), "luna.db")
	synctest.Test(t, func(t *testing.T) {
		d := &dodger{fixture: open(t, path, play.Options{}), t: t}
		d.id = guest(t, d.fixture)
		for range 40 {
			d.others = append(d.others, guest(t, d.fixture))
		}
		for i := range d.others {
			d.play(d.others[i], d.others[(i+1)%40], i, (i+1)%40)
		}
		rng := rand.New(rand.NewPCG(1, seed))
		for i := range 60 {
			d.game(i%40, 20+60*float64(rng.IntN(2)), way)
		}
		p := suite.Must(d.Player(t.Context(), d.id, 0))(t)
		rating = *p.Rating
		report := suite.Must(d.Verify(t.Context(), nil, nil))(t)
		for _, other := range d.others {
			if x := suite.Must(d.Player(t.Context(), other, 0))(t); x.Stalled > 0 {
				t.Errorf("an opponent stalled %d games", x.Stalled)
			}
		}
		if len(report.Problems) > 0 || way >= 0 && p.Stalled < 4 || way < 0 && p.Stalled > 0 {
			t.Errorf("%d stalled, %v", p.Stalled, report.Problems)
		}
	})
	return rating
}

func (d *dodger) play(a, b game.PlayerID, networkA, networkB int) {
	playFrom(d.t, d.fixture, a, b, address(networkA), address(networkB), 50, new(50.))
}

// meet has two players enter a game, who may have to wait for each other.
func (d *dodger) meet(a, b game.PlayerID, networkA, networkB int) game.GameID {
	suite.Must(d.Enter(from(d.t, address(networkA)), a, five))(d.t)
	v := suite.Must(d.Enter(from(d.t, address(networkB)), b, five))(d.t)
	id := v.ID
	for range 40 {
		if v = suite.Must(d.Game(d.t.Context(), b, id))(d.t); v.Moved != "" {
			id = v.Moved
		} else if v.Phase >= 2 {
			return id
		}
		suite.Must(d.Active(d.t.Context(), a))(d.t)
		time.Sleep(30 * time.Second)
	}
	p := suite.Must(d.Player(d.t.Context(), d.id, 0))(d.t)
	d.t.Fatalf("nobody joins after %d games, %d stalled, debt %d", p.Games, p.Stalled, p.Debt)
	return ""
}

// game has the dodger play an opponent who would guess a number.
func (d *dodger) game(other int, would float64, way int) {
	t, ctx := d.t, d.t.Context()
	opponent := d.others[other]
	id := d.meet(opponent, d.id, other, 200)
	suite.Must(d.Game(ctx, d.id, id))(t)
	suite.Must(d.Respond(from(t, address(other)), opponent, id, five))(t)
	p := suite.Must(d.Player(ctx, d.id, 0))(t)
	if way >= 0 && would < 50 && !(dodges[way].allowed && p.LeavingCosts()) {
		if dodges[way].responds {
			suite.Must(d.Respond(from(t, address(200)), d.id, id, five))(t)
		}
		dodges[way].leave(d, id, opponent)
		d.leaveAll(opponent) // whose questions may have gone on elsewhere
		return
	}
	suite.Must(d.Respond(from(t, address(200)), d.id, id, five))(t)
	suite.Must(d.Guess(from(t, address(200)), d.id, id, 50))(t)
	suite.Must(d.Guess(from(t, address(other)), opponent, id, would))(t)
}

func (d *dodger) deactivate(id game.GameID, _ game.PlayerID) {
	suite.Must(d.Deactivate(from(d.t, address(200)), d.id, id))(d.t)
}

func (d *dodger) expire(game.GameID, game.PlayerID) {
	time.Sleep(game.ExpireAfter)
	suite.OK(d.t, d.Tick(d.t.Context()))
}

// silent waits until the server lets the opponent play somebody else, whose games are then over.
func (d *dodger) silent(_ game.GameID, opponent game.PlayerID) {
	ctx := d.t.Context()
	time.Sleep(time.Hour)
	waiting := guest(d.t, d.fixture)
	suite.Must(d.Enter(from(d.t, "203.0.113.1"), waiting, five))(d.t)
	suite.Must(d.Active(ctx, opponent))(d.t) // who is there
	suite.OK(d.t, d.Tick(ctx))
	if n := len(suite.Must(d.Active(ctx, d.id))(d.t)); n > 0 {
		d.t.Fatalf("the dodger still has %d games", n)
	}
	d.leaveAll(waiting)
}

func (d *dodger) leaveAll(p game.PlayerID) {
	for _, v := range suite.Must(d.Active(d.t.Context(), p))(d.t) {
		suite.Must(d.Deactivate(d.t.Context(), p, v.ID))(d.t)
	}
}

// couple plays one game, which ann opened without looking at it again, and bob joined.
type couple struct {
	*fixture
	t        *testing.T
	ann, bob game.PlayerID
	id       game.GameID
}

func (c *couple) look(p game.PlayerID)    { suite.Must(c.Game(c.t.Context(), p, c.id))(c.t) }
func (c *couple) leave(p game.PlayerID)   { suite.Must(c.Deactivate(c.t.Context(), p, c.id))(c.t) }
func (c *couple) respond(p game.PlayerID) { suite.Must(c.Respond(c.t.Context(), p, c.id, five))(c.t) }

func (c *couple) guess(p game.PlayerID) {
	c.respond(c.ann)
	c.respond(c.bob)
	suite.Must(c.Guess(c.t.Context(), p, c.id, 50))(c.t)
}

func (c *couple) wait(d time.Duration) {
	time.Sleep(d)
	suite.OK(c.t, c.Tick(c.t.Context()))
}

// TestWhoIsToBlame has a game end in several ways.
func TestWhoIsToBlame(t *testing.T) {
	const day = 24 * time.Hour
	for name, x := range map[string]struct {
		ends     func(c *couple)
		ann, bob int // games stalled
	}{
		"bob leaves":              {func(c *couple) { c.leave(c.bob) }, 0, 1},
		"ann leaves unread":       {func(c *couple) { c.leave(c.ann) }, 0, 0},
		"ann looks and leaves":    {func(c *couple) { c.look(c.ann); c.leave(c.ann) }, 1, 0},
		"ann responds and leaves": {func(c *couple) { c.respond(c.ann); c.leave(c.ann) }, 1, 0},
		"ann guesses and leaves":  {func(c *couple) { c.guess(c.ann); c.leave(c.ann) }, 1, 0},
		"ann guesses, bob leaves": {func(c *couple) { c.guess(c.ann); c.leave(c.bob) }, 0, 0},
		"ann waits a day for bob": {func(c *couple) { c.respond(c.ann); c.wait(day); c.leave(c.ann) }, 0, 1},
		"bob waits a day for ann": {func(c *couple) { c.respond(c.bob); c.wait(day); c.leave(c.bob) }, 0, 0},
		"ann never comes":         {func(c *couple) { c.respond(c.bob); c.wait(3 * day) }, 0, 0},
		"bob never responds":      {func(c *couple) { c.respond(c.ann); c.wait(3 * day) }, 0, 1},
		"nobody responds":         {func(c *couple) { c.look(c.ann); c.wait(3 * day) }, 1, 1},
		"bob is silent, a guest":  {func(c *couple) { c.wait(day) }, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "luna.db")
			synctest.Test(t, func(t *testing.T) {
				c := &couple{fixture: open(t, path, play.Options{}), t: t}
				c.ann, c.bob = guest(t, c.fixture), guest(t, c.fixture)
				c.id = suite.Must(c.Enter(t.Context(), c.ann, five))(t).ID
				suite.Must(c.Enter(t.Context(), c.bob, five))(t)
				x.ends(c)
				a := suite.Must(c.Player(t.Context(), c.ann, 0))(t)
				b := suite.Must(c.Player(t.Context(), c.bob, 0))(t)
				if a.Stalled != x.ann || b.Stalled != x.bob {
					t.Errorf("ann stalled %d, bob %d", a.Stalled, b.Stalled)
				}
			})
		})
	}
}
