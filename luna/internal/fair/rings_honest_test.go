package fair_test

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

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
