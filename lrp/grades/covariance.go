package grades

import (
	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/parallel"
)

// sharedParameters returns the number of parameters that questions share: the weights of the cues,
// the intercept, top and reach.
func (b *problem) sharedParameters() int { return b.prior.cues() + 3 }

// sharedJacobian sets d to the derivatives of the observations by the shared parameters, each times
// the prior standard deviation of the parameter. They are laid out by parameter.
func (b *problem) sharedJacobian(h *hyper, m *mode, d []float64) {
	b.gradeJacobian(h, m, d)
	cues, all := len(b.cues), b.observations()
	top, reach := d[(cues+1)*all:][:all], d[(cues+2)*all:][:all]
	clear(top)
	clear(reach)
	for r, i := range b.observed {
		top[r], reach[r] = b.scale.topSD, b.scale.reachSD*(m.meanGrade[i]-1)
	}
}

// gradeJacobian is sharedJacobian without top and reach.
func (b *problem) gradeJacobian(h *hyper, m *mode, d []float64) {
	cues, respondents, all := len(b.cues), len(b.observed), b.observations()
	share, sd, node := m.gradeSlope(), newScales(h), b.workspace().node
	clear(d[:(cues+1)*all])
	for j, n := range b.nodes {
		slope := m.slope.of[j]
		product := node[:len(slope)]
		for c := range b.cues {
			if sd.weight == 0 {
				break
			}
			for k, z := range b.cues[c].of[j] {
				product[k] = slope[k] * z
			}
			n.scatter(d[c*all:][:all], product)
		}
		n.scatter(d[cues*all:][:all], slope)
	}
	for c := range cues + 1 {
		column, scale := d[c*all:][:all], sd.weight
		if c == cues {
			scale = sd.shared
		}
		for i := range column[:respondents] {
			column[i] *= b.counted[i] * share * scale
		}
		for i := range column[respondents:] {
			column[respondents+i] *= scale
		}
	}
}

// addRespondents adds to the covariance of the ratings observed what is not shared and h contribute,
// undamped, after [problem.sharedJacobian].
func (b *problem) addRespondents(h *hyper, m *mode, c *cholesky) {
	b.addQuestions(h, m, c)
	b.weighCovariance(c)
	b.addWhole(h, c)
}

// addQuestions adds to the covariance of the respondents what the questions contribute.
func (b *problem) addQuestions(h *hyper, m *mode, c *cholesky) {
	w := b.workspace()
	for first := 0; first < len(w.byNodes); first += questionsAtOnce {
		b.addByNodes(h, m, c, w.byNodes[first:min(first+questionsAtOnce, len(w.byNodes))])
	}
	for first := 0; first < len(w.byPeople); first += 2 {
		b.addByRespondents(h, m, c, w.byPeople[first:min(first+2, len(w.byPeople))])
	}
}

// addByNodes adds to the covariance of the respondents what at most [questionsAtOnce] questions
// contribute. It computes a product for each pair of nodes, which many pairs of respondents have in
// common.
func (b *problem) addByNodes(h *hyper, m *mode, c *cholesky, questions []int) {
	w, squared := b.workspace(), m.gradeSlope()*m.gradeSlope()
	for slot, j := range questions {
		n, slope := b.nodes[j], m.slope.of[j]
		size := n.size()
		for k, g := range slope {
			row := w.products[slot][k*size:][:size]
			dense.ScaleShifted(row, g*squared, slope, n.row(k), h.Question)
		}
	}
	// The row of products of respondent i's node, and the nodes of the respondents from i on.
	products := func(slot, i int) ([]float64, []int32) {
		n := b.nodes[questions[slot]]
		return w.products[slot][int(n.seen[i])*n.size():][:n.size()], n.seen[i:]
	}
	for i := range b.observed {
		row := c.row(i)
		if len(questions) == questionsAtOnce {
			// Processors have registers for two questions at a time.
			sums := w.sums[:len(row)]
			p0, a0 := products(0, i)
			p1, a1 := products(1, i)
			a0, a1 = a0[:len(row)], a1[:len(row)]
			for l := range sums {
				sums[l] = p0[a0[l]] + p1[a1[l]]
			}
			p2, a2 := products(2, i)
			p3, a3 := products(3, i)
			a2, a3 = a2[:len(row)], a3[:len(row)]
			for l, sum := range sums {
				row[l] += sum + (p2[a2[l]] + p3[a3[l]])
			}
			continue
		}
		for slot := range questions {
			p, at := products(slot, i)
			for l, k := range at {
				row[l] += p[k]
			}
		}
	}
}

// addByRespondents adds to the covariance of the respondents what one or two questions contribute,
// pair by pair of respondents.
func (b *problem) addByRespondents(h *hyper, m *mode, c *cholesky, questions []int) {
	w, squared, respondents := b.workspace(), m.gradeSlope()*m.gradeSlope(), len(b.observed)
	for slot, j := range questions {
		slope, slopes := m.slope.of[j], w.slopes[slot][:respondents]
		for i, k := range b.nodes[j].seen {
			slopes[i] = slope[k]
		}
	}
	// What pairs with respondent i have of a question: a factor, slopes, nodes and the kernel.
	pairs := func(slot, i int) (g float64, slopes []float64, at []int32, kernel []float64) {
		n, slopes := b.nodes[questions[slot]], w.slopes[slot][i:respondents]
		return squared * slopes[0], slopes, n.seen[i:], n.row(int(n.seen[i]))
	}
	for i := range b.observed {
		row := c.row(i)
		g0, s0, a0, k0 := pairs(0, i)
		s0, a0 = s0[:len(row)], a0[:len(row)]
		if len(questions) == 1 {
			for l, s := range s0 {
				row[l] += g0 * s * (k0[a0[l]] + h.Question)
			}
			continue
		}
		g1, s1, a1, k1 := pairs(1, i)
		s1, a1 = s1[:len(row)], a1[:len(row)]
		for l, v := range row {
			v += g0 * s0[l] * (k0[a0[l]] + h.Question)
			row[l] = v + g1*s1[l]*(k1[a1[l]]+h.Question)
		}
	}
}

// weighCovariance multiplies the covariances of the respondents by their weights.
func (b *problem) weighCovariance(c *cholesky) {
	if b.skipped == 0 && b.points == nil {
		return
	}
	for i, w := range b.counted {
		row := c.row(i)
		for l, v := range b.counted[i:] {
			row[l] *= w * v
		}
	}
}

// addWhole adds to the covariance of the ratings observed what h contributes.
func (b *problem) addWhole(h *hyper, c *cholesky) {
	if b.people == nil {
		return
	}
	kernel, n := b.people.kernelOf(h), len(b.Ratings)
	parallel.EachOf(len(b.observed), manyRows, func(r int) {
		row, of := c.row(r), kernel[b.observed[r]*n:][:n]
		for l, i := range b.observed[r:] {
			row[l] += of[i]
		}
	})
}
