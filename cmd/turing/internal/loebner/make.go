package loebner

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// Design returns a matrix in which each judge compares each entry once. Each judge and each entry
// come together with as many confederates as possible, and with none more than once where there are
// enough.
//
// It is a part of a cyclic Latin square, which falls into full rounds if its order is odd. A cyclic
// square of even order has no full round; where the order is a power of two, linear maps of bit
// vectors make one that has.
func Design(judges, entries, confederates int) (*Matrix, error) {
	if n := min(judges, entries, confederates); n < 1 {
		return nil, fmt.Errorf("found %d judges, %d entries and %d confederates, "+
			"expected at least one of each", judges, entries, confederates)
	}
	if n := max(judges, entries, confederates); n > maxPeople {
		return nil, fmt.Errorf("found %d judges, entries or confederates, expected at most %d", n, maxPeople)
	}
	n := confederates
	m := NewMatrix(judges, entries)
	for j := range judges {
		for e := range entries {
			c := ((e-j)%n + n) % n
			if n >= max(4, judges, entries) && bits.OnesCount(uint(n)) == 1 {
				c = j ^ timesX(j^e, n)
			}
			m.Cells[j][e] = label("C", c)
		}
	}
	return &m, nil
}

// timesX multiplies a polynomial over the field of two elements, whose coefficients are bits, by x,
// modulo one of the degree of n = 2^k at which neither 0 nor 1 is a root. So x and x+1 have
// inverses: both r and r + x·r run through all values.
func timesX(r, n int) int {
	if r *= 2; r >= n {
		return r ^ n ^ 3
	}
	return r
}

// Make returns a schedule of a matrix, in which nobody is in two triples of a round, with few
// rounds, though not always the fewest. Each triple takes the first round in which its three are
// free. What comes out depends on the order of the triples: those of Latin squares are tried first,
// then, again and again, the rounds of the best schedule in another order. Rounds never become more
// by that, since those who were together still fit together: "iterated greedy" of J. C. Culberson
// and F. Luo, "Exploring the k-colorable landscape with iterated greedy", DIMACS Series 26, 1996.
func Make(m *Matrix) Schedule {
	everybody := slices.Concat(m.Judges, m.Entries, m.Confederates())
	var list []meeting
	for _, t := range m.Triples() {
		list = append(list, meeting{slices.Index(everybody, t.Judge), slices.Index(everybody, t.Entry),
			slices.Index(everybody, t.Confederate)})
	}
	best := firstFit(list, len(everybody))
	try := func(list []meeting) {
		if made := firstFit(list, len(everybody)); len(made) <= len(best) {
			best = made
		}
	}
	judges := len(m.Judges)
	for _, line := range []func(a meeting) int{
		func(a meeting) int { return (a[0] + a[1]) % max(judges, len(m.Entries)) },
		func(a meeting) int { return a[0] ^ (a[1] - judges) },
	} {
		try(slices.SortedStableFunc(slices.Values(list), func(a, b meeting) int { return line(a) - line(b) }))
	}
	random := numbers.Stream(1, "loebner schedule", 0)
	fewest := atLeast(list, len(everybody))
	for range maxWork / (1 + len(list)*len(best)) {
		if len(best) == fewest {
			break
		}
		try(slices.Concat(mixed(best, random)...))
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

// maxWork bounds the time of [Make] to tenths of a second: how many rounds are looked at, for all orders.
const maxWork = 2_000_000

// meeting holds the numbers of a judge, an entry and a confederate.
type meeting [3]int

// atLeast returns how many meetings the busiest has.
func atLeast(list []meeting, people int) int {
	count := make([]int, people)
	for _, x := range list {
		for _, who := range x {
			count[who]++
		}
	}
	return slices.Max(count)
}

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

// mixed returns rounds in another order: in reverse, the longest first, or one of chance.
func mixed(rounds [][]meeting, random *rand.Rand) [][]meeting {
	rounds = slices.Clone(rounds)
	switch random.IntN(4) {
	case 0:
		slices.Reverse(rounds)
	case 1:
		slices.SortStableFunc(rounds, func(a, b []meeting) int { return len(b) - len(a) })
	default:
		random.Shuffle(len(rounds), func(i, j int) { rounds[i], rounds[j] = rounds[j], rounds[i] })
	}
	return rounds
}
