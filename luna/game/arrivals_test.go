package game_test

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// TestArrivals shows how often people play with other people and with machines. People come at
// random, play some games and leave, while machines wait for opponents, under the rules of pairing
// and with a simulated clock, for several rates of arrival and numbers of machines. -v prints the
// table, which benchmarks/README.md quotes.
func TestArrivals(t *testing.T) {
	const people, grace, seed = 1000, 75 * time.Second, 1
	var b strings.Builder
	fmt.Fprintln(&b, "| people | machines | seats | with a person | when two are there | "+
		"wait | longest of ten | games | of those who played, no rating | nobody came |")
	fmt.Fprintln(&b, "|---|---|---|---|---|---|---|---|---|---|")
	for _, s := range scenarios(people) {
		x, err := simulate(s, grace, seed)
		if err != nil {
			t.Fatalf("%s, %d machines: %v", s.name, s.machines, err)
		}
		fmt.Fprintf(&b, "| %s | %d | %s\n", s.name, s.machines, x)
		if s.machines == 2 && s.every >= time.Minute && 10*x.humanTwo < 8*x.seatsTwo {
			t.Errorf("%s: %d of %d seats while two people were there are with a person", s.name, x.humanTwo,
				x.seatsTwo)
		}
	}
	t.Log("\n" + b.String())
}

// scenario says which players come, and how they play.
type scenario struct {
	name     string
	machines int
	length   time.Duration
	crowd    int           // people who come at the beginning and stay to the end
	every    time.Duration // mean time between two arrivals of people; 0 means that nobody comes
	pace     pace
}

// pace is how long people take. Times are uniformly distributed from half of each value to one and
// a half.
type pace struct {
	first, again   time.Duration // to ask, in the first game and with the same questions later
	respond, guess time.Duration
	patience       time.Duration // mean wait for an opponent until they leave; 0 is for ever
	more           float64       // probability of another game
}

var (
	// atEase is a guess at how people play: the website of 2016 did not record it.
	atEase = pace{first: time.Minute, again: 10 * time.Second, respond: time.Minute,
		guess: 30 * time.Second, patience: 5 * time.Minute, more: 0.75}
	// hurried is the pace of scripts.
	hurried = pace{first: 2 * time.Second, again: time.Second, respond: 3 * time.Second,
		guess: 3 * time.Second, more: 1}
)

func scenarios(people int) []scenario {
	list := []scenario{
		{name: "6 hurried guests, 150 s", machines: 2, crowd: 6, length: 150 * time.Second,
			pace: hurried},
		{name: "2 hurried guests, 150 s", machines: 2, crowd: 2, length: 150 * time.Second,
			pace: hurried},
		{name: "2 who stay for 2 h", machines: 2, crowd: 2, length: 2 * time.Hour,
			pace: pace{atEase.first, atEase.again, atEase.respond, atEase.guess, 0, 1}},
	}
	for _, every := range []time.Duration{time.Hour, 10 * time.Minute, 3 * time.Minute,
		time.Minute, 10 * time.Second} {
		for _, machines := range []int{0, 1, 2, 5} {
			list = append(list, scenario{name: fmt.Sprint("one in ", round(every)),
				machines: machines, every: every, pace: atEase,
				length: time.Duration(people) * every})
		}
	}
	return list
}

// round formats a time of arrival.
func round(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%g h", d.Hours())
	case d >= time.Minute:
		return fmt.Sprintf("%g min", d.Minutes())
	}
	return fmt.Sprintf("%g s", d.Seconds())
}

// about returns a time from half to one and a half of another.
func about(rng *rand.Rand, d time.Duration) time.Duration {
	return d/2 + time.Duration(rng.Int64N(int64(d)+1))
}

// exponential returns a random time with a mean.
func exponential(rng *rand.Rand, mean time.Duration) time.Duration {
	return time.Duration(rng.ExpFloat64() * float64(mean))
}

// world is a simulated rating system.
type world struct {
	scenario
	pairing game.Pairing
	t       *whole
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
		scenario: s, t: newWhole(nil), rng: rand.New(rand.NewPCG(seed, 1)),
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
	e, err := w.pairing.Enter(w.t.Tournament, game.Event{Time: w.now, Player: s.id,
		Game: game.GameID(fmt.Sprint("g", w.games)), Questions: five})
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
	events, err := w.pairing.Pairs(w.t.Tournament, w.now)
	if err != nil {
		w.err = err
	}
	for _, e := range events {
		w.apply(e)
		if e.Kind == game.Joined {
			w.meet(e)
		}
	}
	if next := w.pairing.Next(w.t.Tournament, w.now); next.After(w.now) && !next.Equal(w.woken) {
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

// stats describe what people experienced.
type stats struct {
	seats, human       int // of people in games, and those of them with a person
	seatsTwo, humanTwo int // the same while two people were there
	waits              []time.Duration
	people             int // who came
	games              int // finished by them
	played, unrated    int // people who finished a game, and those of them without a rating
	alone              int // people whom nobody joined
}

func (s *stats) seat(human, two bool) {
	s.seats++
	if human {
		s.human++
	}
	if two {
		s.seatsTwo++
		if human {
			s.humanTwo++
		}
	}
}

func (s *stats) waited(d time.Duration) { s.waits = append(s.waits, d) }

// count adds all people to the statistics at the end.
func (w *world) count() {
	for _, p := range w.players {
		if p.machine {
			continue
		}
		known, err := w.t.Player(p.id)
		if err != nil {
			w.err = err
			return
		}
		w.stats.person(known, p.seats)
	}
}

func (s *stats) person(p game.Player, seats int) {
	s.people++
	s.games += p.Games
	if p.Games > 0 {
		s.played++
		if p.Rating == nil {
			s.unrated++
		}
	}
	if seats == 0 {
		s.alone++
	}
}

// String returns the last cells of a row.
func (s *stats) String() string {
	var mean, ninth time.Duration
	if n := len(s.waits); n > 0 {
		slices.Sort(s.waits)
		for _, d := range s.waits {
			mean += d / time.Duration(n)
		}
		ninth = s.waits[n*9/10]
	}
	return fmt.Sprintf("%d | %s | %s | %.0f s | %.0f s | %.1f | %s | %s |", s.seats,
		share(s.human, s.seats), share(s.humanTwo, s.seatsTwo), mean.Seconds(), ninth.Seconds(),
		float64(s.games)/float64(max(1, s.people)), share(s.unrated, s.played),
		share(s.alone, s.people))
}

// share formats a part of a number.
func share(part, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(of))
}

// TestGraces checks the distribution of graces: no machine joins in the first third, hardly any
// later than promised, and in between the odds of the next second do not depend on how long a
// person has waited.
func TestGraces(t *testing.T) {
	const mean, n = 45 * time.Second, 100_000
	g, other := game.Graces(mean, []byte("a secret")), game.Graces(mean, []byte("another"))
	var sum time.Duration
	var longer [4]float64 // how many are longer than 15, 30, 45 and 60 seconds
	same := 0
	for i := range n {
		id := game.GameID(fmt.Sprint(i))
		d := g(id)
		if d < 15*time.Second || d > 135*time.Second || d != g(id) {
			t.Fatalf("grace %v", d)
		}
		if d == other(id) {
			same++
		}
		sum += d
		for k := range longer {
			if d > time.Duration(k+1)*15*time.Second {
				longer[k]++
			}
		}
	}
	if average := sum / n; average < 42*time.Second || average > 44*time.Second || same > 0 {
		t.Errorf("the mean is %v; %d draws are the same with another secret", average, same)
	}
	for k := range longer[1:] {
		if share := longer[k+1] / longer[k]; math.Abs(share-math.Exp(-0.5)) > 0.04 {
			t.Errorf("after %d s, %.3f wait for 15 s more, want about %.3f", 15*(k+1), share,
				math.Exp(-0.5))
		}
	}
	if game.Graces(0, nil) != nil {
		t.Error("a mean of 0 has a grace")
	}
}

// TestForecast damps players of random tournaments whose sources are written now and then.
// Forecasts are made before some more games end, or are of something else. All players and games
// must be those of a tournament that holds everything and has no forecasts.
func TestForecast(t *testing.T) {
	suite.Slow(t, "plays many games")
	for seed := range uint64(6) {
		r := newReferee(t, crowd...)
		m, rng := newMemory(), rand.New(rand.NewPCG(seed, 3))
		tour := suite.Must(game.Open(nil, m, 0))(t)
		played, before := 0, 0
		play := func(events int) {
			for range events {
				r.try(randomEvent(rng, r, played))
				played++
			}
		}
		applied := 0
		follow := func(write bool) {
			for ; applied < len(r.Log); applied++ {
				if _, err := tour.Apply(r.Log[applied]); err != nil {
					t.Fatalf("seed %d, event %d: %v", seed, applied+1, err)
				}
			}
			if write {
				c := tour.Changes()
				m.write(c, before)
				before = c.Events
				tour.Settle(0)
			}
		}
		for range 10 {
			play(200)
			follow(true)
			weights := []float64{0, 0.25, 1}
			id, w := crowd[rng.IntN(len(crowd))], weights[rng.IntN(len(weights))]
			f := suite.Must(game.Foresee(nil, m, id, w))(t)
			if rng.IntN(2) == 0 {
				play(100)
				follow(rng.IntN(2) == 0)
			}
			if rng.IntN(4) == 0 {
				w = weights[rng.IntN(len(weights))]
			}
			r.do(game.Event{Kind: game.Damped, Player: id, Weight: &w, Reason: "why not"})
			tour.Expect(f)
			follow(rng.IntN(2) == 0)
		}
		follow(true)
		compareSource(t, r.whole, m)
	}
}
