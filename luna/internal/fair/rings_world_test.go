package fair_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// world is a site with players, under the rules of today and, with the same games, under those of
// version 0.1.0, in which all guesses weigh the same.
type world struct {
	now, before *game.Tournament
	rng         *rand.Rand
	people      []*person
	guesses     []fair.Guess // of all games
	clock       time.Time
	games       int
	known       fair.Known // as of the last look
	looked      int        // the number of guesses then
	allKnown    bool       // every player counts as known
}

// person is an account and how it guesses.
type person struct {
	id      game.PlayerID
	network uint64
	skill   float64 // what an honest judge would guess on average
	report  func(q *person) float64
}

// lookEvery is the number of guesses between two looks at who is known.
const lookEvery = 100

func newWorld(rng *rand.Rand) *world {
	return &world{
		now: game.New(nil), before: game.New(nil), rng: rng,
		clock: time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC),
	}
}

// add registers a person with a network of their own, or the given one.
func (w *world) add(kind string, skill float64, network uint64) *person {
	p := &person{id: game.PlayerID(fmt.Sprint(kind, len(w.people))), network: network, skill: skill}
	if network == 0 {
		p.network = uint64(1000 + len(w.people))
	}
	w.people = append(w.people, p)
	w.apply(game.Event{Kind: game.Registered, Player: p.id})
	return p
}

// apply applies an event to both tournaments, in one of them without weights and networks.
func (w *world) apply(e game.Event) {
	w.clock = w.clock.Add(time.Second)
	e.Time = w.clock
	if _, err := w.now.Apply(e); err != nil {
		panic(err) // the simulation breaks the rules of the game
	}
	e.Weight, e.Origin = nil, 0
	if _, err := w.before.Apply(e); err != nil {
		panic(err)
	}
}

// look finds out who is known, unless everybody is.
func (w *world) look() {
	w.looked = len(w.guesses)
	if !w.allKnown {
		w.known = fair.FindKnown(w.guesses)
	}
}

var five = []string{"1", "2", "3", "4", "5"}

// play plays a game in which both report what they report.
func (w *world) play(p, q *person) { w.playGuesses(p, q, p.report(q), q.report(p)) }

func (w *world) playGuesses(p, q *person, ofQ, ofP float64) {
	w.games++
	id := game.GameID(fmt.Sprint("g", w.games))
	w.apply(game.Event{Kind: game.Opened, Player: p.id, Game: id, Questions: five})
	w.apply(game.Event{Kind: game.Joined, Player: q.id, Game: id, Questions: five})
	w.apply(game.Event{Kind: game.Responded, Player: p.id, Game: id, Responses: five})
	w.apply(game.Event{Kind: game.Responded, Player: q.id, Game: id, Responses: five})
	w.guess(id, p, q, ofQ)
	w.guess(id, q, p, ofP)
	if p.network != q.network {
		w.known.Met(p.id, q.id)
	}
}

func (w *world) guess(id game.GameID, by, about *person, guess float64) {
	mine, err := w.now.Received(by.id)
	if err != nil {
		panic(err)
	}
	theirs, err := w.now.Received(about.id)
	if err != nil {
		panic(err)
	}
	if len(w.guesses) >= w.looked+lookEvery {
		w.look()
	}
	e := game.Event{Kind: game.Guessed, Player: by.id, Game: id, Guess: &guess, Origin: by.network}
	if x := fair.Weight(mine, theirs, by.network, w.known.Has(by.id)); x < 1 {
		e.Weight = &x
	}
	w.apply(e)
	w.guesses = append(w.guesses,
		fair.Guess{By: by.id, About: about.id, Guess: guess, Origin: by.network})
}

// honest returns a report with noise of a standard deviation, and rounded as people do.
func (w *world) honest(noise, step float64) func(*person) float64 {
	return func(q *person) float64 {
		x := q.skill + noise*w.rng.NormFloat64()
		return clip(step * float64(int(x/step+0.5)))
	}
}

func clip(x float64) float64 { return min(max(x, 0), 100) }

// rating returns a rating, and whether there is one.
func rating(t *game.Tournament, p *person) (float64, bool) {
	x, err := t.Player(p.id)
	if err != nil || x.Rating == nil {
		return 0, false
	}
	return *x.Rating, true
}

// damp applies what [fair.Find] finds and returns it.
func (w *world) damp() []fair.Finding {
	list := fair.Find(w.guesses)
	for _, f := range list {
		w.clock = w.clock.Add(time.Second)
		e := game.Event{Kind: game.Damped, Time: w.clock, Player: f.Player, Weight: &f.Weight,
			Reason: f.Reason}
		if _, err := w.now.Apply(e); err != nil {
			panic(err)
		}
	}
	return list
}
