package loebner

import (
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// Make returns a schedule of a matrix, in which nobody is in two triples of a round, with few
// rounds, though not always the fewest. Each triple takes the first round in which its three are
// free. What comes out depends on the order of the triples: those of Latin squares are tried first,
// then, again and again, the rounds of the best schedule in another order. Rounds never become more
// by that, since those who were together still fit together: "iterated greedy" of J. C. Culberson
// and F. Luo, "Exploring the k-colorable landscape with iterated greedy", DIMACS Series 26, 1996.
func Make(m Matrix) Schedule {
	judges, entries := m.Judges(), m.Entries()
	everybody := slices.Concat(judges, entries, m.Confederates())
	var list []meeting
	for _, t := range m {
		list = append(list, meeting{slices.Index(everybody, t.Judge), slices.Index(everybody, t.Entry),
			slices.Index(everybody, t.Confederate)})
	}
	best := firstFit(list, len(everybody))
	try := func(list []meeting) {
		if made := firstFit(list, len(everybody)); len(made) <= len(best) {
			best = made
		}
	}
	line := func(a meeting) int { return (a[0] + a[1]) % max(len(judges), len(entries)) }
	try(slices.SortedStableFunc(slices.Values(list), func(a, b meeting) int { return line(a) - line(b) }))
	random := numbers.Stream(1, "loebner schedule", 0)
	for work := 0; work < maxWork; work += 1000 + len(list)*len(best) {
		random.Shuffle(len(best), func(i, j int) { best[i], best[j] = best[j], best[i] })
		try(slices.Concat(best...))
	}
	schedule := make(Schedule, len(best))
	for i, round := range best {
		slices.SortFunc(round, func(a, b meeting) int { return slices.Compare(a[:], b[:]) })
		for _, x := range round {
			schedule[i].Triples = append(schedule[i].Triples,
				Triple{everybody[x[0]], everybody[x[1]], everybody[x[2]]})
		}
	}
	return schedule
}

// maxWork bounds the time of [Make] to tenths of a second: how many rounds are looked at.
const maxWork = 2_000_000

// meeting holds the numbers of a judge, an entry and a confederate.
type meeting [3]int

// firstFit puts each meeting into the first round in which its three are free.
func firstFit(list []meeting, people int) (rounds [][]meeting) {
	var busy [][]bool
	for _, x := range list {
		r := slices.IndexFunc(busy, func(b []bool) bool { return !b[x[0]] && !b[x[1]] && !b[x[2]] })
		if r < 0 {
			r = len(rounds)
			rounds, busy = append(rounds, nil), append(busy, make([]bool, people))
		}
		rounds[r] = append(rounds[r], x)
		for _, who := range x {
			busy[r][who] = true
		}
	}
	return rounds
}
