package fair_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// ring is a kind of accounts of one person.
type ring struct {
	name    string
	network func(i int) uint64 // 0 is one of its own
	before  func(w *world, members []*person, others []*person)
}

var rings = []ring{
	{"guests of one address", func(int) uint64 { return 7 }, nil},
	{"guests of as many addresses", own, nil},
	{"the same, who first play each other", own, playEachOther},
	{"accounts with four honest games each", own, playHonestly(4)},
}

// own gives each member a network of its own.
func own(int) uint64 { return 0 }

// playEachOther has each member play four others, praising them, so that their guesses weigh more.
func playEachOther(w *world, members, _ []*person) {
	n := len(members)
	for step := 1; step <= min(4, n-1); step++ {
		for i, p := range members {
			// every pair once
			if j := (i + step) % n; 2*step < n || i < j {
				w.playGuesses(p, members[j], 100, 100)
			}
		}
	}
}

// playHonestly has each member play honest games with others.
func playHonestly(games int) func(w *world, members, others []*person) {
	return func(w *world, members, others []*person) {
		honest := w.honest(10, 5)
		for _, p := range members {
			for range games {
				q := others[w.rng.IntN(len(others))]
				w.playGuesses(p, q, honest(q), q.report(p))
			}
		}
	}
}

// community returns a world in which honest people have played a number of games each, and two of
// them with skills of 50.
func community(rng *rand.Rand, people, games int) (w *world, own, victim *person) {
	w = newWorld(rng)
	for i := range people {
		skill := 100 * rng.Float64()
		if i < 2 {
			skill = 50
		}
		w.add("honest", skill, 0).report = w.honest(10, 5)
	}
	list := w.people
	for range games {
		order := rng.Perm(people)
		for i := 0; i+1 < people; i += 2 {
			w.play(list[order[i]], list[order[i+1]])
		}
	}
	return w, list[0], list[1]
}

// moves is how far a ring moved ratings, under the old rules, today's, and with damping.
type moves struct {
	own, victim [3]float64 // in points
	fresh       [3]string  // rating of an account without honest games
	wins        [2]int     // of that account
	found       float64    // share of the ring
	wrong       float64    // number of others found
}

// attack has a ring of a size praise one of its accounts, and a new one, and put down a victim.
func attack(rng *rand.Rand, r ring, size int) (m moves) {
	w, own, victim := community(rng, 100, 10)
	others := w.people[2:100]
	own.network = r.network(0)
	if own.network == 0 {
		own.network = 999
	}
	fresh := w.add("fresh", 50, own.network)
	var members []*person
	isMember := make(map[string]bool)
	for i := range size {
		p := w.add("ring", 20, r.network(i))
		members = append(members, p)
		isMember[string(p.id)] = true
	}
	if r.before != nil {
		r.before(w, members, others)
	}
	w.look()
	var start [2][2]float64
	for i, p := range []*person{own, victim} {
		start[i][0], _ = rating(w.before, p)
		start[i][1], _ = rating(w.now, p)
	}
	for _, p := range members {
		w.playGuesses(p, fresh, 100, 20)
		w.playGuesses(p, own, 100, 20)
		w.playGuesses(p, victim, 0, victim.report(p))
	}
	measure := func(at int, old bool) {
		t := w.now
		side := 1
		if old {
			t, side = w.before, 0
		}
		x, _ := rating(t, own)
		m.own[at] = x - start[0][side]
		x, _ = rating(t, victim)
		m.victim[at] = x - start[1][side]
		m.fresh[at] = "none"
		if x, ok := rating(t, fresh); ok {
			m.fresh[at] = fmt.Sprintf("%.0f", x)
		}
	}
	measure(0, true)
	measure(1, false)
	before, _ := w.before.Player(fresh.id)
	now, _ := w.now.Player(fresh.id)
	m.wins = [2]int{before.Wins, now.Wins}
	for _, f := range w.damp() {
		switch {
		case isMember[string(f.Player)]:
			m.found += 1 / float64(size)
		case f.Player != own.id && f.Player != fresh.id: // which are of the same person
			m.wrong++
		}
	}
	measure(2, false)
	return m
}

// writeRings writes a table of how far rings move ratings, as means of runs.
func writeRings(out io.Writer, seed uint64, runs int) {
	fmt.Fprintln(out, "| ring | size | own rating | | | victim's rating | | | new account | | | "+
		"its wins | | found | wrongly found |")
	fmt.Fprintln(out, "|---|---|"+strings.Repeat("---|", 13))
	fmt.Fprintln(out, "| | | 0.1.0 | weighed | damped | 0.1.0 | weighed | damped | 0.1.0 | weighed | "+
		"damped | 0.1.0 | now | | |")
	for _, r := range rings {
		for _, size := range []int{5, 20, 100} {
			var sum moves
			for run := range runs {
				m := attack(rand.New(rand.NewPCG(seed, uint64(run))), r, size)
				for i := range 3 {
					sum.own[i] += m.own[i] / float64(runs)
					sum.victim[i] += m.victim[i] / float64(runs)
				}
				sum.found += m.found / float64(runs)
				sum.wrong += m.wrong / float64(runs)
				sum.fresh, sum.wins = m.fresh, m.wins // of the last run
			}
			fmt.Fprintf(out, "| %s | %d |", r.name, size)
			for _, x := range [][3]float64{sum.own, sum.victim} {
				for _, y := range x {
					fmt.Fprintf(out, " %+.1f |", y)
				}
			}
			for _, x := range sum.fresh {
				fmt.Fprintf(out, " %s |", x)
			}
			fmt.Fprintf(out, " %d | %d | %.0f %% | %.1f |\n", sum.wins[0], sum.wins[1],
				100*sum.found, sum.wrong)
		}
	}
}

// site is how honest people come and go.
type site struct {
	name    string
	regular int     // people who stay
	present int     // of these at a time
	again   float64 // probability that another one plays once more after a game
}

var sites = []site{
	{"30 regulars, others play 4 games on average", 30, 5, 0.75},
	{"5 regulars, others play 4 games on average", 5, 2, 0.75},
	{"nobody stays for more than 4 games on average", 0, 0, 0.75},
	{"nobody stays for more than 2 games on average", 0, 0, 0.5},
}

// waits are how many newcomers got a rating before they left.
type waits struct{ people, rated int }

// newcomers has 2,000 people come one after the other to a site with ten places, and returns
// how many of those after the first 500 got a rating.
func (s site) newcomers(rng *rand.Rand, allKnown bool) (n waits) {
	w := newWorld(rng)
	w.allKnown = allKnown
	add := func() *person {
		p := w.add("p", 100*rng.Float64(), 0)
		p.report = w.honest(15, 5)
		return p
	}
	var here []*person
	for range 10 {
		here = append(here, add())
	}
	var regulars []*person
	for range s.regular {
		regulars = append(regulars, add())
	}
	come := 0
	for come < 2000 {
		x := here[rng.IntN(len(here))]
		y := x
		if j := rng.IntN(len(here) + s.present); j < len(here) {
			y = here[j]
		} else {
			y = regulars[rng.IntN(len(regulars))]
		}
		if x == y {
			continue
		}
		w.play(x, y)
		for k, v := range here {
			if (v == x || v == y) && rng.Float64() >= s.again {
				if come > 500 {
					n.leave(w, v)
				}
				come++
				here[k] = add()
			}
		}
	}
	return n
}

// leave records whether a person who leaves has a rating.
func (n *waits) leave(w *world, p *person) {
	n.people++
	if _, ok := rating(w.now, p); ok {
		n.rated++
	}
}

// writeNewcomers writes a table of how many honest newcomers get a rating.
func writeNewcomers(out io.Writer, seed uint64) {
	fmt.Fprintln(out, "| honest people who come and go | left with a rating: before | now |")
	fmt.Fprintln(out, "|---|---|---|")
	for _, s := range sites {
		fmt.Fprintf(out, "| %s |", s.name)
		for _, allKnown := range []bool{true, false} {
			n := s.newcomers(rand.New(rand.NewPCG(seed, 3000)), allKnown)
			fmt.Fprintf(out, " %.0f %% |", 100*float64(n.rated)/float64(n.people))
		}
		fmt.Fprintln(out)
	}
}
