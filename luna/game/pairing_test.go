package game_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

const grace = time.Minute

// peopleFirst is the pairing of a server with a fixed grace.
var peopleFirst = game.Pairing{Grace: func(game.GameID) time.Duration { return grace }}

// entry is the event with which a player asks to enter a game.
func entry(id game.PlayerID, name game.GameID, now time.Time) game.Event {
	return game.Event{Time: now, Player: id, Game: name, Questions: texts(id, "question")}
}

// comes has a player enter as a pairing wants it, and returns the game.
func (r *referee) comes(p game.Pairing, id game.PlayerID, name game.GameID) game.GameID {
	r.t.Helper()
	e := suite.Must(p.Enter(r.whole.Tournament, entry(id, name, r.now)))(r.t)
	r.do(e)
	return e.Game
}

// pairs pairs those who wait and returns the games that were joined, with their players.
func (r *referee) pairs(p game.Pairing) []string {
	r.t.Helper()
	var joined []string
	for _, e := range pairsOf(r.t, p, r.whole.Tournament, r.now) {
		r.do(e)
		if e.Kind == game.Joined {
			g, _ := r.Game(e.Game)
			joined = append(joined, fmt.Sprintf("%s: %s %s", g.ID, g.Seats[0].Player, e.Player))
		}
	}
	return joined
}

func (r *referee) expect(got []string, want ...string) {
	r.t.Helper()
	if !slices.Equal(got, want) {
		r.t.Errorf("paired %q, want %q", got, want)
	}
}

func TestPeopleComeFirst(t *testing.T) {
	r := newReferee(t, "ann", "bob", "cyd", "bot1", "bot2")
	p := peopleFirst
	r.comes(p, "bot1", "b1")
	r.comes(p, "bot2", "b2") // not with bot1
	if _, err := p.Enter(r.whole.Tournament, entry("bot1", "b3", r.now)); !errors.Is(err, game.ErrWaiting) {
		t.Errorf("a machine that waits enters again: %v", err)
	}
	if got := r.comes(p, "ann", "a"); got != "a" {
		t.Errorf("ann joined %s, although she may still meet a person", got)
	}
	r.expect(r.pairs(p))
	if got := r.comes(p, "bob", "b"); got != "a" {
		t.Errorf("bob is in %s, not in the game of a person", got)
	}
	r.comes(p, "cyd", "c")
	opened, _ := r.Game("c")
	if next := p.Next(r.whole.Tournament, r.now); !next.Equal(opened.Opened.Add(grace)) {
		t.Errorf("the next grace ends at %v", next)
	}
	r.now = r.now.Add(grace)
	r.expect(r.pairs(p), "c: cyd bot1")
	left, _ := r.Game("b1")
	moved, _ := r.Game("c")
	if left.Status != game.Left || left.Moved != "c" || moved.Moved != "" || moved.Phase != 2 ||
		!slices.Equal(moved.Seats[1].Questions, texts("bot1", "question")) {
		t.Errorf("withdrawn %+v for %+v", left, moved)
	}
	if next := p.Next(r.whole.Tournament, r.now); !next.IsZero() {
		t.Errorf("nobody waits for a machine, but the next grace ends at %v", next)
	}
}

// TestLateMachine has a machine come when a person has waited long enough.
func TestLateMachine(t *testing.T) {
	r := newReferee(t, "ann", "bob", "bot1", "bot2")
	r.comes(peopleFirst, "ann", "a")
	r.now = r.now.Add(grace)
	r.comes(peopleFirst, "bob", "b") // joins ann: a game stays open to people after its grace
	r.comes(peopleFirst, "bob", "b")
	r.now = r.now.Add(grace)
	if got := r.comes(peopleFirst, "bot1", "b1"); got != "b" {
		t.Errorf("the machine is in %s", got)
	}
	if got := r.comes(peopleFirst, "bot2", "b2"); got != "b2" {
		t.Errorf("the second machine is in %s", got)
	}
}

// TestMachinesThatAreAway has machines that nobody is paired with until they are back.
func TestMachinesThatAreAway(t *testing.T) {
	r := newReferee(t, "ann", "bob", "bot1", "bot2")
	away := map[game.PlayerID]bool{"bot1": true}
	p := game.Pairing{Grace: peopleFirst.Grace, MachineGames: true,
		Away: func(id game.PlayerID) bool { return away[id] }}
	r.comes(p, "bot1", "b1")
	r.comes(p, "ann", "a")
	r.now = r.now.Add(grace)
	r.expect(r.pairs(p))
	if next := p.Next(r.whole.Tournament, r.now); !next.IsZero() {
		t.Errorf("only a machine waits that is away, but the next pair is due at %v", next)
	}
	if got := r.comes(p, "bot2", "b2"); got != "a" {
		t.Errorf("bot2 is in %s, not with ann, who waits", got)
	}
	if got := r.comes(p, "bot2", "b3"); got != "b3" {
		t.Errorf("bot2 joined %s, whose player is away", got)
	}
	without := game.Pairing{Away: p.Away}
	if got := r.comes(without, "bob", "b"); got != "b3" {
		t.Errorf("bob is in %s, not with the machine that is there", got)
	}
	away["bot1"] = false
	r.comes(p, "ann", "a2")
	r.now = r.now.Add(grace)
	r.expect(r.pairs(p), "a2: ann bot1")
}

// TestBothAreToldOfAPair checks who is told when a pairing begins a game: both, since neither
// acted, and when a player joins: the other one.
func TestBothAreToldOfAPair(t *testing.T) {
	r := newReferee(t, "ann", "bot1", "bot2")
	told := func(e game.Event) (players []game.PlayerID) {
		e.Time = r.now
		players = suite.Must(r.Apply(e))(t)
		return players
	}
	r.comes(peopleFirst, "bot1", "b1")
	r.comes(peopleFirst, "ann", "a")
	r.now = r.now.Add(grace)
	events := pairsOf(t, peopleFirst, r.whole.Tournament, r.now)
	if got := told(events[0]); len(got) > 0 {
		t.Errorf("told of the withdrawn game: %q", got)
	}
	if got := told(events[1]); !slices.Equal(got, []game.PlayerID{"ann", "bot1"}) {
		t.Errorf("told of the game: %q", got)
	}
	v, err := r.View("a", "bot1", nil)
	if err != nil || !v.Notice || v.Moved != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = r.View("b1", "bot1", nil); err != nil || v.Moved != "a" || v.Notice {
		t.Errorf("%+v, %v", v, err)
	}
	r.comes(peopleFirst, "ann", "a2")
	r.now = r.now.Add(grace)
	e := suite.Must(peopleFirst.Enter(r.whole.Tournament, entry("bot2", "?", r.now)))(t)
	if got := told(e); !slices.Equal(got, []game.PlayerID{"ann"}) {
		t.Errorf("told of a game that a player joined: %q", got)
	}
}

func TestMovesThatAreRefused(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	r.comes(peopleFirst, "ann", "a")
	for _, e := range []game.Event{
		{Kind: game.Deactivated, Player: "ann", Game: "a", Moved: "\xff"},
		{Kind: game.Joined, Player: "bob", Game: "a", Moved: "\xff"},
	} {
		e.Time = r.now
		if err := r.Check(e); err == nil {
			t.Errorf("%+v is allowed", e)
		}
	}
	r.comes(peopleFirst, "bob", "b")
	e := game.Event{Kind: game.Deactivated, Time: r.now, Player: "ann", Game: "a", Moved: "b"}
	if err := r.Check(e); err == nil {
		t.Error("a player is moved from a game that has two")
	}
}

func TestWithoutGrace(t *testing.T) {
	r := newReferee(t, "ann", "bob", "bot1", "bot2", "bot3")
	var p game.Pairing
	r.comes(p, "ann", "a")
	if got := r.comes(p, "bot1", "b1"); got != "a" {
		t.Errorf("a machine is in %s, not with the person who waits", got)
	}
	r.comes(p, "bot1", "b1")
	r.comes(p, "bot2", "b2")
	if got := r.comes(p, "bob", "b"); got != "b2" {
		t.Errorf("bob is in %s, not with the machine that has not met a person yet", got)
	}
	p.MachineGames = true
	if got := r.comes(p, "bot3", "b3"); got != "b1" {
		t.Errorf("a machine is in %s, not with the other", got)
	}
}

// TestFormerOpponents has two players wait for each other, each in a game of their own, because
// they could not play two games at a time.
func TestFormerOpponents(t *testing.T) {
	for _, players := range [][]game.PlayerID{{"ann", "bob"}, {"bot1", "bot2"}} {
		r := newReferee(t, players...)
		p := game.Pairing{Grace: peopleFirst.Grace, MachineGames: true}
		for i, name := range []game.GameID{"both", "?", "a", "b"} {
			r.comes(p, players[i%2], name)
		}
		r.expect(r.pairs(p))
		r.do(game.Event{Kind: game.Deactivated, Player: players[0], Game: "both"})
		if next := p.Next(r.whole.Tournament, r.now); !next.Equal(r.now) {
			t.Errorf("they may be paired at %v, now is %v", next, r.now)
		}
		r.expect(r.pairs(p), fmt.Sprintf("a: %s %s", players[0], players[1]))
	}
}

// TestMachinesTakeTurns has people come whom nobody joins. Some machines are always ready, others
// take a break after each game, and one has just come. Machines that are always ready get equal
// shares, and nobody waits for more than one round.
func TestMachinesTakeTurns(t *testing.T) {
	machines := []game.PlayerID{"bot1", "bot2", "bot3", "bot4", "bot5"}
	r := newReferee(t, machines...)
	p := peopleFirst
	met, last := make(map[game.PlayerID]int), make(map[game.PlayerID]int)
	for i := range 60 {
		person := game.PlayerID(fmt.Sprint("person", i))
		r.do(game.Event{Kind: game.Registered, Player: person})
		for j, m := range machines {
			if _, err := p.Enter(r.whole.Tournament, entry(m, "", r.now)); errors.Is(err, game.ErrWaiting) ||
				j == 3 && i-last[m] < 15 || j == 4 && i < 30 {
				continue
			}
			r.comes(p, m, game.GameID(fmt.Sprint(m, " ", i)))
		}
		r.comes(p, person, game.GameID(person))
		r.now = r.now.Add(grace)
		for _, e := range pairsOf(r.t, p, r.whole.Tournament, r.now) {
			r.do(e)
			if e.Kind != game.Joined {
				continue
			}
			if met[e.Player]++; i-last[e.Player] > 5 && e.Player < "bot4" {
				t.Errorf("%s was passed over from %d to %d", e.Player, last[e.Player], i)
			}
			last[e.Player] = i
		}
		r.do(game.Event{Kind: game.Deactivated, Player: person, Game: game.GameID(person)})
	}
	if fmt.Sprint(met) != "map[bot1:17 bot2:17 bot3:16 bot4:3 bot5:7]" {
		t.Errorf("games with people: %v", met)
	}
}

// TestPairingProperties plays at random and checks after each event that the pairing holds.
func TestPairingProperties(t *testing.T) {
	for seed := range uint64(4) {
		c := &pairingCheck{
			referee: newReferee(t, crowd...), rng: rand.New(rand.NewPCG(seed, 3)),
			pairing: game.Pairing{MachineGames: seed%2 == 1, Grace: func(g game.GameID) time.Duration {
				h := fnv.New64()
				h.Write([]byte(g))
				return time.Duration(h.Sum64()%4) * grace
			}},
		}
		for n := range 600 {
			c.step(n)
		}
		if c.paired < 20 || c.met[false] < 20 || c.met[true] < 20 {
			t.Errorf("seed %d: %d paired, %v games with machines or without", seed, c.paired, c.met)
		}
		checkLimits(t, c.referee)
		checkReplay(t, c.referee, crowd)
	}
}

// pairingCheck checks a pairing from outside, by complete lists of games.
type pairingCheck struct {
	*referee
	rng     *rand.Rand
	pairing game.Pairing
	playing []game.Game // all active games; see refresh
	paired  int
	met     map[bool]int // games joined, by whether a machine plays
}

func isMachine(p game.PlayerID) bool { return strings.HasPrefix(string(p), "bot") }

// step does something at random and pairs those who wait.
func (c *pairingCheck) step(n int) {
	c.now = c.now.Add(time.Duration(c.rng.IntN(40)) * time.Second)
	for _, e := range c.Overdue(c.now) {
		c.do(e)
	}
	p := crowd[c.rng.IntN(len(crowd))]
	if c.rng.IntN(3) == 0 {
		c.enters(p, game.GameID(fmt.Sprint("g", n)))
	} else {
		c.try(randomEvent(c.rng, c.referee, n)) // which may be refused
	}
	c.refresh()
	next := c.pairing.Next(c.whole.Tournament, c.now)
	events := pairsOf(c.t, c.pairing, c.whole.Tournament, c.now)
	if len(events) > 0 != next.Equal(c.now) {
		c.t.Fatalf("pairs %v now, but %v at %v", events, next, c.now)
	}
	if later := next.Add(-1); later.After(c.now) {
		if early := pairsOf(c.t, c.pairing, c.whole.Tournament, later); len(early) > 0 {
			c.t.Fatalf("pairs %v before %v", early, next)
		}
	}
	for i := 0; i < len(events); i += 2 {
		c.checkPair(events[i], events[i+1])
	}
	c.checkNobodyWaitsInVain()
}

// enters has a player enter and checks where they come.
func (c *pairingCheck) enters(p game.PlayerID, name game.GameID) {
	e, err := c.pairing.Enter(c.whole.Tournament, entry(p, name, c.now))
	if err != nil {
		if !errors.Is(err, game.ErrTooManyGames) && !errors.Is(err, game.ErrWaiting) {
			c.t.Fatal(err)
		}
		return
	}
	c.refresh()
	person := c.open(func(g game.Game) bool {
		return !isMachine(g.Seats[0].Player) && c.mayMeet(p, g.Seats[0].Player)
	})
	// Of people who have finished a game, or if there are none of the others, the oldest is joined.
	best := slices.IndexFunc(person, func(g game.Game) bool {
		return suite.Must(c.Player(g.Seats[0].Player))(c.t).Games > 0
	})
	if !isMachine(p) && person != nil && e.Game != person[max(0, best)].ID {
		c.t.Fatalf("%s %s, but the best person who waits is in %s", e.Kind, e.Game,
			person[max(0, best)].ID)
	}
	if e.Kind == game.Joined {
		c.checkHost(p, e.Game)
	}
	c.do(e)
}

// checkHost checks whether a player may join a game now.
func (c *pairingCheck) checkHost(p game.PlayerID, id game.GameID) {
	g := suite.Must(c.Game(id))(c.t)
	host := g.Seats[0].Player
	waited := c.now.Sub(g.Opened)
	switch {
	case host == p || !c.mayMeet(p, host):
		c.t.Fatalf("%s joins %s in %s", p, host, id)
	case isMachine(p) && isMachine(host) && !c.pairing.MachineGames:
		c.t.Fatalf("the machines %s and %s meet", p, host)
	case isMachine(p) && !isMachine(host) && waited < c.pairing.Grace(id):
		c.t.Fatalf("%s meets a machine after %v", host, waited)
	}
	if c.met == nil {
		c.met = make(map[bool]int)
	}
	c.met[isMachine(p) || isMachine(host)]++
}

// checkPair checks and applies the two events by which players are paired.
func (c *pairingCheck) checkPair(withdrawn, joined game.Event) {
	own, _ := c.Game(withdrawn.Game)
	if withdrawn.Kind != game.Deactivated || joined.Kind != game.Joined ||
		withdrawn.Player != joined.Player || own.Seats[1].Player != "" ||
		!slices.Equal(own.Seats[0].Questions, joined.Questions) {
		c.t.Fatalf("%+v and %+v", withdrawn, joined)
	}
	c.checkHost(joined.Player, joined.Game)
	for _, e := range []game.Event{withdrawn, joined} {
		e.Time = c.now
		suite.Must(c.Apply(e))(c.t)
	}
	c.refresh()
	c.paired++
}

// checkNobodyWaitsInVain checks that nobody waits who may be paired.
func (c *pairingCheck) checkNobodyWaitsInVain() {
	games := c.open(func(game.Game) bool { return true })
	for i, g := range games {
		for _, h := range games[i+1:] {
			a, b := g.Seats[0].Player, h.Seats[0].Player
			if !c.mayMeet(a, b) {
				continue
			}
			person := g
			if isMachine(a) {
				person = h
			}
			due := c.now.Sub(person.Opened) >= c.pairing.Grace(person.ID)
			machines := isMachine(a) && isMachine(b)
			if !isMachine(a) && !isMachine(b) || machines && c.pairing.MachineGames ||
				!machines && due {
				c.t.Fatalf("%s waits in %s, and %s in %s", a, g.ID, b, h.ID)
			}
		}
	}
}

// refresh lists the active games, oldest first.
func (c *pairingCheck) refresh() {
	c.playing = c.playing[:0]
	for g := range c.Games() {
		if g.Status == game.Active {
			c.playing = append(c.playing, g)
		}
	}
}

// open returns the open games for which a condition holds, oldest first.
func (c *pairingCheck) open(holds func(game.Game) bool) (list []game.Game) {
	for _, g := range c.playing {
		if g.Seats[1].Player == "" && holds(g) {
			list = append(list, g)
		}
	}
	return list
}

// mayMeet reports whether two players are different, not opponents now, and neither has blocked the
// other.
func (c *pairingCheck) mayMeet(a, b game.PlayerID) bool {
	blocks := func(a, b game.PlayerID) bool {
		return slices.ContainsFunc(c.player(a).Blocks, func(x game.Block) bool { return x.Player == b })
	}
	return a != b && !blocks(a, b) && !blocks(b, a) && !slices.ContainsFunc(c.playing, func(g game.Game) bool {
		pair := []game.PlayerID{g.Seats[0].Player, g.Seats[1].Player}
		return slices.Contains(pair, a) && slices.Contains(pair, b)
	})
}

func pairsOf(t testing.TB, p game.Pairing, tour *game.Tournament, now time.Time) []game.Event {
	t.Helper()
	return suite.Must(p.Pairs(tour, now))(t)
}
