package main

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

func own(int) uint64 { return 0 }

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

// firstRating returns the rating that a ring of a size makes of a new account, "none" if none. With
// allKnown, the rule does not hold that tells who is known.
func firstRating(rng *rand.Rand, r ring, size int, allKnown bool) string {
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
	if x, ok := rating(w.now, fresh); ok {
		return fmt.Sprintf("%.0f", x)
	}
	return "none"
}

// writeClosed writes a table of the first ratings that rings make, and how often they do.
func writeClosed(out io.Writer, seed uint64, runs int) {
	fmt.Fprintln(out, "| ring | 5: before | now | 20: before | now | 100: before | now |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|")
	for _, r := range closed {
		fmt.Fprintf(out, "| %s |", r.name)
		for _, size := range []int{5, 20, 100} {
			for _, allKnown := range []bool{true, false} {
				counts := make(map[string]int)
				for run := range runs {
					rng := rand.New(rand.NewPCG(seed, uint64(2000+run)))
					counts[firstRating(rng, r, size, allKnown)]++
				}
				fmt.Fprintf(out, " %s |", mostly(counts, runs))
			}
		}
		fmt.Fprintln(out)
	}
}

// mostly writes what was counted: one value, or all with their numbers.
func mostly(counts map[string]int, runs int) string {
	rated := runs - counts["none"]
	switch rated {
	case 0:
		return "none"
	case runs:
		return "rated"
	}
	return fmt.Sprintf("%d of %d", rated, runs)
}
