package auto

// without returns the problem of those respondents that are not left out. It has the texts of all
// respondents, so that a mode has everybody's grades and predictions. Kernels are those of the
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
