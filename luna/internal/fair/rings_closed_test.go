package fair_test

import (
	"fmt"
	"io"
	"math/rand/v2"
)

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

// makesRating reports whether a ring of a size makes a rating of a new account. With allKnown, every
// player counts as known.
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
