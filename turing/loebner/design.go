package loebner

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/luna-rating/luna/internal/seeded"
)

// Design finds a matrix together with a schedule with as few rounds as it can. Each judge compares
// each entry once; each judge and each entry come together with as many confederates as possible, and
// with none more than once where there are enough. With equal numbers this is a Graeco-Latin square:
// a confederate and a round for each judge and entry. There is none of order 2 and 6 (Tarry 1900).
//
// Up to 36 comparisons the search is exact while its budget lasts. Larger squares follow from finite
// fields, from sums in the integers modulo n, and from the construction of Bose, Shrikhande and
// Parker (1960); where they do not give one, the matrix is cyclic and [Make] finds its schedule.
func Design(ctx context.Context, judges, entries, confederates int, c Constraints) (*Plan, error) {
	for name, n := range map[string]int{
		"judges": judges, "entries": entries, "confederates": confederates,
	} {
		if n < 1 || n > maxPeople {
			return nil, fmt.Errorf("found %d %s, expected from 1 to %d", n, name, maxPeople)
		}
	}
	d := &designer{ctx: ctx, kinds: [3]int{judges, entries, confederates}, constraints: c}
	if err := d.checkConstraints(); err != nil {
		return nil, err
	}
	bound, why := d.bound()
	if judges*entries <= designCells {
		if plan, err := d.small(&bound, &why); plan != nil || err != nil {
			return plan, err
		}
	}
	m, rounds := d.construct()
	if rounds == nil || len(c.Rests) > 0 || len(c.Near) > 0 {
		plan, err := Make(ctx, m, c)
		if err == nil {
			plan.Bound, plan.Why, plan.Most = bound, why, false
		}
		return plan, err
	}
	return d.plan(m, rounds, bound, why)
}

// designCells is the number of comparisons up to which [Design] searches.
const designCells = 36

type designer struct {
	ctx         context.Context
	kinds       [3]int
	constraints Constraints
}

// checkConstraints checks what does not depend on a matrix.
func (d *designer) checkConstraints() error {
	probe := newMatrix(d.kinds[0], max(d.kinds[1], (d.kinds[2]+d.kinds[0]-1)/d.kinds[0]))
	if len(probe.Entries) > maxPeople {
		return fmt.Errorf("found %d confederates, expected fewer than judges times entries", d.kinds[2])
	}
	i := 0
	for j := range probe.Cells {
		for e := range probe.Cells[j] {
			probe.Cells[j][e] = label('C', i%d.kinds[2])
			i++
		}
	}
	_, err := newProblem(probe, Constraints{Rests: d.constraints.Rests})
	if n := d.constraints.Rounds; err == nil && (n < 0 || n > d.kinds[0]*d.kinds[1]) {
		err = fmt.Errorf("found %d rounds, expected from 1 to %d, the number of comparisons", n,
			d.kinds[0]*d.kinds[1])
	}
	return err
}

// bound returns a number of rounds below which there is no schedule of any matrix.
func (d *designer) bound() (int, string) {
	j, e, c := d.kinds[0], d.kinds[1], d.kinds[2]
	rounds, why := e, fmt.Sprintf("each judge compares %d entries", e)
	if j > rounds {
		rounds, why = j, fmt.Sprintf("each entry meets %d judges", j)
	}
	if n := (j*e + c - 1) / c; n > rounds {
		rounds, why = n, fmt.Sprintf("%d confederates take part in %d comparisons", c, j*e)
	}
	if j == 6 && e == 6 && c == 6 {
		rounds, why = 7, "there is no Graeco-Latin square of order 6 (Tarry 1900)"
	}
	return rounds, why
}

// plan makes a plan of a matrix and the round of each of its cells.
func (d *designer) plan(m Matrix, rounds [][]int, bound int, why string) (*Plan, error) {
	p, err := newProblem(m, d.constraints)
	if err != nil {
		return nil, err
	}
	n := 0
	colours := make([]int, len(p.cells))
	for i, cell := range p.cells {
		colours[i] = rounds[cell[0]][cell[1]-p.kinds[0]]
		n = max(n, colours[i]+1)
	}
	if want := d.constraints.Rounds; want > 0 {
		if colours, err = p.stretch(colours, n, want); err != nil {
			return nil, err
		}
		n = want
	}
	if p.free {
		p.spreadRests(colours, n)
	}
	plan := &Plan{Matrix: m, Bound: bound, Why: why}
	return plan.finish(p.schedule(colours, n), d.constraints)
}

// small searches with one number of rounds after the other. It raises the bound where a complete
// search finds nothing, and returns nil if its budget is spent.
func (d *designer) small(bound *int, why *string) (*Plan, error) {
	first := max(*bound, d.constraints.Rounds)
	for rounds := first; rounds <= min(first+3, 64); rounds++ {
		s := d.newSearch(rounds)
		s.search(0, 0)
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		if s.found != nil {
			m := newMatrix(d.kinds[0], d.kinds[1])
			at := make([][]int, d.kinds[0])
			for i, v := range s.found {
				j, e := i/d.kinds[1], i%d.kinds[1]
				m.Cells[j][e] = label('C', v.confederate)
				at[j] = append(at[j], v.round)
			}
			plan, err := d.plan(m, at, *bound, *why)
			if err == nil {
				plan.Most = s.steps > 0
			}
			return plan, err
		}
		if s.steps <= 0 {
			continue
		}
		if rounds == *bound {
			*bound++
			*why = fmt.Sprintf("a complete search of all designs finds none with %s", roundsText(rounds))
		}
		if rounds == d.constraints.Rounds {
			return nil, fmt.Errorf("found no design with %s: the search was complete", roundsText(rounds))
		}
	}
	return nil, nil
}

// value is what a search chooses for a judge and an entry.
type value struct{ confederate, round int }

// designSearch is a depth-first search for a design, with branch and bound where triples are to be
// kept.
type designSearch struct {
	d          *designer
	rounds     int
	steps      int
	busy       [3][]uint64 // by kind and person: the rounds they are in
	rests      [3][]uint64 // by kind and person: the rounds they rest in
	met        [2][][]int  // of judges and entries: how often they met each confederate
	most       [2]int      // how often they may
	values     []value     // by pair; round -1 where not yet
	near       []map[value]bool
	symmetric  bool
	worth      int
	best       int
	found      []value
	order      []int // in which confederates are tried
	roundOrder []int
}

func (d *designer) newSearch(rounds int) *designSearch {
	s := &designSearch{d: d, rounds: rounds, steps: exactSteps, best: -1,
		symmetric: len(d.constraints.Rests) == 0 && len(d.constraints.Near) == 0}
	for kind, n := range d.kinds {
		s.busy[kind] = make([]uint64, n)
		s.rests[kind] = make([]uint64, n)
		for i := range n {
			for _, r := range d.constraints.Rests[label("JEC"[kind], i)] {
				if r <= rounds {
					s.rests[kind][i] |= 1 << (r - 1)
				}
			}
			if kind < 2 {
				s.met[kind] = append(s.met[kind], make([]int, d.kinds[2]))
			}
		}
	}
	c := d.kinds[2]
	s.most = [2]int{(d.kinds[1] + c - 1) / c, (d.kinds[0] + c - 1) / c}
	s.values = make([]value, d.kinds[0]*d.kinds[1])
	s.near = make([]map[value]bool, len(s.values))
	for i := range s.values {
		s.values[i] = value{-1, -1}
	}
	d.findNear(s)
	random := seeded.New(d.constraints.Seed, "loebner design", rounds)
	s.order, s.roundOrder = random.Perm(c), random.Perm(rounds)
	if s.symmetric { // the next unused one has to be the next in order
		for i := range s.order {
			s.order[i] = i
		}
		for i := range s.roundOrder {
			s.roundOrder[i] = i
		}
	}
	return s
}

// findNear notes the values of the triples to keep.
func (d *designer) findNear(s *designSearch) {
	number := make(map[string]int)
	for kind, n := range d.kinds {
		for i := range n {
			number[label("JEC"[kind], i)] = i + 1
		}
	}
	for r, round := range d.constraints.Near {
		for _, t := range round.Triples {
			j, e, c := number[t.Judge], number[t.Entry], number[t.Confederate]
			if j == 0 || e == 0 || c == 0 {
				continue
			}
			pair := (j-1)*d.kinds[1] + e - 1
			if s.near[pair] == nil {
				s.near[pair] = make(map[value]bool)
			}
			s.near[pair][value{c - 1, r}] = true
		}
	}
}

// gain returns what a value is worth: a triple that is kept more than all rounds together.
func (s *designSearch) gain(pair int, v value) int {
	kept, inPlace := 0, 0
	for n := range s.near[pair] {
		if n.confederate == v.confederate {
			kept = len(s.values) + 1
			if n.round == v.round {
				inPlace = 1
			}
		}
	}
	return kept + inPlace
}

// options returns the rounds in which a pair can meet in front of a confederate.
func (s *designSearch) options(pair, c int) uint64 {
	j, e := pair/s.d.kinds[1], pair%s.d.kinds[1]
	if s.met[0][j][c] == s.most[0] || s.met[1][e][c] == s.most[1] {
		return 0
	}
	return ^uint64(0) >> (64 - s.rounds) &^ (s.busy[0][j] | s.busy[1][e] | s.busy[2][c] |
		s.rests[0][j] | s.rests[1][e] | s.rests[2][c])
}

// next returns the open pair with the fewest values, and the most that open pairs can still gain.
func (s *designSearch) next() (pair, gain int) {
	pair = -1
	fewest := 1 << 30
	for i, v := range s.values {
		if v.round >= 0 {
			continue
		}
		n := 0
		for c := range s.d.kinds[2] {
			n += bits.OnesCount64(s.options(i, c))
		}
		if n < fewest {
			pair, fewest = i, n
		}
		most := 0
		for v := range s.near[i] {
			if o := s.options(i, v.confederate); o != 0 {
				most = max(most, len(s.values)+1)
				if v.round < s.rounds && o>>v.round&1 == 1 {
					most = len(s.values) + 2
				}
			}
		}
		gain += most
	}
	return pair, gain
}

// set enters a value, or with times -1 takes it back.
func (s *designSearch) set(pair int, v value, times int) {
	j, e := pair/s.d.kinds[1], pair%s.d.kinds[1]
	for kind, who := range [3]int{j, e, v.confederate} {
		s.busy[kind][who] ^= 1 << v.round
	}
	s.met[0][j][v.confederate] += times
	s.met[1][e][v.confederate] += times
	s.values[pair] = value{-1, -1}
	if times > 0 {
		s.values[pair] = v
	}
}

// search extends the design, in which some rounds and confederates are used already. Without triples
// to keep it ends with the first design, else it goes on to the best.
func (s *designSearch) search(usedRounds, usedOthers int) {
	pair, gain := s.next()
	if s.worth+gain <= s.best || s.steps <= 0 {
		return
	}
	if pair < 0 {
		s.best = s.worth
		s.found = append([]value(nil), s.values...)
		return
	}
	for _, v := range s.sorted(pair, usedRounds, usedOthers) {
		if s.steps--; s.steps <= 0 || s.steps&0xfff == 0 && s.d.ctx.Err() != nil {
			s.steps = 0
			return
		}
		g := s.gain(pair, v)
		s.set(pair, v, 1)
		s.worth += g
		if !s.hopeless(pair) {
			s.search(max(usedRounds, v.round+1), max(usedOthers, v.confederate+1))
		}
		s.worth -= g
		s.set(pair, v, -1)
		if s.symmetric && s.found != nil {
			return
		}
	}
}

// hopeless reports whether the judge or the entry of a pair have too few rounds left, or too few
// meetings to come together with each confederate as often as they should.
func (s *designSearch) hopeless(pair int) bool {
	for kind, who := range [2]int{pair / s.d.kinds[1], pair % s.d.kinds[1]} {
		all := s.d.kinds[1-kind]
		left := all - bits.OnesCount64(s.busy[kind][who])
		if s.rounds-bits.OnesCount64(s.busy[kind][who]|s.rests[kind][who]) < left {
			return true
		}
		least := all / s.d.kinds[2]
		for _, n := range s.met[kind][who] {
			left -= max(0, least-n)
		}
		if left < 0 {
			return true
		}
	}
	return false
}

// sorted lists the values of a pair, the most useful first.
func (s *designSearch) sorted(pair, usedRounds, usedOthers int) []value {
	var useful, others []value
	order := s.order
	if s.d.kinds[2] > max(s.d.kinds[0], s.d.kinds[1]) { // let all of them take part
		order = slices.Clone(order)
		slices.SortStableFunc(order, func(a, b int) int {
			return bits.OnesCount64(s.busy[2][a]) - bits.OnesCount64(s.busy[2][b])
		})
	}
	for _, c := range order {
		if s.symmetric && c > usedOthers {
			continue // unused ones are all alike
		}
		o := s.options(pair, c)
		for _, r := range s.roundOrder {
			if s.symmetric && r > usedRounds {
				break
			}
			if o>>r&1 == 0 {
				continue
			}
			switch v := (value{c, r}); s.gain(pair, v) {
			case 0:
				others = append(others, v)
			case len(s.values) + 2:
				useful = append([]value{v}, useful...)
			default:
				useful = append(useful, v)
			}
		}
	}
	return append(useful, others...)
}
