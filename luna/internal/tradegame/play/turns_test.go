package play_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// actor is somebody who waits for a game whenever they are in none.
type actor struct {
	name    string
	context context.Context // of requests from their address
	id      accounts.ID
	role    play.Role
	silent  bool          // they do nothing in a game
	game    string        // that they are in
	since   time.Duration // that they are in it
	games   int
	dead    int // games of a bettor whose target said nothing
}

// crowd are actors and what happened to them.
type crowd struct {
	h      *house
	actors []*actor
}

// add adds actors from addresses, which may wait already.
func (c *crowd) add(n int, kind string, role play.Role, silent bool, address func(i int) string) {
	c.h.t.Helper()
	for i := range n {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address(i) + ":1"
		name := fmt.Sprint(kind, " ", i)
		a := &actor{name: name, context: fair.From(context.Background(), r), id: c.h.person(name),
			role: role, silent: silent}
		c.actors = append(c.actors, a)
		c.step(a)
	}
}

// run has all of them play for a time.
func (c *crowd) run(d time.Duration) {
	c.h.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Second) {
		for _, a := range c.actors {
			c.step(a)
		}
	}
}

// step has somebody look, and act as people do if they are not silent: bettors ask at once and are
// done after 25 s, and targets answer after 8 s.
func (c *crowd) step(a *actor) {
	c.h.t.Helper()
	l := suite.Must(c.h.Lobby(a.context, a.id))(c.h.t)
	if l.Game == "" {
		a.game = ""
		if l.Role == "" {
			suite.OK(c.h.t, c.h.Enter(a.context, a.id, a.role))
		}
		return
	}
	if l.Game != a.game {
		a.game, a.since = l.Game, 0
		a.games++
	}
	if a.since += time.Second; a.silent {
		return
	}
	s := suite.Must(c.h.State(a.context, a.id, a.game))(c.h.t)
	act := func(action play.Action) {
		action.Key = fmt.Sprint(action.Kind, a.since)
		_ = c.h.Do(a.context, a.id, a.game, action) // the game may have ended
	}
	switch answered := len(s.Exchanges) > 0 && s.Exchanges[0].Answered >= 0; {
	case s.Ended != nil:
	case a.role == play.AsTarget && s.Current > 0 && s.Now-s.Exchanges[s.Current-1].Asked > 8*time.Second:
		act(reply(s.Current, "Well, I am not sure."))
	case a.role == play.AsBettor && a.since == time.Second:
		act(ask("How are you?"))
	case a.role == play.AsBettor && a.since == 25*time.Second:
		if !answered {
			a.dead++ // or a program is slow
		}
		act(play.Action{Kind: trade.Done})
	}
}

// seats counts the seats that players of a role had, and those of bettors whose target said nothing
// in time.
func (c *crowd) seats(role play.Role, silent bool) (all, dead float64) {
	for _, a := range c.actors {
		if a.role == role && a.silent == silent {
			all, dead = all+float64(a.games), dead+float64(a.dead)
		}
	}
	return all, dead
}

// inTurn makes a person and a program the target in turn.
func inTurn() func() bool {
	var n atomic.Int64
	return func() bool { return n.Add(1)%2 == 0 }
}

func away(i int) string { return fmt.Sprintf("198.51.100.%d", i) }

// playFor has ten bettors and six targets play for four minutes, after thirty people who do nothing
// have waited in a role, if an address is given, and played for some time. It returns how many
// seats there were for honest bettors, which part of them was opposite a target that answered, and
// which part of the seats of targets were for honest ones.
func playFor(
	t *testing.T, role play.Role, address func(i int) string, before time.Duration,
) (seats, live, targets float64) {
	inHouse(t, play.Options{}, inTurn(), func(t *testing.T, h *house) {
		h.SetDraw(1)
		c := &crowd{h: h}
		if address != nil {
			c.add(30, "mal", role, true, address)
		}
		c.add(10, "ann", play.AsBettor, false, func(i int) string { return away(100 + i) })
		c.add(6, "tom", play.AsTarget, false, away)
		c.run(before)
		for _, a := range c.actors {
			a.games, a.dead = 0, 0
		}
		c.run(4 * time.Minute)
		var dead float64
		seats, dead = c.seats(play.AsBettor, false)
		honest, _ := c.seats(play.AsTarget, false)
		others, _ := c.seats(play.AsTarget, true)
		live, targets = 1-dead/seats, honest/(honest+others)
	})
	return seats, live, targets
}

// TestSilentPlayers has thirty people who do nothing wait before honest ones do, as targets or as
// bettors. Honest people play nearly as much as without them: from the first minute on if the
// others come from one network, and after three if they come from four.
func TestSilentPlayers(t *testing.T) {
	alone, _, _ := playFor(t, "", nil, 0)
	for _, from := range []struct {
		why     string
		address func(i int) string
		learn   time.Duration // until the site knows the networks
	}{
		{"one address", func(int) string { return "192.0.2.1" }, 0},
		{"the /64s of a /48", func(i int) string { return fmt.Sprintf("[2001:db8:1:%x::1]", i) }, 0},
		{"four addresses", func(i int) string { return fmt.Sprintf("192.0.2.%d", i%4) }, 3 * time.Minute},
	} {
		for _, role := range []play.Role{play.AsTarget, play.AsBettor} {
			t.Run(fmt.Sprint(from.why, " ", role), func(t *testing.T) {
				seats, live, targets := playFor(t, role, from.address, from.learn)
				if seats < 0.75*alone || live < 0.8 || targets < 0.8 {
					t.Errorf("honest bettors have %.0f seats, %.0f without the silent ones; targets answer in "+
						"%.2f of them; honest targets have %.2f of the seats", seats, alone, live, targets)
				}
			})
		}
	}
}

// TestClasses has a class behind one address play with people elsewhere, and one in a network that
// is named as shared play with itself. Nobody is left out.
func TestClasses(t *testing.T) {
	class := func(int) string { return "192.0.2.1" }
	shared := play.Options{Networks: fair.Networks{Shared: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}}
	for _, c := range []struct {
		why     string
		options play.Options
		target  func(i int) string
	}{{"with others", play.Options{}, away}, {"with itself", shared, class}} {
		inHouse(t, c.options, inTurn(), func(t *testing.T, h *house) {
			h.SetDraw(1)
			room := &crowd{h: h}
			room.add(20, "pupil", play.AsBettor, false, class)
			room.add(8, "other", play.AsTarget, false, c.target)
			room.run(2 * time.Minute)
			for _, a := range room.actors {
				if a.games == 0 && a.role == play.AsBettor {
					t.Errorf("%s: %s is in no game", c.why, a.name)
				}
			}
			if seats, dead := room.seats(play.AsBettor, false); dead > 0.2*seats {
				t.Errorf("%s: targets do not answer in %.0f of %.0f seats", c.why, dead, seats)
			}
		})
	}
}

// meets returns the target of the next game of a bettor, who waits with others.
func (h *house) meets(bettor string, targets ...string) string {
	h.t.Helper()
	h.from(address(bettor), bettor, play.AsBettor)
	time.Sleep(h.options.Patience + time.Second)
	game := h.lobby(bettor).Game
	if game == "" {
		h.t.Fatalf("%s meets nobody", bettor)
	}
	for _, name := range targets {
		if h.lobby(name).Game == game {
			return name
		}
	}
	return ""
}

// TestTurnsOfSilentTargets has a target leave a question open, or leave at once, and then wait with
// another one, also after a restart. Whoever did nothing, and newcomers of the same network, come
// last until they have answered.
func TestTurnsOfSilentTargets(t *testing.T) {
	for why, silence := range map[string]func(h *house, game string){
		"a question is left open": func(h *house, game string) {
			h.must("ann", game, ask("Who are you?"))
			time.Sleep(2 * time.Minute)
		},
		"the target leaves": func(h *house, game string) {
			h.must("mal", game, play.Action{Kind: trade.Leave})
			time.Sleep(10 * time.Second)
		},
	} {
		inHouse(t, play.Options{Patience: time.Second}, human, func(t *testing.T, h *house) {
			h.from(address("mal"), "mal", play.AsTarget)
			h.meets("ann", "mal")
			silence(h, h.lobby("ann").Game)
			wait := func(names ...string) {
				for _, name := range names {
					h.from(address(name), name, play.AsTarget)
				}
			}
			wait("mal", "moe", "tom")
			if name := h.meets("bob", "mal", "moe", "tom"); name != "tom" {
				t.Errorf("%s: bob meets %s, expected tom", why, name)
			}
			if name := h.meets("cid", "mal", "moe"); name != "moe" {
				t.Errorf("%s: cid meets %s, expected moe, who is new", why, name)
			}
			h.reopen()
			h.SetToss(human)
			wait("mal", "uwe")
			if name := h.meets("dan", "mal", "uwe"); name != "uwe" {
				t.Errorf("%s: dan meets %s after a restart, expected uwe", why, name)
			}
			if name := h.meets("eve", "mal"); name != "mal" {
				t.Errorf("%s: eve meets %s, expected mal, since nobody else is there", why, name)
			}
		})
	}
}

// TestTurnAfterProgram has a program take the place of somebody, who then comes before others.
func TestTurnAfterProgram(t *testing.T) {
	inHouse(t, play.Options{Patience: time.Second}, program, func(t *testing.T, h *house) {
		h.SetDraw(1)
		h.from(address("tom"), "tom", play.AsTarget)
		h.meets("ann")
		for _, name := range []string{"kim", "leo", "mia", "nik", "pia", "rob", "sue"} {
			h.from(address(name), name, play.AsTarget)
		}
		h.must("ann", h.lobby("ann").Game, play.Action{Kind: trade.Done})
		h.SetToss(human)
		time.Sleep(10 * time.Second)
		if h.meets("bob", "tom") != "tom" {
			t.Error("bob meets another one")
		}
	})
}

// TestFullLobby has a network take all places of the lobby. Others get in nevertheless.
func TestFullLobby(t *testing.T) {
	inHouse(t, play.Options{}, nil, func(t *testing.T, h *house) {
		h.SetMaxWaiting(6)
		for i := range 6 {
			h.from(address("mal"), fmt.Sprint("mal", i), play.AsTarget)
		}
		enter := func(name string) error {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = address(name)
			return h.Enter(fair.From(t.Context(), r), h.person(name), play.AsTarget)
		}
		for _, name := range []string{"ann", "bob", "cid"} {
			suite.OK(t, enter(name))
		}
		if err := enter("mal9"); !errors.Is(err, play.ErrFull) {
			t.Errorf("one more of the largest network: %v", err)
		}
		waiting := 0
		for i := range 6 {
			if h.lobby(fmt.Sprint("mal", i)).Role != "" {
				waiting++
			}
		}
		if l := h.lobby("ann"); l.Role == "" || l.Targets != 6 || waiting != 3 {
			t.Errorf("%d of the network wait, expected 3; ann sees %+v", waiting, l)
		}
	})
}
