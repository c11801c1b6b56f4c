package fair_test

import (
	"fmt"
	"io"
	"math/rand/v2"
)

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
