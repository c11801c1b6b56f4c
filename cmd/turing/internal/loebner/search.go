package loebner

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// meeting is a judge and an entry, and the confederates with whom they may meet, as indices of
// names.
type meeting struct {
	judge, entry int
	with         []int
	chosen       int // of with
	round        int // from 1, 0 where it is open
}

// search is a search with backtracking for the confederate and the round of each pair.
type search struct {
	ctx    context.Context
	matrix Matrix
	names  []string // the judges, then the entries, then the confederates
	judges int      // their number
	first  int      // confederate
	pairs  []meeting

	rounds, steps int
	busy          []uint64 // by person: the rounds in which they are or rest
	// times says by judge or entry and confederate how often they should still meet, and spare by
	// judge or entry how often they may do so once more.
	times [][]int
	spare []int
	order [2][]int // in which confederates and rounds are tried
}

func newSearch(ctx context.Context, m Matrix, confederates []string) *search {
	return &search{ctx: ctx, matrix: m, names: slices.Concat(m.Judges, m.Entries, confederates),
		judges: len(m.Judges), first: len(m.Judges) + len(m.Entries)}
}

// search tries one number of rounds after the other.
func (s *search) search(c Constraints) (*Plan, error) {
	most := max(s.judges, s.first-s.judges, len(s.names)-s.first)
	if most > maxScheduled {
		return nil, fmt.Errorf("found %d judges, entries or confederates, expected at most %d", most, maxScheduled)
	}
	rests, err := s.rests(c)
	if err != nil {
		return nil, err
	}
	attempts := 20
	if len(s.pairs) > manyPairs {
		attempts = 2
	}
	for s.rounds = s.atLeast(); s.rounds <= maxMade; s.rounds++ {
		for attempt := range attempts {
			random := numbers.Stream(c.Seed, "loebner schedule", attempt)
			s.busy = slices.Clone(rests)
			found := s.attempt(random, attempt > 0)
			if err := s.ctx.Err(); err != nil {
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

// rests returns who rests when.
func (s *search) rests(c Constraints) ([]uint64, error) {
	busy := make([]uint64, len(s.names))
	for _, name := range slices.Sorted(maps.Keys(c.Rests)) {
		i := slices.Index(s.names, name)
		if i < 0 {
			return nil, fmt.Errorf("found rests of %s, who is not in the matrix", name)
		}
		for _, r := range c.Rests[name] {
			if r < 1 || r > maxRounds {
				return nil, fmt.Errorf("found a rest of %s in round %d, expected from 1 to %d", name, r, maxRounds)
			}
			busy[i] |= 1 << (r - 1) // 0 beyond the last round
		}
	}
	return busy, nil
}

// atLeast returns a number of rounds below which there is no schedule, by counting.
func (s *search) atLeast() int {
	abreast := min(s.judges, s.first-s.judges, len(s.names)-s.first)
	n := (len(s.pairs) + abreast - 1) / abreast
	count := make([]int, len(s.names))
	for _, p := range s.pairs {
		for _, who := range append([]int{p.judge, p.entry}, p.with...) {
			if who < s.first || len(p.with) == 1 {
				count[who]++
				n = max(n, count[who])
			}
		}
	}
	return n
}

// attempt searches once. The first attempt tries the confederates and rounds of a pair in an order
// that leads to the cyclic square at once, which is a solution if its size is odd; others try them
// in an order of chance.
func (s *search) attempt(random *rand.Rand, shuffled bool) bool {
	s.steps = maxSteps
	s.times, s.spare = make([][]int, s.first), make([]int, s.first)
	others := len(s.names) - s.first
	for i := range s.pairs {
		p := &s.pairs[i]
		p.round = 0
		s.steps += len(s.pairs) * len(p.with)
		s.spare[p.judge]++
		s.spare[p.entry]++
	}
	for i, n := range s.spare {
		s.spare[i] = n % others
		if len(s.pairs[0].with) == others {
			n /= others // the confederates are chosen
		}
		s.times[i] = slices.Repeat([]int{n}, len(s.names))
	}
	for i, n := range []int{others, s.rounds} {
		s.order[i] = random.Perm(n)
		if !shuffled {
			slices.Sort(s.order[i])
		}
	}
	return s.extend()
}

// options returns the rounds in which a pair can meet in front of a confederate.
func (s *search) options(p meeting, c int) uint64 {
	for _, who := range []int{p.judge, p.entry} {
		if s.times[who][c] < 0 || s.times[who][c] == 0 && s.spare[who] == 0 {
			return 0
		}
	}
	return ^uint64(0) >> (maxMade - s.rounds) &^ (s.busy[p.judge] | s.busy[p.entry] | s.busy[c])
}

// extend chooses a confederate and a round for the open pair with the fewest options, and goes on.
func (s *search) extend() bool {
	var next *meeting
	fewest := math.MaxInt
	for i, p := range s.pairs {
		if p.round > 0 {
			continue
		}
		n := 0
		for _, c := range p.with {
			n += bits.OnesCount64(s.options(p, c))
		}
		s.steps -= len(p.with)
		if n < fewest {
			next, fewest = &s.pairs[i], n
		}
	}
	if next == nil {
		return true
	}
	for _, c := range s.confederates(*next) {
		options := s.options(*next, c)
		for _, r := range s.order[1] {
			r = (r + next.judge + next.entry - s.judges) % s.rounds
			if options>>r&1 == 0 {
				continue
			}
			if s.steps < 0 || s.ctx.Err() != nil {
				return false
			}
			next.chosen, next.round = c, r+1
			s.meet(*next, 1)
			if s.extend() {
				return true
			}
			s.meet(*next, -1)
			next.round = 0
		}
	}
	return false
}

// confederates lists those of a pair in the order in which they are tried. If there are more than
// judges and entries, those with the fewest comparisons come first, so that all of them take part.
func (s *search) confederates(p meeting) []int {
	n := len(p.with)
	if n == 1 {
		return p.with
	}
	list := make([]int, n)
	for i, c := range s.order[0] {
		list[i] = s.first + ((c+p.entry-s.judges-p.judge)%n+n)%n
	}
	if n > max(s.judges, s.first-s.judges) {
		slices.SortStableFunc(list, func(a, b int) int {
			return bits.OnesCount64(s.busy[a]) - bits.OnesCount64(s.busy[b])
		})
	}
	return list
}

// meet lets a pair meet, or with by -1 takes it back.
func (s *search) meet(p meeting, by int) {
	s.busy[p.chosen] ^= 1 << (p.round - 1)
	for _, who := range []int{p.judge, p.entry} {
		s.busy[who] ^= 1 << (p.round - 1)
		left := s.times[who][p.chosen]
		if by > 0 && left == 0 || by < 0 && left < 0 {
			s.spare[who] -= by
		}
		s.times[who][p.chosen] -= by
	}
}

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

// Bounds of [Make] and [Design]. Steps bound the time to seconds, and unlike a limit of time they
// lead to the same schedule on each machine.
const (
	maxScheduled = 32        // judges, entries or confederates
	maxMade      = 64        // rounds, which are the bits of a number
	maxSteps     = 1_000_000 // of an attempt, besides those without a detour
	manyPairs    = 144       // up to which there are 20 attempts, beyond it two
)

// Make finds a valid schedule of a matrix with few rounds: beginning with as many as somebody has
// comparisons, it tries one number of rounds after the other by searches with backtracking, each
// for a limited number of steps. Fewer rounds may be possible. It returns the error of ctx if that
// ends.
func Make(ctx context.Context, m Matrix, c Constraints) (*Plan, error) {
	s := newSearch(ctx, m, m.Confederates())
	for j, row := range m.Cells {
		for e, cell := range row {
			if cell != "" {
				s.pairs = append(s.pairs, meeting{judge: j, entry: s.judges + e,
					with: []int{slices.Index(s.names, cell)}})
			}
		}
	}
	if len(s.pairs) == 0 {
		return nil, fmt.Errorf("found a matrix without comparisons")
	}
	return s.search(c)
}

// Design finds a matrix together with a schedule with few rounds, as [Make] does. Each judge
// compares each entry once; each judge and each entry come together with as many confederates as
// possible, and with none more than once where there are enough.
func Design(ctx context.Context, judges, entries, confederates int, c Constraints) (*Plan, error) {
	if min(judges, entries, confederates) < 1 {
		return nil, fmt.Errorf("found %d judges, %d entries and %d confederates, expected at least one of each",
			judges, entries, confederates)
	}
	s := newSearch(ctx, NewMatrix(judges, entries), Labels("C", confederates))
	var all []int
	for i := range confederates {
		all = append(all, s.first+i)
	}
	for j := range judges {
		for e := range entries {
			s.pairs = append(s.pairs, meeting{judge: j, entry: judges + e, with: all})
		}
	}
	return s.search(c)
}

// plan makes a plan of what was found, and checks it. If nobody rests by the numbers of rounds,
// they are in an order of chance, but that with the first pair begins, and those in which nobody
// meets are left out.
func (s *search) plan(random *rand.Rand, free bool) (*Plan, error) {
	m := NewMatrix(s.judges, s.first-s.judges)
	m.Judges, m.Entries = s.matrix.Judges, s.matrix.Entries
	schedule := make(Schedule, s.rounds)
	for _, p := range s.pairs { // which are sorted
		t := Triple{s.names[p.judge], s.names[p.entry], s.names[p.chosen]}
		m.Cells[p.judge][p.entry-s.judges] = t.Confederate
		schedule[p.round-1].Triples = append(schedule[p.round-1].Triples, t)
	}
	if free {
		first, rest := s.pairs[0].round-1, schedule[1:]
		schedule[0], schedule[first] = schedule[first], schedule[0]
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
