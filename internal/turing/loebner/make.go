package loebner

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/internal/seeded"
)

// Constraints restrict what [Make] and [Design] may do.
type Constraints struct {
	// Rests lists the rounds, from 1, in which a judge, an entry or a confederate must rest.
	Rests map[string][]int
	// Seed chooses among schedules that are equally good.
	Seed uint64
}

// Plan is a schedule with its matrix.
type Plan struct {
	Matrix   Matrix
	Schedule Schedule
}

// Bounds of [Make] and [Design]. Steps bound the time to seconds, and unlike a limit of time they lead
// to the same schedule on each machine.
const (
	maxScheduled = 32        // judges, entries or confederates
	maxMade      = 64        // rounds, which are the bits of a number
	maxSteps     = 1_000_000 // of an attempt, besides those without a detour
	manyPairs    = 144       // up to which there are 20 attempts, beyond it two
)

// Make finds a valid schedule of a matrix with few rounds: beginning with as many as somebody has
// comparisons, it tries one number of rounds after the other by searches with backtracking, each for a
// limited number of steps. Fewer rounds may be possible. It returns the error of ctx if that ends.
func Make(ctx context.Context, m Matrix, c Constraints) (*Plan, error) {
	confederates := m.Confederates()
	var pairs []meeting
	for j, row := range m.Cells {
		for e, name := range row {
			if name != "" {
				pairs = append(pairs, meeting{j, e, []int{slices.Index(confederates, name)}})
			}
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("found a matrix without comparisons")
	}
	return plan(ctx, [3][]string{m.Judges, m.Entries, confederates}, pairs, false, c)
}

// Design finds a matrix together with a schedule with few rounds, as [Make] does. Each judge compares
// each entry once; each judge and each entry come together with as many confederates as possible, and
// with none more than once where there are enough.
func Design(ctx context.Context, judges, entries, confederates int, c Constraints) (*Plan, error) {
	for _, x := range []struct {
		what string
		n    int
	}{{"judges", judges}, {"entries", entries}, {"confederates", confederates}} {
		if x.n < 1 || x.n > maxScheduled {
			return nil, fmt.Errorf("found %d %s, expected from 1 to %d", x.n, x.what, maxScheduled)
		}
	}
	all := make([]int, confederates)
	for i := range all {
		all[i] = i
	}
	var pairs []meeting
	for j := range judges {
		for e := range entries {
			pairs = append(pairs, meeting{j, e, all})
		}
	}
	names := [3][]string{labels('J', judges), labels('E', entries), labels('C', confederates)}
	return plan(ctx, names, pairs, true, c)
}

// meeting is a judge and an entry, and the confederates with whom they may meet.
type meeting struct {
	judge, entry int
	with         []int
}

// plan searches with one number of rounds after the other.
func plan(ctx context.Context, names [3][]string, pairs []meeting, even bool, c Constraints) (*Plan, error) {
	s := search{ctx: ctx, names: names, pairs: pairs, even: even}
	for kind := range names {
		if len(names[kind]) > maxScheduled {
			return nil, fmt.Errorf("found %d %s, expected at most %d", len(names[kind]),
				[]string{"judges", "entries", "confederates"}[kind], maxScheduled)
		}
		s.rests[kind] = make([]uint64, len(names[kind]))
	}
	if err := s.rest(c.Rests); err != nil {
		return nil, err
	}
	attempts := 20
	if len(pairs) > manyPairs {
		attempts = 2
	}
	for s.rounds = s.least(); s.rounds <= maxMade; s.rounds++ {
		for attempt := range attempts {
			random := seeded.New(c.Seed, "loebner schedule", attempt)
			found := s.attempt(random, attempt > 0)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if found {
				return s.plan(random, len(c.Rests) == 0)
			}
		}
	}
	return nil, fmt.Errorf("found no schedule with at most %d rounds, expected fewer comparisons or rests",
		maxMade)
}

// search is a search with backtracking for the confederate and the round of each pair. People are
// numbered by kind: judges, entries, confederates.
type search struct {
	ctx    context.Context
	names  [3][]string
	pairs  []meeting
	even   bool // confederates are chosen, evenly
	rests  [3][]uint64
	rounds int

	steps  int
	busy   [3][]uint64 // by person: the rounds in which they are or rest
	left   [2][]int    // by judge or entry: pairs that are open
	met    [2][][]int  // by judge or entry and confederate: how often they met
	values [][2]int    // by pair: confederate and round, -1 where not yet
	order  [2][]int    // in which confederates and rounds are tried
}

// rest notes who rests when.
func (s *search) rest(rests map[string][]int) error {
	for _, name := range slices.Sorted(maps.Keys(rests)) {
		known := false
		for kind, list := range s.names {
			i := slices.Index(list, name)
			if i < 0 {
				continue
			}
			known = true
			for _, r := range rests[name] {
				if r < 1 || r > maxRounds {
					return fmt.Errorf("found a rest of %s in round %d, expected from 1 to %d", name, r, maxRounds)
				}
				if r <= maxMade {
					s.rests[kind][i] |= 1 << (r - 1)
				}
			}
		}
		if !known {
			return fmt.Errorf("found rests of %s, who is not in the matrix", name)
		}
	}
	return nil
}

// least returns a number of rounds below which there is no schedule, by counting.
func (s *search) least() int {
	most := min(len(s.names[0]), len(s.names[1]), len(s.names[2]))
	n := (len(s.pairs) + most - 1) / most
	var count [3][maxScheduled]int
	for _, p := range s.pairs {
		who := []int{p.judge, p.entry}
		if len(p.with) == 1 {
			who = append(who, p.with[0])
		}
		for kind, i := range who {
			count[kind][i]++
			n = max(n, count[kind][i])
		}
	}
	return n
}

// attempt searches once. The first attempt tries the confederates and rounds of a pair in an order
// that leads to the cyclic square at once, which is a solution if its size is odd; others try them in
// an order of chance.
func (s *search) attempt(random *rand.Rand, shuffled bool) bool {
	s.steps = maxSteps
	for kind := range s.names {
		s.busy[kind] = slices.Clone(s.rests[kind])
	}
	for kind := range s.met {
		s.left[kind] = make([]int, len(s.names[kind]))
		s.met[kind] = make([][]int, len(s.names[kind]))
		for i := range s.met[kind] {
			s.met[kind][i] = make([]int, len(s.names[2]))
		}
	}
	s.values = make([][2]int, len(s.pairs))
	for i, p := range s.pairs {
		s.values[i] = [2]int{-1, -1}
		s.left[0][p.judge]++
		s.left[1][p.entry]++
		s.steps += len(s.pairs) * len(p.with)
	}
	for i, n := range []int{len(s.names[2]), s.rounds} {
		s.order[i] = random.Perm(n)
		if !shuffled {
			slices.Sort(s.order[i])
		}
	}
	return s.extend()
}

// options returns the rounds in which a pair can meet in front of a confederate.
func (s *search) options(p meeting, c int) uint64 {
	if s.even {
		n := len(s.names[2])
		if s.met[0][p.judge][c] > (len(s.names[1])-1)/n || s.met[1][p.entry][c] > (len(s.names[0])-1)/n {
			return 0
		}
	}
	return ^uint64(0) >> (maxMade - s.rounds) &^ (s.busy[0][p.judge] | s.busy[1][p.entry] | s.busy[2][c])
}

// extend chooses a confederate and a round for the open pair with the fewest options, and goes on.
func (s *search) extend() bool {
	next, fewest := -1, 1<<30
	for i, p := range s.pairs {
		if s.values[i][1] >= 0 {
			continue
		}
		n := 0
		for _, c := range p.with {
			n += bits.OnesCount64(s.options(p, c))
		}
		s.steps -= len(p.with)
		if n < fewest {
			next, fewest = i, n
		}
	}
	if next < 0 {
		return true
	}
	p := s.pairs[next]
	for _, c := range s.confederates(p) {
		options := s.options(p, c)
		for _, r := range s.order[1] {
			r = (r + p.judge + p.entry) % s.rounds
			if options>>r&1 == 0 {
				continue
			}
			if s.steps < 0 || s.ctx.Err() != nil {
				return false
			}
			s.set(next, [2]int{c, r}, 1)
			if !s.hopeless(p) && s.extend() {
				return true
			}
			s.set(next, [2]int{c, r}, -1)
		}
	}
	return false
}

// confederates lists those of a pair in the order in which they are tried. If there are more than
// judges and entries, those with the fewest comparisons come first, so that all of them take part.
func (s *search) confederates(p meeting) []int {
	n := len(s.names[2])
	if len(p.with) == 1 {
		return p.with
	}
	list := make([]int, n)
	for i, c := range s.order[0] {
		list[i] = ((c+p.entry-p.judge)%n + n) % n
	}
	if n > max(len(s.names[0]), len(s.names[1])) {
		slices.SortStableFunc(list, func(a, b int) int {
			return bits.OnesCount64(s.busy[2][a]) - bits.OnesCount64(s.busy[2][b])
		})
	}
	return list
}

// set enters the value of a pair, or with times -1 takes it back.
func (s *search) set(pair int, v [2]int, times int) {
	p := s.pairs[pair]
	for kind, who := range [3]int{p.judge, p.entry, v[0]} {
		s.busy[kind][who] ^= 1 << v[1]
	}
	for kind, who := range [2]int{p.judge, p.entry} {
		s.met[kind][who][v[0]] += times
		s.left[kind][who] -= times
	}
	s.values[pair] = v
	if times < 0 {
		s.values[pair] = [2]int{-1, -1}
	}
}

// hopeless reports whether the judge or the entry of a pair have too few rounds left, or too few
// meetings to come together with each confederate as often as they should.
func (s *search) hopeless(p meeting) bool {
	for kind, who := range [2]int{p.judge, p.entry} {
		left := s.left[kind][who]
		if bits.OnesCount64(^uint64(0)>>(maxMade-s.rounds)&^s.busy[kind][who]) < left {
			return true
		}
		for _, n := range s.met[kind][who] {
			left -= max(0, len(s.names[1-kind])/len(s.names[2])-n)
		}
		if s.even && left < 0 {
			return true
		}
	}
	return false
}

// plan makes a plan of what was found, and checks it. If nobody rests by the numbers of rounds, they are
// in an order of chance, but that with the first pair begins, and those in which nobody meets are left
// out.
func (s *search) plan(random *rand.Rand, free bool) (*Plan, error) {
	m := Matrix{s.names[0], s.names[1], make([][]string, len(s.names[0]))}
	for j := range m.Cells {
		m.Cells[j] = make([]string, len(s.names[1]))
	}
	schedule := make(Schedule, s.rounds)
	for i, p := range s.pairs { // which are sorted
		t := Triple{s.names[0][p.judge], s.names[1][p.entry], s.names[2][s.values[i][0]]}
		m.Cells[p.judge][p.entry] = t.Confederate
		r := &schedule[s.values[i][1]]
		r.Triples = append(r.Triples, t)
	}
	if free {
		first := s.values[0][1]
		schedule[0], schedule[first] = schedule[first], schedule[0]
		rest := schedule[1:]
		random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		schedule = slices.DeleteFunc(schedule, func(r Round) bool { return len(r.Triples) == 0 })
	}
	people := slices.Concat(m.Judges, m.Confederates())
	for i := range schedule {
		schedule[i].Excused = append([]string{}, schedule[i].resting(people)...)
	}
	if r := Check(&m, schedule); !r.Valid {
		return nil, fmt.Errorf("the schedule that was found is not valid: %s", r.Problems[0].Text)
	}
	return &Plan{Matrix: m, Schedule: schedule}, nil
}
