package grades

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
)

const (
	// searchSize is the largest number of respondents that hyper-parameters are chosen on.
	searchSize = 200
	// fewest is the number of respondents from which on anything is chosen.
	fewest = 5
	// attenuation is by how much the spread of ratings may exceed that of the prior's mean grades without a
	// sign that ratings are stretched: grades by the prior are drawn to the middle.
	attenuation = 2.5
	// worthwhile is the gain, in nats, for which a hyper-parameter is changed.
	worthwhile = 0.1
)

// choose returns the hyper-parameters with the least leave-one-out error in the training part, or in an even
// choice of it where it is large: a search along one direction after the other from the default. It also returns the
// problem that it was posed, or nil, which is that of the fit where the training part is not large.
func (p *Prepared) choose(responses [][]*text.Doc, ratings []float64) (Hyper, *problem, error) {
	if p.hyper != nil {
		return *p.hyper, nil, nil
	}
	h := DefaultHyper()
	if len(ratings) < fewest {
		return h, nil, nil
	}
	s := search{problem: p.problem(thin(responses, searchSize), thin(ratings, searchSize))}
	h.Reach = max(h.Reach, s.stretch()/attenuation-1)
	s.measure()
	best, err := s.merit(h, make([]int, len(directions)))
	if err != nil {
		return h, nil, err
	}
	at := make([]int, len(directions))
	for d, direction := range directions {
		start := h
		for _, step := range []int{-1, 1} {
			next, there := start, slices.Clone(at)
			direction.change(&next, math.Pow(2, float64(step)))
			there[d] = step
			merit, err := s.merit(next, there)
			if err != nil {
				return h, nil, err
			}
			if merit > best+worthwhile {
				h, best, at = next, merit, there
			}
		}
	}
	return h, s.problem, nil
}

// stretch returns the standard deviation of the ratings divided by that of the mean grades by the prior. Totals that were scaled
// to [0,1] by the lowest and the highest are stretched, the more so the more questions there are, and reach has to follow.
func (b *problem) stretch() float64 {
	keyed := 0
	for _, n := range b.nodes {
		if n.question.keyed {
			keyed++
		}
	}
	if 2*keyed < len(b.nodes) {
		return 0 // the prior's grades say nothing
	}
	averages := make([]float64, len(b.ratings))
	for i := range averages {
		for _, n := range b.nodes {
			averages[i] += sigmoid(n.mean[n.at[i]]) / float64(len(b.nodes))
		}
	}
	grades, ratings := stat.StdDev(averages, nil), stat.StdDev(b.ratings, nil)
	if grades < 1e-6 {
		return 0 // the prior tells nothing of the responses apart
	}
	return min(ratings/grades, mostStretch)
}

// mostStretch bounds what is believed of the ratings' scale.
const mostStretch = 10

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
	defer s.drop(m)
	precision := m.covariance.precisions()
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
	s.raise(h, s.last)
	s.judge(h, s.last)
	return s.last
}
