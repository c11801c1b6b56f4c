package game_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// TestSilentCrowds has guests who do not play, in several ways and of several networks, try to meet
// 24 honest people of 24 networks, who enter two games each and play on. However many networks the
// guests come from, at least 80 % of the seats of honest people get a result: within a minute or
// two where people come fast, and after some hours in the worst case.
func TestSilentCrowds(t *testing.T) {
	attacks := []attack{
		{name: "waits, one at a time"},
		{name: "waits, one of each network", lines: true},
		{name: "waits and looks", looks: true},
		{name: "joins whoever waits", joins: true},
		{name: "joins and leaves", joins: true, leaves: true},
		{name: "answers after an hour", answers: time.Hour, stages: 3},
		{name: "answers and does not guess", answers: time.Second, stages: 2},
	}
	for _, a := range attacks {
		for _, a.networks = range []int{1, 16, 40} {
			for _, slow := range []bool{false, true} {
				every, takes := time.Second, time.Second
				if slow {
					every, takes = time.Minute, 2*time.Minute
				}
				s := newSite(t)
				s.attack(a)
				for i := range 48 {
					s.after(time.Duration(i)*every, func() { s.honest(i%24, takes) })
				}
				s.run(48*every+time.Minute, time.Second)
				soon := s.finished()
				s.over = true
				s.run(10*time.Hour, time.Minute)
				t.Logf("%s, %d networks, slow %t: %d soon, %d at last", a.name, a.networks, slow, soon,
					s.finished())
				if done := s.finished(); 10*done < 8*len(s.seats) || !slow && 10*soon < 8*len(s.seats) {
					t.Errorf("%s, %d networks, slow %t: %d of %d seats have a result soon, %d at last", a.name,
						a.networks, slow, soon, len(s.seats), done)
				}
			}
		}
	}
}

// TestClasses has classes of 40 pupils play, who come one a second.
func TestClasses(t *testing.T) {
	for name, network := range map[string]func(int) int{
		"behind one address":  func(int) int { return 7 },
		"with a share each":   func(i int) int { return 1000 + i },
		"on an own computer":  func(int) int { return 0 },
		"of two institutions": func(i int) int { return 1 + i%2 },
	} {
		s := newSite(t)
		for i := range 40 {
			s.after(time.Duration(i)*time.Second, func() { s.person(i, network(i), 2*time.Minute) })
		}
		s.run(30*time.Minute, time.Second)
		if done := s.finished(); done != 40 {
			t.Errorf("%s: %d of 40 pupils finish", name, done)
		}
	}
}

// attack is what dishonest guests do, each of whom plays one game.
type attack struct {
	name     string
	networks int
	lines    bool          // one waits for each network, instead of one at a time
	looks    bool          // they go on looking at their games
	joins    bool          // they do not wait, but come when somebody does
	leaves   bool          // they leave a game that has two players
	answers  time.Duration // after which they answer; 0 is never
	stages   int           // in which they do something
}

// site is a simulated site.
type site struct {
	*referee
	pairing game.Pairing
	rng     *rand.Rand
	start   time.Time
	seen    map[game.PlayerID]time.Time
	due     map[int][]func() // by seconds
	names   int
	seats   []held
	over    bool // no more dishonest guests come
}

// held is a seat of an honest person.
type held struct {
	player game.PlayerID
	game   game.GameID
}

func newSite(t testing.TB) *site {
	s := &site{referee: newReferee(t), rng: rand.New(rand.NewPCG(1, 5)),
		seen: make(map[game.PlayerID]time.Time), due: make(map[int][]func())}
	s.start = s.now
	s.pairing = game.Pairing{
		Draw: s.rng.IntN,
		Away: func(p game.PlayerID) bool { return s.now.Sub(s.seen[p]) > 2*time.Minute },
	}
	return s
}

// do applies an event now.
func (s *site) do(e game.Event) {
	s.t.Helper()
	e.Time = s.now
	suite.Must(s.Apply(e))(s.t)
}

func (s *site) name() game.GameID { s.names++; return game.GameID(fmt.Sprint("g", s.names)) }

// after has something done later.
func (s *site) after(d time.Duration, what func()) {
	at := int(s.now.Add(d).Sub(s.start) / time.Second)
	s.due[at] = append(s.due[at], what)
}

// run lets time pass, in steps.
func (s *site) run(d, step time.Duration) {
	for end := s.now.Add(d); s.now.Before(end); s.now = s.now.Add(step) {
		second := int(s.now.Sub(s.start) / time.Second)
		for at := max(0, second-int(step/time.Second)+1); at <= second; at++ {
			for i := 0; i < len(s.due[at]); i++ {
				s.due[at][i]()
			}
			delete(s.due, at)
		}
		s.all(pairsOf(s.t, s.pairing, s.whole.Tournament, s.now))
		if second%60 == 0 || step >= time.Minute {
			s.minute()
		}
	}
}

// minute does what a server does every minute.
func (s *site) minute() {
	s.all(s.Overdue(s.now))
	for _, x := range s.Silent(s.now, 6*time.Hour) {
		s.all(suite.Must(s.GiveUp(x.Game, s.name(), s.now))(s.t))
	}
	s.all(suite.Must(s.pairing.Release(s.whole.Tournament, s.now, s.name))(s.t))
}

func (s *site) all(events []game.Event) {
	var left game.GameID
	for _, e := range events {
		s.do(e)
		if e.Kind == game.Deactivated {
			left = e.Game
			continue
		}
		for i := range s.seats {
			if s.seats[i] == (held{e.Player, left}) { // goes on in another game
				s.seats[i].game = e.Game
			}
		}
	}
}

// register registers a player unless it is there.
func (s *site) register(p game.PlayerID) {
	if _, err := s.Player(p); err != nil {
		s.do(game.Event{Kind: game.Registered, Player: p})
	}
}

// enter has a player of a network enter a game, and returns it.
func (s *site) enter(p game.PlayerID, network int) game.Event {
	s.register(p)
	s.seen[p] = s.now
	e := entry(p, s.name(), s.now)
	e.Origin = uint64(network)
	e = suite.Must(s.pairing.Enter(s.whole.Tournament, e))(s.t)
	s.do(e)
	return e
}

// honest has a person enter a game and play, taking some time for each part.
func (s *site) honest(n int, takes time.Duration) { s.person(n, 1000+n, takes) }

// person is honest for a person of a network.
func (s *site) person(n, network int, takes time.Duration) {
	p := game.PlayerID(fmt.Sprint("person", n))
	e := s.enter(p, network)
	s.seats = append(s.seats, held{p, e.Game})
	i := len(s.seats) - 1
	var play func()
	play = func() {
		s.seen[p] = s.now
		wait := takes/2 + time.Duration(s.rng.Int64N(int64(takes)+1))
		if !s.move(p, s.seats[i].game, 3) {
			wait = time.Second
		}
		if g, _ := s.Game(s.seats[i].game); g.Status == game.Active {
			s.after(max(wait, time.Second), play)
		}
	}
	s.after(max(takes, time.Second), play)
}

// move does what a game waits for from a player, if it does and the stage allows it.
func (s *site) move(p game.PlayerID, id game.GameID, stages int) bool {
	v, err := s.View(id, p, nil)
	if err != nil || v.Turn != game.ToAct {
		return false
	}
	switch stage := v.Phase / 2; {
	case stage >= stages:
		return false
	case stage == 1:
		s.do(game.Event{Kind: game.Responded, Player: p, Game: id, Responses: texts(p, "answer")})
	case stage == 2:
		s.do(game.Event{Kind: game.Guessed, Player: p, Game: id, Guess: new(50.)})
	}
	return true
}

// attack has dishonest guests come for as long as the site runs.
func (s *site) attack(a attack) {
	lines := min(a.networks, 1)
	if a.lines {
		lines = a.networks
	}
	guests := 0
	for line := range lines {
		var last held
		var look func()
		look = func() {
			if s.over {
				return
			}
			s.after(time.Second, look)
			g, err := s.Game(last.game)
			if last.game != "" && err == nil && g.Seats[1].Player == "" && g.Status == game.Active {
				s.seen[last.player] = s.now
				return
			}
			if a.joins && len(s.open()) == 0 {
				return
			}
			guests++
			network := 1 + guests%a.networks
			if a.lines {
				network = 1 + line
			}
			p := game.PlayerID(fmt.Sprint("guest", guests))
			e := s.enter(p, network)
			last = held{p, e.Game}
			if a.joins && e.Kind == game.Opened {
				s.do(game.Event{Kind: game.Deactivated, Player: p, Game: e.Game})
				return
			}
			s.guest(a, last)
		}
		look()
	}
}

// open returns the games that wait for somebody.
func (s *site) open() (list []game.Game) {
	for g := range s.Games() {
		if g.Status == game.Active && g.Seats[1].Player == "" {
			list = append(list, g)
		}
	}
	return list
}

// guest has a dishonest guest do in a game what the attack says.
func (s *site) guest(a attack, h held) {
	var act func()
	act = func() {
		g, _ := s.Game(h.game)
		if g.Status != game.Active {
			return
		}
		if a.looks {
			s.seen[h.player] = s.now
		}
		switch {
		case g.Seats[1].Player == "":
		case a.leaves:
			s.all(suite.Must(s.pairing.Leave(s.whole.Tournament,
				game.Event{Time: s.now, Player: h.player, Game: h.game}, s.name()))(s.t))
		case a.answers > 0 && s.now.Sub(g.Updated) >= a.answers:
			s.move(h.player, h.game, a.stages)
		}
		s.after(time.Second, act)
	}
	act()
}

// finished counts the seats of honest people whose games have a result.
func (s *site) finished() (n int) {
	for _, h := range s.seats {
		if g, _ := s.Game(h.game); g.Status == game.Finished || g.Status == game.Forfeit {
			n++
		}
	}
	return n
}
