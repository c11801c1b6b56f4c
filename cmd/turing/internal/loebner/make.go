package loebner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// Design finds a matrix together with a schedule with few rounds, as [Make] does. Each judge compares
// each entry once; each judge and each entry come together with as many confederates as possible, and
// with none more than once where there are enough.
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

// plan makes a plan of what was found, and checks it. If nobody rests by the numbers of rounds, they are
// in an order of chance, but that with the first pair begins, and those in which nobody meets are left
// out.
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
