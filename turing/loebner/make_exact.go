package loebner

import (
	"context"
	"math/bits"
)

// exact looks for a colouring with at most 64 rounds. Finished reports whether the search was
// complete, so that without a colouring there is none.
func (p *problem) exact(ctx context.Context, rounds int) (colours []int, finished bool) {
	s := newSearch(ctx, p, rounds)
	if s.colour(0) {
		return s.colours, true
	}
	return nil, s.steps > 0
}

// search is a depth-first search: the comparison that fits in the fewest rounds comes next.
type search struct {
	p       *problem
	ctx     context.Context
	steps   int
	busy    []uint64 // by person: the rounds they are in
	domain  []uint64 // by comparison: the rounds that rests allow
	colours []int    // -1 where not yet
	left    []int    // by person: comparisons to come
	all     uint64

	// Of a search for the nearest schedule.
	value int
	best  int
	found []int
}

func newSearch(ctx context.Context, p *problem, rounds int) *search {
	s := &search{p: p, ctx: ctx, steps: exactSteps, busy: make([]uint64, len(p.names)),
		left: make([]int, len(p.names)), best: -1, all: ^uint64(0) >> (64 - rounds)}
	for i := range p.cells {
		domain := uint64(0)
		for r := range rounds {
			if p.allowed(i, r) {
				domain |= 1 << r
			}
		}
		s.domain = append(s.domain, domain)
		s.colours = append(s.colours, -1)
		for _, who := range p.cells[i] {
			s.left[who]++
		}
	}
	return s
}

// spent counts a step and reports whether the search has to stop.
func (s *search) spent() bool {
	if s.steps--; s.steps&0xfff == 0 && s.ctx.Err() != nil {
		s.steps = 0
	}
	return s.steps <= 0
}

// options returns the rounds that a comparison still fits in.
func (s *search) options(i int) uint64 {
	c := s.p.cells[i]
	return s.domain[i] &^ (s.busy[c[0]] | s.busy[c[1]] | s.busy[c[2]])
}

// next returns the open comparison with the fewest options, -1 if none is open.
func (s *search) next() (cell int, options uint64) {
	cell = -1
	fewest := 65
	for i, c := range s.colours {
		if c >= 0 {
			continue
		}
		o := s.options(i)
		if n := bits.OnesCount64(o); n < fewest {
			cell, options, fewest = i, o, n
		}
	}
	return cell, options
}

func (s *search) set(cell, round int) {
	s.colours[cell] = round
	for _, who := range s.p.cells[cell] {
		s.busy[who] |= 1 << round
		s.left[who]--
	}
}

func (s *search) unset(cell int) {
	for _, who := range s.p.cells[cell] {
		s.busy[who] &^= 1 << s.colours[cell]
		s.left[who]++
	}
	s.colours[cell] = -1
}

// hopeless reports whether somebody has more comparisons to come than rounds left.
func (s *search) hopeless(cell int) bool {
	for _, who := range s.p.cells[cell] {
		if bits.OnesCount64(s.all&^s.busy[who]) < s.left[who] {
			return true
		}
	}
	return false
}

// colour extends the colouring, of which used rounds have something.
func (s *search) colour(used int) bool {
	cell, options := s.next()
	if cell < 0 {
		return true
	}
	if s.p.free { // empty rounds are all alike
		options &= 1<<(used+1) - 1
	}
	for ; options != 0; options &= options - 1 {
		if s.spent() {
			return false
		}
		round := bits.TrailingZeros64(options)
		s.set(cell, round)
		if !s.hopeless(cell) && s.colour(max(used, round+1)) {
			return true
		}
		s.unset(cell)
		if s.steps <= 0 {
			return false
		}
	}
	return false
}

// nearest looks for the colouring with the most comparisons in the rounds that they have in the
// given schedule. Most reports whether the search was complete.
func (p *problem) nearest(ctx context.Context, colours []int, rounds int) (best []int, most bool) {
	if rounds > 64 || len(p.cells) > exactCells {
		return colours, false
	}
	s := newSearch(ctx, p, rounds)
	s.found = colours
	for i, c := range colours {
		s.best += s.worth(i, c)
	}
	s.best++ // newSearch starts it from -1
	s.improve()
	return s.found, s.steps > 0
}

// worth returns 1 if a comparison is in a round that it has in the given schedule.
func (s *search) worth(cell, round int) int {
	if s.p.near[s.p.triples[cell]][round] {
		return 1
	}
	return 0
}

// improve is [search.colour] with branch and bound.
func (s *search) improve() {
	bound := s.value
	for i, c := range s.colours {
		if c >= 0 {
			continue
		}
		for round := range s.p.near[s.p.triples[i]] {
			if round < 64 && s.options(i)>>round&1 == 1 {
				bound++
				break
			}
		}
	}
	if bound <= s.best || s.spent() {
		return
	}
	cell, options := s.next()
	if cell < 0 {
		s.best = s.value
		s.found = append([]int(nil), s.colours...)
		return
	}
	for _, wanted := range []int{1, 0} {
		for o := options; o != 0; o &= o - 1 {
			round := bits.TrailingZeros64(o)
			if s.worth(cell, round) != wanted {
				continue
			}
			s.set(cell, round)
			s.value += wanted
			if !s.hopeless(cell) {
				s.improve()
			}
			s.value -= wanted
			s.unset(cell)
		}
	}
}
