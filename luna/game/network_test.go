package game_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// partner says with whom a player is in a game, "" if with nobody.
func (s *site) partner(e game.Event) game.PlayerID {
	g := suite.Must(s.Game(e.Game))(s.t)
	if g.Seats[0].Player == e.Player {
		return g.Seats[1].Player
	}
	return g.Seats[0].Player
}

// plays has two players of networks play a game to its end.
func (s *site) plays(a game.PlayerID, networkA int, b game.PlayerID, networkB int) {
	s.t.Helper()
	s.enter(a, networkA)
	e := s.enter(b, networkB)
	if s.partner(e) != a {
		s.t.Fatalf("%s does not meet %s", b, a)
	}
	for range 2 {
		s.move(a, e.Game, 3)
		s.move(b, e.Game, 3)
	}
}

// TestTwoOnAQuietSite checks that two people are paired at once, whoever they are.
func TestTwoOnAQuietSite(t *testing.T) {
	for name, networks := range map[string][2]int{
		"newcomers": {1, 2}, "a household": {1, 1}, "own computer": {0, 0}, "one known": {0, 1},
	} {
		s := newSite(t)
		s.enter("ann", networks[0])
		if e := s.enter("bob", networks[1]); s.partner(e) != "ann" {
			t.Errorf("%s: bob meets %q", name, s.partner(e))
		}
	}
}

// TestWhoComesFirst has people wait whom others meet only if nobody else comes.
func TestWhoComesFirst(t *testing.T) {
	s := newSite(t)
	s.plays("old", 1, "hand", 2)
	s.enter("debtor", 3)
	s.enter("creditor", 4) // for whom nobody of network 3 has answered
	waits := s.enter("debtor's friend", 3)
	if e := s.enter("new", 5); s.partner(e) != "" {
		t.Fatalf("a newcomer meets %q", s.partner(e))
	}
	s.run(2*time.Second, time.Second)
	s.enter("old", 1)   // meets the newcomer
	s.enter("newer", 6) // finds nobody but the friend
	s.enter("hand", 2)  // meets newer
	again := s.enter("newest", 7)
	if n := len(s.open()); n != 2 {
		t.Fatalf("%d wait", n)
	}
	s.run(59*time.Second, time.Second)
	if p := s.partner(again); p != "" {
		t.Errorf("after 59 s, the newest meets %q", p)
	}
	s.run(2*time.Second, time.Second)
	if g, _ := s.Game(waits.Game); g.Seats[1].Player != "newest" {
		t.Errorf("after a minute in vain, the newest does not meet the friend: %+v", g)
	}
}

// TestManyOfOneNetwork has a network wait in many games. Those of others meet each other instead.
func TestManyOfOneNetwork(t *testing.T) {
	s := newSite(t)
	for n := range game.MaxActive + 2 {
		s.enter(game.PlayerID(fmt.Sprint("guest", n/game.MaxActive)), 1)
	}
	ann := s.enter("ann", 2)
	if p := s.partner(ann); p != "" {
		t.Errorf("ann meets %q", p)
	}
	if e := s.enter("bob", 3); s.partner(e) != "ann" {
		t.Errorf("bob meets %q", s.partner(e))
	}
}

// TestPeopleWhoAreAway stand behind newcomers who are here.
func TestPeopleWhoAreAway(t *testing.T) {
	s := newSite(t)
	s.plays("gone", 1, "other", 2)
	s.enter("gone", 1)
	s.run(5*time.Minute, time.Second)
	first := s.enter("ann", 3)
	if p := s.partner(first); p != "" {
		t.Fatalf("ann meets %q, who is away", p)
	}
	if e := s.enter("bob", 4); s.partner(e) != "ann" {
		t.Errorf("bob meets %q", s.partner(e))
	}
	s.seen["gone"] = s.now
	if e := s.enter("cyd", 5); s.partner(e) != "gone" {
		t.Errorf("cyd meets %q, although the other one is back", s.partner(e))
	}
}

// TestRelativeWhoIsAway has somebody wait and go, whom not even their own network meets at once.
func TestRelativeWhoIsAway(t *testing.T) {
	s := newSite(t)
	s.enter("ann", 1)
	s.run(5*time.Minute, time.Second)
	if e := s.enter("bob", 1); s.partner(e) != "" {
		t.Errorf("bob meets %q", s.partner(e))
	}
}

// TestSharedFate checks how a network's standing suffers from games that it lets end, and recovers.
func TestSharedFate(t *testing.T) {
	for name, end := range map[string]func(*site, game.GameID){
		"leaves":  func(s *site, g game.GameID) { s.do(game.Event{Kind: game.Deactivated, Player: "bad", Game: g}) },
		"evicted": func(s *site, g game.GameID) { s.do(game.Event{Kind: game.Evicted, Game: g}) },
		"opponent leaves": func(s *site, g game.GameID) {
			s.do(game.Event{Kind: game.Responded, Player: "good", Game: g, Responses: texts("good", "r")})
			s.do(game.Event{Kind: game.Deactivated, Player: "good", Game: g})
		},
	} {
		s := newSite(t)
		s.plays("good", 1, "better", 2)
		s.enter("good", 1)
		end(s, s.enter("bad", 3).Game)
		s.enter("worse", 3)
		if e := s.enter("better", 2); s.partner(e) != "" {
			t.Errorf("%s: better meets %q", name, s.partner(e))
		}
		if e := s.enter("relative", 3); s.partner(e) != "worse" {
			t.Errorf("%s: those of one network do not meet, but %q", name, s.partner(e))
		}
	}
}

// TestRelease has people whose opponents are silent go on with others.
func TestRelease(t *testing.T) {
	s := newSite(t)
	s.enter("silent", 1)
	e := s.enter("ann", 2)
	s.do(game.Event{Kind: game.Responded, Player: "ann", Game: e.Game, Responses: texts("ann", "r")})
	look := func(d time.Duration) {
		for end := s.now.Add(d); s.now.Before(end); {
			s.seen["ann"], s.seen["bob"] = s.now, s.now
			s.run(time.Minute, time.Minute)
		}
	}
	look(time.Hour)
	if v, _ := s.View(e.Game, "ann", nil); !v.Active {
		t.Fatal("the game is given up although nobody else is there")
	}
	s.enter("bob", 3)
	look(3 * time.Minute)
	v, _ := s.View(e.Game, "ann", nil)
	if v.Active || v.Moved == "" {
		t.Fatalf("ann is still in %+v", v)
	}
	if v, _ := s.View(e.Game, "silent", nil); v.Moved != "" || v.Active {
		t.Errorf("the silent one sees %+v", v)
	}
	for v.Moved != "" {
		v = suite.Must(s.View(v.Moved, "ann", nil))(t)
	}
	g := suite.Must(s.Game(v.ID))(t)
	if g.Seats[0].Player != "bob" && g.Seats[1].Player != "bob" || g.Phase != 2 {
		t.Errorf("ann's questions are in %+v", g)
	}
	if err := s.Check(game.Event{Kind: game.Deactivated, Time: s.now, Player: "bob", Game: g.ID,
		Moved: "x"}); err == nil {
		t.Error("somebody whose turn it is may move")
	}
}

// TestEvictions has networks lose games: first those in which nobody else waits.
func TestEvictions(t *testing.T) {
	s := newSite(t)
	joined := s.enter("ann", 1)
	s.enter("bob", 2)
	open := s.enter("carl", 1)
	if n := s.Held(1); n != 2 || s.Busiest() != 1 {
		t.Errorf("network 1 holds %d games, the busiest is %d", n, s.Busiest())
	}
	for _, want := range []game.GameID{open.Game, joined.Game} {
		e, ok := s.Evict(1, s.now)
		if !ok || e.Game != want {
			t.Fatalf("%+v is evicted, want %s", e, want)
		}
		s.do(e)
		if g, _ := s.Game(want); g.Status != game.TimedOut {
			t.Errorf("evicted: %+v", g)
		}
	}
	s.plays("a", 1, "b", 1)
	s.enter("a", 1)
	guessing := s.enter("b", 1)
	s.move("a", guessing.Game, 3)
	s.move("b", guessing.Game, 3)
	s.move("b", guessing.Game, 3)
	e, ok := s.Evict(1, s.now)
	if !ok || e.Game != guessing.Game || e.Kind != game.Forfeited || e.Player != "a" {
		t.Fatalf("%+v is evicted, although only a guess is missing in %s", e, guessing.Game)
	}
	s.do(e)
	if _, ok := s.Evict(1, s.now); ok || s.Held(1)+s.Held(2) != 0 || s.Busiest() != 0 {
		t.Errorf("a game is left: %d %d", s.Held(1), s.Held(2))
	}
}

// TestEndAll ends the games of a network at each phase. A game with a guess of the opponent is
// lost; one with a guess of the network goes on.
func TestEndAll(t *testing.T) {
	for phase := 1; phase <= 6; phase++ {
		s := newSite(t)
		e := s.enter("bad", 1)
		for n := 2; n <= phase; n++ {
			switch n {
			case 2:
				s.enter("ann", 2)
			case 3, 5:
				s.move("ann", e.Game, 3)
			case 4:
				s.move("bad", e.Game, 3)
			case 6: // the network has guessed, and ann has not
				s = newSite(t)
				e = s.enter("bad", 1)
				s.enter("ann", 2)
				s.move("ann", e.Game, 3)
				s.move("bad", e.Game, 3)
				s.move("bad", e.Game, 3)
			}
		}
		if events := s.EndAll(0, s.now); events != nil {
			t.Errorf("phase %d: an unknown network loses %+v", phase, events)
		}
		s.all(s.EndAll(1, s.now))
		want := game.TimedOut
		switch phase {
		case 5:
			want = game.Forfeit
		case 6:
			want = game.Active
			if err := s.Check(game.Event{Kind: game.Evicted, Time: s.now, Game: e.Game}); !errors.Is(err,
				game.ErrNotOverdue) {
				t.Errorf("a game with a guess is evicted: %v", err)
			}
		}
		if g, _ := s.Game(e.Game); g.Status != want {
			t.Errorf("phase %d: %s, want %s", phase, g.Status, want)
		}
	}
}

// TestDraw checks that whoever waits may be drawn, not only the one who has waited longest.
func TestDraw(t *testing.T) {
	met := make(map[game.PlayerID]bool)
	for n := range 40 {
		s := newSite(t)
		s.pairing.Draw = func(k int) int { return (n*7 + k/2) % k }
		for i := range 3 {
			p := game.PlayerID(fmt.Sprint("p", i))
			s.register(p)
			s.seen[p] = s.now
			s.do(game.Event{Kind: game.Opened, Player: p, Game: s.name(), Questions: five})
		}
		met[s.partner(s.enter("ann", 0))] = true
	}
	if len(met) != 3 {
		t.Errorf("ann meets only %v of three who wait alike", met)
	}
}
