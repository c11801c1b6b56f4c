package grades

// without returns the problem of those respondents that are not left out. It has the texts of all of
// them, so that a mode has everybody's grades and predictions. Kernels are those of the
// hyper-parameters.
func (b *problem) without(h *hyper, leftOut func(i int) bool) *problem {
	others := *b
	others.nodes = make([]*nodes, len(b.nodes))
	for j, n := range b.nodes {
		some := *n
		others.nodes[j] = &some
	}
	others.observe(func(i int) bool { return b.member[i] && !leftOut(i) })
	others.scale = others.scaleFor(h)
	others.meet = nil
	others.buffers = nil
	return &others
}

// split returns the respondents that are left out and the others.
func (b *problem) split(leftOut func(i int) bool) (out, members []int) {
	for i := range b.Ratings {
		if leftOut(i) {
			out = append(out, i)
		} else {
			members = append(members, i)
		}
	}
	return out, members
}

// reduced returns the point of the members by the coordinates of one of more respondents, or that at
// the prior mean for nil.
func (b *problem) reduced(h *hyper, s *point) *point {
	if s == nil {
		return b.priorMean(h)
	}
	gamma := make([]float64, len(s.gamma))
	for _, i := range b.observed {
		gamma[i] = s.gamma[i]
	}
	return b.pointAt(h, s.beta.of, gamma, s.top, s.reach)
}

// pointWithout returns the mode of those respondents that are not left out. The search for it starts
// from what a point has of them, or from the prior mean for nil.
func (b *problem) pointWithout(
	h *hyper, leftOut func(i int) bool, start *point, tol float64,
) (*point, error) {
	others := b.without(h, leftOut)
	m, err := others.findPoint(h, others.reduced(h, start), tol)
	if err != nil {
		return nil, err
	}
	return m.point, nil
}
