package loebner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/internal/seeded"
)

// Constraints restrict what [Make] and [Design] may do.
type Constraints struct {
	// Rounds is the number of rounds; 0 stands for the fewest.
	Rounds int
	// Rests lists the rounds, from 1, in which a judge, an entry or a confederate must rest.
	Rests map[string][]int
	// Near is a schedule, valid or not, of which as many triples as possible are kept, and then as
	// many as possible in their rounds.
	Near Schedule
	// Seed chooses among schedules that are equally good.
	Seed uint64
}

// Plan is a schedule with its matrix.
type Plan struct {
	Matrix   Matrix
	Schedule Schedule
	// Bound is a number of rounds below which there is no schedule, and Why what it follows from. If
	// the schedule has as many, it is one of the shortest.
	Bound int
	Why   string
	// Kept is how many triples of [Constraints].Near the schedule has, KeptInPlace how many of them
	// in their rounds. Most reports whether no other schedule with as many rounds keeps more.
	Kept, KeptInPlace int
	Most              bool
}

// Optimal reports whether no schedule has fewer rounds.
func (p *Plan) Optimal() bool { return len(p.Schedule) == p.Bound }

// Budgets of searches, in steps. They bound the time to seconds, and unlike a limit of time they lead
// to the same schedule on each machine.
const (
	exactSteps = 2_000_000
	tabuSteps  = 150_000_000
	exactCells = 64 // beyond that, an exact search hardly ends
)

// Make finds a valid schedule of a matrix with as few rounds as it can. For up to 64 comparisons the
// search is exact while its budget lasts; beyond that it is a tabu search (Hertz, de Werra 1987) for a
// colouring of the comparisons by rounds. It returns the error of ctx if that ends.
func Make(ctx context.Context, m Matrix, c Constraints) (*Plan, error) {
	p, err := newProblem(m, c)
	if err != nil {
		return nil, err
	}
	bound, why := p.bound(ctx)
	colours, rounds, bound, why, err := p.solve(ctx, bound, why)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Matrix: m, Bound: bound, Why: why}
	if c.Rounds > 0 {
		if colours, err = p.stretch(colours, rounds, c.Rounds); err != nil {
			return nil, err
		}
		rounds = c.Rounds
	}
	if len(c.Near) > 0 {
		colours, plan.Most = p.nearest(ctx, colours, rounds)
	} else if len(c.Rests) == 0 {
		p.spreadRests(colours, rounds)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return plan.finish(p.schedule(colours, rounds), c)
}

// finish fills in who rests and what was kept, and checks the schedule.
func (plan *Plan) finish(s Schedule, c Constraints) (*Plan, error) {
	plan.Schedule = s
	people := slices.Concat(plan.Matrix.Judges, plan.Matrix.Confederates())
	for i := range s {
		s[i].Excused = append([]string{}, s[i].resting(people)...)
	}
	where := make(map[Triple]int)
	for i, r := range s {
		for _, t := range r.Triples {
			where[t] = i + 1
		}
	}
	kept := make(map[Triple]bool)
	inPlace := make(map[Triple]bool)
	for i, r := range c.Near {
		for _, t := range r.Triples {
			if where[t] > 0 {
				kept[t] = true
			}
			if where[t] == i+1 {
				inPlace[t] = true
			}
		}
	}
	plan.Kept, plan.KeptInPlace = len(kept), len(inPlace)
	if r := Check(&plan.Matrix, s); !r.Valid {
		return nil, fmt.Errorf("the schedule that was found is not valid: %s", r.Problems[0].Text)
	}
	return plan, nil
}

// problem is a matrix in numbers: judges, entries and confederates are numbered together.
type problem struct {
	matrix  Matrix
	triples []Triple
	cells   [][3]int
	kinds   [3]int // numbers of judges, entries and confederates
	names   []string
	rests   [][]int // by person, rounds from 0
	free    bool    // nobody has to rest, so rounds can be exchanged
	near    map[Triple]map[int]bool
	seed    uint64
}

// newProblem numbers everybody, in an order that the seed decides.
func newProblem(m Matrix, c Constraints) (*problem, error) {
	p := &problem{matrix: m, triples: m.Triples(), seed: c.Seed, near: make(map[Triple]map[int]bool)}
	confederates := m.Confederates()
	p.kinds = [3]int{len(m.Judges), len(m.Entries), len(confederates)}
	p.names = slices.Concat(m.Judges, m.Entries, confederates)
	number := make(map[string]int)
	for i, name := range p.names {
		number[name] = i
	}
	random := seeded.New(c.Seed, "loebner schedule", 0)
	random.Shuffle(len(p.triples), func(i, j int) {
		p.triples[i], p.triples[j] = p.triples[j], p.triples[i]
	})
	for _, t := range p.triples {
		p.cells = append(p.cells, [3]int{number[t.Judge], number[t.Entry], number[t.Confederate]})
	}
	switch {
	case len(p.cells) == 0:
		return nil, fmt.Errorf("found a matrix without comparisons")
	case c.Rounds < 0 || c.Rounds > len(p.cells):
		return nil, fmt.Errorf("found %d rounds, expected from 1 to %d, the number of comparisons",
			c.Rounds, len(p.cells))
	}
	p.rests = make([][]int, len(p.names))
	p.free = len(c.Rests) == 0 && len(c.Near) == 0
	for _, name := range slices.Sorted(maps.Keys(c.Rests)) {
		i, known := number[name]
		if !known {
			return nil, fmt.Errorf("found rests of %s, who is not in the matrix", name)
		}
		for _, round := range c.Rests[name] {
			if round < 1 || round > maxRounds {
				return nil, fmt.Errorf("found a rest of %s in round %d, expected from 1 to %d", name,
					round, maxRounds)
			}
			p.rests[i] = append(p.rests[i], round-1)
		}
	}
	for i, r := range c.Near {
		for _, t := range r.Triples {
			if p.near[t] == nil {
				p.near[t] = make(map[int]bool)
			}
			p.near[t][i] = true
		}
	}
	return p, nil
}

// allowed reports whether a comparison may be in a round, as far as rests go.
func (p *problem) allowed(cell, round int) bool {
	if p.free {
		return true
	}
	for _, who := range p.cells[cell] {
		if slices.Contains(p.rests[who], round) {
			return false
		}
	}
	return true
}

// solve returns a round for each comparison. It may raise the bound.
func (p *problem) solve(ctx context.Context, bound int, why string) (
	colours []int, rounds, newBound int, newWhy string, err error,
) {
	colours, rounds = p.structured()
	if greedy, n := p.greedy(); colours == nil || n < rounds {
		colours, rounds = greedy, n
	}
	for bound < rounds && len(p.cells) <= exactCells && bound <= 64 {
		found, finished := p.exact(ctx, bound)
		if found != nil {
			return found, bound, bound, why, ctx.Err()
		}
		if !finished {
			break
		}
		bound++
		why = fmt.Sprintf("a complete search finds none with %d rounds", bound-1)
	}
	for steps := tabuSteps; rounds > bound && ctx.Err() == nil; rounds-- {
		found := p.tabu(ctx, rounds-1, &steps)
		if found == nil {
			break
		}
		colours = found
	}
	return colours, rounds, bound, why, ctx.Err()
}

// schedule makes rounds of colours.
func (p *problem) schedule(colours []int, rounds int) Schedule {
	s := make(Schedule, rounds)
	for i, colour := range colours {
		s[colour].Triples = append(s[colour].Triples, p.triples[i])
	}
	for _, r := range s {
		slices.SortFunc(r.Triples, func(a, b Triple) int {
			if d := byNumber(a.Judge, b.Judge); d != 0 {
				return d
			}
			return byNumber(a.Entry, b.Entry)
		})
	}
	return s
}

// stretch spreads a schedule over exactly the wanted number of rounds, none of which is empty.
func (p *problem) stretch(colours []int, rounds, want int) ([]int, error) {
	if want < rounds {
		return nil, fmt.Errorf("found no schedule with %s, the shortest one found has %d", roundsText(want),
			rounds)
	}
	colours = slices.Clone(colours)
	sizes := make([]int, want)
	for _, c := range colours {
		sizes[c]++
	}
	for c := range want {
		for sizes[c] == 0 {
			best := -1
			for i := range colours {
				if p.allowed(i, c) && sizes[colours[i]] > 1 &&
					(best < 0 || sizes[colours[i]] > sizes[colours[best]]) {
					best = i
				}
			}
			if best < 0 {
				return nil, fmt.Errorf("found nobody who may be in round %d, expected fewer rests", c+1)
			}
			sizes[colours[best]]--
			colours[best] = c
			sizes[c]++
		}
	}
	return colours, nil
}

func roundsText(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprint(n, " rounds")
}
