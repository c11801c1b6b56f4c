package grades

import (
	"math"

	"github.com/luna-rating/luna/features/text"
)

const (
	// searchSize is the largest number of respondents that hyper-parameters are chosen on.
	searchSize = 200
	// mostDoublings bounds how far the search goes from the default along each direction.
	mostDoublings = 3
	// worthwhile is the gain, in nats, for which a hyper-parameter is changed.
	worthwhile = 0.1
)

// choose returns the hyper-parameters with the least leave-one-out error in the training part, or in an even
// choice of it where it is large: a search along one direction after the other from the default.
func (p *Prepared) choose(responses [][]*text.Doc, ratings []float64) (Hyper, error) {
	if p.hyper != nil {
		return *p.hyper, nil
	}
	h := DefaultHyper()
	if len(ratings) < 2 {
		return h, nil
	}
	s := search{problem: p.problem(thin(responses, searchSize), thin(ratings, searchSize))}
	s.measure()
	best, err := s.merit(h, make([]int, len(directions)))
	if err != nil {
		return h, err
	}
	at := make([]int, len(directions))
	for d, direction := range directions {
		for _, way := range []int{1, -1} {
			moved := false
			for at[d]*way < mostDoublings {
				next := h
				direction.change(&next, math.Pow(2, float64(way)))
				at[d] += way
				merit, err := s.merit(next, at)
				if err != nil {
					return h, err
				}
				if !(merit > best+worthwhile) {
					at[d] -= way
					break
				}
				h, best, moved = next, merit, true
			}
			if moved {
				break
			}
		}
	}
	return h, nil
}

// thin returns at most n of the values, evenly spaced.
func thin[T any](values []T, n int) []T {
	if len(values) <= n {
		return values
	}
	kept := make([]T, n)
	for i := range kept {
		kept[i] = values[i*len(values)/n]
	}
	return kept
}

// search is a problem on which hyper-parameters are compared.
type search struct {
	*problem
	last *state
}

// merit is what the search makes large: -(n/2) ln(mean squared leave-one-out error), the log likelihood of the
// errors with the best variance, less the distance from the default. The errors are those of the model linearised at the mode.
func (s *search) merit(h Hyper, doublings []int) (float64, error) {
	s.weigh(h)
	m, err := s.climb(h, s.from(h), roughly)
	if err != nil {
		return 0, err
	}
	s.last = m.state
	precision, err := m.precision()
	if err != nil {
		return 0, err
	}
	n := float64(len(s.ratings))
	var squares float64
	for i := range s.ratings {
		e := m.alpha[i] / precision[i]
		squares += e * e
	}
	// Errors that are zero throughout, as with equal ratings, are no reason to change anything.
	merit := -n / 2 * math.Log(squares/n+1e-8)
	for k, d := range doublings {
		sd := directions[k].sd
		merit -= float64(d*d) / (2 * sd * sd)
	}
	return merit, nil
}

// from returns where to start: where the last climb ended, if there was one.
func (s *search) from(h Hyper) *state {
	if s.last == nil {
		return s.start(h)
	}
	return s.problem.at(h, s.last.beta, s.last.top, s.last.reach)
}
