package fair_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// TestBoughtRatings shows how far a person with many accounts moves ratings: how far a ring of 5,
// 20 and 100 accounts raises one of its own and lowers a victim's, among 100 honest people with ten
// games each, under the rules of version 0.1.0 and today's. Both see the same games. Other tables
// show whether a ring makes a first rating of a new account, how many honest newcomers get one, and
// how many dishonest and honest players are found and damped. -v prints all tables, which
// benchmarks/README.md quotes; without it a run of each is checked.
func TestBoughtRatings(t *testing.T) {
	suite.Slow(t, "simulates many sites")
	const seed = 1
	runs := uint64(1)
	if testing.Verbose() {
		runs = 4
		var tables strings.Builder
		writeRings(&tables, seed, 2)
		writeClosed(&tables, seed, 2)
		writeNewcomers(&tables, seed)
		writeCrowds(&tables, seed, int(runs))
		t.Log("\n" + tables.String())
	}
	for _, r := range rings {
		for run := range runs {
			m := attack(rand.New(rand.NewPCG(seed, run)), r, 20)
			if m.own[2] > 1 || m.victim[2] < -1 || m.fresh[2] != "none" || m.found < 1 || m.wrong > 0 {
				t.Errorf("%s: with damping %+v", r.name, m)
			}
			if m.own[0] < 20 || m.victim[0] > -20 {
				t.Errorf("%s: without weights nothing moves: %+v", r.name, m)
			}
		}
	}
	for i, c := range crowds {
		var sum found
		for run := range runs {
			f := c.run(rand.New(rand.NewPCG(seed, 1000+run)))
			sum.honest, sum.rogues, sum.right = sum.honest+f.honest, sum.rogues+f.rogues, sum.right+f.right
			sum.wrong += f.wrong
		}
		switch {
		case i < 7 && sum.wrong > 0:
			t.Errorf("%s: %d of %d honest people are found", c.name, sum.wrong, sum.honest)
		case strings.HasPrefix(c.name, "10 % always") && sum.right < sum.rogues:
			t.Errorf("%s: %d of %d are found", c.name, sum.right, sum.rogues)
		}
	}
}

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
	now, _ := game.Open(nil, game.Empty{}, 0)
	before, _ := game.Open(nil, game.Empty{}, 0)
	return &world{
		now: now, before: before, rng: rng,
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
		w.known = findKnown(w.guesses)
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

// crowd is a population and how its members guess: some by a strategy of chapter 3.2, the others
// honestly.
type crowd struct {
	name     string
	people   int
	rounds   int     // games per person
	noise    float64 // standard deviation of honest guesses
	step     float64 // to which honest guesses are rounded
	spread   float64 // standard deviation of skills around 60; 0 is uniform on [0,100]
	strategy func(w *world, q *person) float64
	share    float64 // of the people who follow the strategy
	few      bool    // half of the people play a tenth of the games
	narrow   bool    // all guesses are from 40 to 60
	mixed    float64 // the largest standard deviation of honest guesses: each person has their own
}

func random(w *world, _ *person) float64 { return 100 * w.rng.Float64() }
func minimum(*world, *person) float64    { return 0 }
func middle(*world, *person) float64     { return 50 }

// mean is honest while nobody has a rating (3.2.3).
func mean(w *world, q *person) float64 {
	if m, ok := w.mean(); ok {
		return m
	}
	return q.skill
}

// mean returns the mean of all ratings, false if there are none.
func (w *world) mean() (float64, bool) {
	sum, n := 0.0, 0.0
	for _, p := range w.people {
		if x, ok := rating(w.now, p); ok {
			sum, n = sum+x, n+1
		}
	}
	return sum / n, n > 0
}

var crowds = []crowd{
	{name: "honest", people: 200, rounds: 30, noise: 5, step: 1},
	{name: "honest, skills alike", people: 200, rounds: 30, noise: 5, step: 1, spread: 10},
	{name: "honest novices", people: 200, rounds: 30, noise: 25, step: 10},
	{name: "honest novices, skills alike", people: 200, rounds: 30, noise: 25, step: 25, spread: 15},
	{name: "honest, narrow scale", people: 200, rounds: 30, noise: 15, step: 5, narrow: true},
	{name: "honest laboratory", people: 12, rounds: 60, noise: 15, step: 5},
	{name: "honest, most play little", people: 400, rounds: 30, noise: 15, step: 5, few: true},
	{name: "honest, from experts to novices", people: 200, rounds: 30, noise: 3, step: 5, mixed: 40},
	{name: "the same, 90 games", people: 200, rounds: 90, noise: 3, step: 5, mixed: 40},
	{name: "10 % always 0", people: 200, rounds: 30, noise: 15, step: 5, strategy: minimum, share: 0.1},
	{name: "10 % always 50", people: 200, rounds: 30, noise: 15, step: 5, strategy: middle, share: 0.1},
	{name: "10 % the mean", people: 200, rounds: 30, noise: 15, step: 5, strategy: mean, share: 0.1},
	{name: "10 % random", people: 200, rounds: 30, noise: 15, step: 5, strategy: random, share: 0.1},
	{name: "10 % random", people: 200, rounds: 15, noise: 15, step: 5, strategy: random, share: 0.1},
	{name: "10 % random, others novices", people: 200, rounds: 30, noise: 25, step: 10,
		strategy: random, share: 0.1},
	{name: "10 % random, others mixed", people: 200, rounds: 30, noise: 3, step: 5, mixed: 40,
		strategy: random, share: 0.1},
	{name: "40 % random", people: 200, rounds: 30, noise: 15, step: 5, strategy: random, share: 0.4},
	{name: "40 % the mean", people: 200, rounds: 30, noise: 15, step: 5, strategy: mean, share: 0.4},
	{name: "40 % always 0", people: 200, rounds: 30, noise: 15, step: 5, strategy: minimum, share: 0.4},
	{name: "10 % random", people: 200, rounds: 90, noise: 15, step: 5, strategy: random,
		share: 0.1},
	{name: "40 % random", people: 200, rounds: 90, noise: 15, step: 5, strategy: random,
		share: 0.4},
}

// found is how many of a crowd were found, by rule.
type found struct {
	honest, rogues int
	right, wrong   int
	rules          map[fair.Rule]int
}

func (c crowd) run(rng *rand.Rand) found {
	w := newWorld(rng)
	f := found{rules: make(map[fair.Rule]int)}
	rogue := make(map[game.PlayerID]bool)
	for i := range c.people {
		skill := 100 * rng.Float64()
		if c.spread > 0 {
			skill = clip(60 + c.spread*rng.NormFloat64())
		}
		p := w.add("p", skill, 0)
		noise := c.noise
		if c.mixed > 0 {
			noise += (c.mixed - c.noise) * rng.Float64()
		}
		p.report = w.honest(noise, c.step)
		if c.narrow {
			wide := p.report
			p.report = func(q *person) float64 { return 40 + wide(q)/5 }
		}
		if i < int(c.share*float64(c.people)) {
			p.report = func(q *person) float64 { return clip(c.strategy(w, q)) }
			rogue[p.id] = true
		}
	}
	f.rogues, f.honest = len(rogue), c.people-len(rogue)
	for round := range c.rounds {
		order := rng.Perm(c.people)
		if c.few && round%10 > 0 {
			order = rng.Perm(c.people / 2)
		}
		for i := 0; i+1 < len(order); i += 2 {
			w.play(w.people[order[i]], w.people[order[i+1]])
		}
	}
	for _, x := range fair.Find(w.guesses) {
		if rogue[x.Player] {
			f.right++
		} else {
			f.wrong++
		}
		f.rules[x.Rule]++
	}
	return f
}

// writeCrowds writes a table of how many players of crowds are found.
func writeCrowds(out io.Writer, seed uint64, runs int) {
	fmt.Fprintln(out, "| players | number | games each | found of the dishonest | of the honest |")
	fmt.Fprintln(out, "|---|---|---|---|---|")
	for _, c := range crowds {
		var sum found
		for run := range runs {
			f := c.run(rand.New(rand.NewPCG(seed, uint64(1000+run))))
			sum.honest += f.honest
			sum.rogues += f.rogues
			sum.right += f.right
			sum.wrong += f.wrong
		}
		right := "–"
		if sum.rogues > 0 {
			right = fmt.Sprintf("%.0f %%", 100*float64(sum.right)/float64(sum.rogues))
		}
		fmt.Fprintf(out, "| %s | %d | %d | %s | %d of %d |\n", c.name, c.people, c.rounds, right,
			sum.wrong, sum.honest)
	}
}

// closed are rings that do nothing but make a first rating.
var closed = []ring{
	{"guests of as many addresses", own, nil},
	{"the same, who first play each other", own, playEachOther},
	{"the same, all with all", own, playAll},
	{"the same, and one plays an honest game", own, someHonest(1)},
	{"the same, and two play an honest game", own, someHonest(2)},
	{"the same, and each plays an honest game", own, someHonest(1000)},
	{"accounts with one honest game each", own, playHonestly(1)},
	{"accounts with four honest games each", own, playHonestly(4)},
}

// playAll has all members play all others, praising them.
func playAll(w *world, members, _ []*person) {
	for i, p := range members {
		for _, q := range members[:i] {
			w.playGuesses(p, q, 100, 100)
		}
	}
}

// someHonest has some members play one honest game each, and all of them each other.
func someHonest(some int) func(w *world, members, others []*person) {
	return func(w *world, members, others []*person) {
		playHonestly(1)(w, members[:min(some, len(members))], others)
		playAll(w, members, others)
	}
}

// makesRating reports whether a ring of a size makes a rating of a new account. With allKnown,
// every player counts as known.
func makesRating(rng *rand.Rand, r ring, size int, allKnown bool) bool {
	w, _, _ := community(rng, 100, 10)
	w.allKnown, w.known = allKnown, nil
	others := w.people[:100]
	fresh := w.add("fresh", 50, 0)
	var members []*person
	for i := range size {
		members = append(members, w.add("ring", 20, r.network(i)))
	}
	if r.before != nil {
		r.before(w, members, others)
	}
	w.look()
	for _, p := range members {
		w.playGuesses(p, fresh, 100, 20)
	}
	w.damp()
	_, rated := rating(w.now, fresh)
	return rated
}

// writeClosed writes a table of how often rings make a first rating.
func writeClosed(out io.Writer, seed uint64, runs int) {
	fmt.Fprintln(out, "| ring | 5: before | now | 20: before | now | 100: before | now |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|")
	for _, r := range closed {
		fmt.Fprintf(out, "| %s |", r.name)
		for _, size := range []int{5, 20, 100} {
			for _, allKnown := range []bool{true, false} {
				rated := 0
				for run := range runs {
					rng := rand.New(rand.NewPCG(seed, uint64(2000+run)))
					if makesRating(rng, r, size, allKnown) {
						rated++
					}
				}
				fmt.Fprintf(out, " %s |", howOften(rated, runs))
			}
		}
		fmt.Fprintln(out)
	}
}

// howOften says in how many runs there was a rating.
func howOften(rated, runs int) string {
	switch rated {
	case 0:
		return "none"
	case runs:
		return "rated"
	}
	return fmt.Sprintf("%d of %d", rated, runs)
}
