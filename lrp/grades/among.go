package grades

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/elements"
)

// among returns the problem of some of the respondents, in ascending order, who predict the others.
// It has the nodes of all of them, so that a mode has the grades of everybody's responses. Kernels
// are those of the hyper-parameters. Its memory may come from earlier problems of this kind: return
// it with [problem.giveBack].
func (b *problem) among(h *hyper, members []int) *problem {
	others := *b
	others.responses = elements.At(b.responses, members)
	others.ratings = elements.At(b.ratings, members)
	others.weight = elements.At(b.weight, members)
	others.nodes = make([]*nodes, len(b.nodes))
	for j, n := range b.nodes {
		some := *n
		some.at = elements.At(n.at, members)
		others.nodes[j] = &some
	}
	others.wide = b.wide.among(members)
	if others.meet = nil; b.people != nil {
		others.people = b.people.among(h, members)
	}
	spare, _ := b.spare.Get().(*workspace)
	others.buffers = others.newWorkspace(spare)
	return others.solved(h)
}

// giveBack leaves the memory of a problem made by [problem.among], and that of its last mode, to
// others.
func (b *problem) giveBack(m *mode) {
	b.recycle(m)
	b.spare.Put(b.buffers)
}

// split returns the respondents that are left out and the others.
func (b *problem) split(leftOut func(i int) bool) (out, members []int) {
	for i := range b.ratings {
		if leftOut(i) {
			out = append(out, i)
		} else {
			members = append(members, i)
		}
	}
	return out, members
}

// extended returns the point of all respondents at a mode of others, who are the members of b. It
// uses the memory of others, so that parts can be predicted concurrently.
func (b *problem) extended(others *problem, h *hyper, m *mode, members []int) *point {
	gamma := make([]float64, len(b.ratings))
	for k, i := range members {
		gamma[i] = m.gamma[k]
	}
	all := *b
	all.buffers = others.buffers
	return all.pointAt(h, m.beta.of, gamma, m.top, m.reach)
}

// reduced returns the point of some respondents, the members, by the coordinates of one of all, or
// that at the prior mean for nil.
func (b *problem) reduced(h *hyper, s *point, members []int) *point {
	if s == nil {
		return b.priorMean(h)
	}
	return b.pointAt(h, s.beta.of, elements.At(s.gamma, members), s.top, s.reach)
}

// pointOf returns the point of all respondents at the mode of some, the members. The search for it
// starts from what a point has of them, or from the prior mean for nil.
func (b *problem) pointOf(h *hyper, members []int, start *point, tol float64) (*point, error) {
	others := b.among(h, members)
	m, err := others.findPoint(h, others.reduced(h, start, members), tol)
	if err != nil {
		return nil, err
	}
	s := b.extended(others, h, m, members)
	others.giveBack(m)
	return s, nil
}

// deviations returns the standard deviations of the ratings of the respondents that are left out by
// the model linearised at a mode of the others, from which s is extended.
func (b *problem) deviations(h *hyper, s *point, out []int, m *mode, members []int) []float64 {
	all := b.newMode(s)
	defer b.recycle(all)
	b.computeSlopes(h, all)
	b.computeCovariance(h, all)
	observations := slices.Clone(members)
	for i := len(b.ratings); i < b.observations(); i++ {
		observations = append(observations, i)
	}
	between := m.covariance
	if between == nil { // solvers have no decomposition of it
		between = newCholesky(len(observations))
		for i := range observations {
			row := between.row(i)
			for l := range row {
				row[l] = all.covariance.at(observations[i], observations[i+l])
			}
		}
		between.factorise()
	}
	columns := make([]float64, len(observations)*len(out))
	for k, i := range observations {
		for l, o := range out {
			columns[k*len(out)+l] = all.covariance.at(i, o)
		}
	}
	deviations, noise := make([]float64, len(out)), h.Noise*h.Noise
	for l, explained := range between.quadraticForms(columns, len(out)) {
		variance := all.covariance.at(out[l], out[l]) - noise - explained
		deviations[l] = math.Sqrt(max(0, variance) + noise)
	}
	return deviations
}
