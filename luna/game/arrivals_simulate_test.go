package game_test

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// world is a simulated rating system.
type world struct {
	scenario
	pairing game.Pairing
	t       *game.Tournament
	rng     *rand.Rand
	now     time.Time
	queue   queue
	players map[game.PlayerID]*player
	games   int
	present int       // people
	woken   time.Time // when the pairing is next called
	stats   stats
	err     error
}

// player is a simulated player.
type player struct {
	id      game.PlayerID
	machine bool
	left    bool
	waiting game.GameID
	since   time.Time // when they began to wait
	seats   int       // games that somebody played with them
}

// moment is an event at a given time.
type moment struct {
	at   time.Time
	what func()
}

type queue []moment

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(moment)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// simulate plays a scenario.
func simulate(s scenario, grace time.Duration, seed uint64) (*stats, error) {
	w := &world{
		scenario: s, t: game.New(nil), rng: rand.New(rand.NewPCG(seed, 1)),
		now:     time.Date(2016, 2, 18, 0, 0, 0, 0, time.UTC),
		players: make(map[game.PlayerID]*player),
		pairing: game.Pairing{Grace: game.Graces(grace, []byte{byte(seed)})},
	}
	end := w.now.Add(s.length)
	for range s.machines {
		w.after(about(w.rng, time.Second), w.register(true).enter)
	}
	for range s.crowd {
		w.after(about(w.rng, s.pace.first), w.register(false).enter)
	}
	if s.every > 0 {
		w.arrive()
	}
	for len(w.queue) > 0 && w.err == nil {
		m := heap.Pop(&w.queue).(moment)
		if m.at.After(end) {
			break
		}
		w.now = m.at
		m.what()
		w.pair()
	}
	w.count()
	return &w.stats, w.err
}

// after schedules an event for later.
func (w *world) after(d time.Duration, what func()) {
	heap.Push(&w.queue, moment{w.now.Add(d), what})
}

// arrive schedules the arrivals of people.
func (w *world) arrive() {
	w.after(exponential(w.rng, w.every), func() {
		w.after(about(w.rng, w.pace.first), w.register(false).enter)
		w.arrive()
	})
}

// seat is a player in a world.
type seat struct {
	*player
	w *world
}

func (w *world) register(machine bool) seat {
	p := &player{id: game.PlayerID(fmt.Sprint(len(w.players))), machine: machine}
	w.players[p.id] = p
	w.apply(game.Event{Kind: game.Registered, Player: p.id, Machine: machine})
	if !machine {
		w.present++
	}
	return seat{p, w}
}

func (w *world) apply(e game.Event) {
	e.Time = w.now
	if _, err := w.t.Apply(e); err != nil && w.err == nil {
		w.err = fmt.Errorf("%s of %s: %w", e.Kind, e.Player, err)
	}
}

// five are the questions and responses of everybody.
var five = []string{"1", "2", "3", "4", "5"}

// enter lets a player enter a game.
func (s seat) enter() {
	w := s.w
	if s.waiting != "" || s.left {
		return
	}
	w.games++
	e, err := w.pairing.Enter(w.t, s.id, game.GameID(fmt.Sprint("g", w.games)), five, w.now)
	if err != nil {
		w.err = err
		return
	}
	w.apply(e)
	s.since = w.now
	if e.Kind == game.Joined {
		w.meet(e)
		return
	}
	s.waiting = e.Game
	if !s.machine && w.pace.patience > 0 {
		id := e.Game
		w.after(exponential(w.rng, w.pace.patience), func() {
			if s.waiting == id {
				w.apply(game.Event{Kind: game.Deactivated, Player: s.id, Game: id})
				w.stats.waited(w.now.Sub(s.since))
				s.leave()
			}
		})
	}
}

func (s seat) leave() {
	s.left, s.waiting = true, ""
	s.w.present--
}

// pair pairs players as a server does after each change, and when a grace period ends.
func (w *world) pair() {
	events, err := w.pairing.Pairs(w.t, w.now)
	if err != nil {
		w.err = err
	}
	for _, e := range events {
		w.apply(e)
		if e.Kind == game.Joined {
			w.meet(e)
		}
	}
	if next := w.pairing.Next(w.t, w.now); next.After(w.now) && !next.Equal(w.woken) {
		w.woken = next
		w.after(next.Sub(w.now), func() {})
	}
}

// meet begins a game that has both players.
func (w *world) meet(e game.Event) {
	g, err := w.t.Game(e.Game)
	if err != nil {
		w.err = err
		return
	}
	var seats [2]seat
	for i := range g.Seats {
		seats[i] = seat{w.players[g.Seats[i].Player], w}
	}
	for i, s := range seats {
		s.waiting = ""
		if !s.machine {
			s.seats++
			w.stats.waited(w.now.Sub(s.since))
			w.stats.seat(!seats[1-i].machine, w.present > 1)
		}
		w.after(s.takes(w.pace.respond), func() { s.respond(e.Game, seats[1-i]) })
	}
}

// takes returns how long a player takes for something that takes people the given time.
func (s seat) takes(people time.Duration) time.Duration {
	if s.machine {
		return about(s.w.rng, time.Second)
	}
	return about(s.w.rng, people)
}

func (s seat) respond(id game.GameID, other seat) {
	w := s.w
	w.apply(game.Event{Kind: game.Responded, Player: s.id, Game: id, Responses: five})
	if g, _ := w.t.Game(id); g.Phase == 4 {
		for _, p := range []seat{s, other} {
			w.after(p.takes(w.pace.guess), func() { p.guess(id, other, s) })
		}
	}
}

func (s seat) guess(id game.GameID, players ...seat) {
	w := s.w
	guess := 50.
	w.apply(game.Event{Kind: game.Guessed, Player: s.id, Game: id, Guess: &guess})
	if g, _ := w.t.Game(id); g.Phase < 6 {
		return
	}
	for _, p := range players {
		switch {
		case p.machine:
			w.after(time.Second, p.enter)
		case w.rng.Float64() < w.pace.more:
			w.after(about(w.rng, w.pace.again), p.enter)
		default:
			p.leave()
		}
	}
}
