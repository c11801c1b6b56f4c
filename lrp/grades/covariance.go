package grades

import "github.com/luna-rating/luna/internal/dense"

// sharedParameters returns the number of parameters that questions share: the weights of the cues,
// the intercept, top and reach.
func (b *problem) sharedParameters() int { return b.prior.cues() + 3 }

// sharedJacobian sets d to the derivatives of the observations by the shared parameters, each times
// the prior standard deviation of the parameter. They are laid out by parameter.
func (b *problem) sharedJacobian(h *hyper, m *mode, d []float64) {
	cues, respondents, all := b.prior.cues(), len(b.ratings), b.observations()
	node, share, sd := b.workspace().node, m.gradeSlope(), newScales(h)
	clear(d)
	for j, n := range b.nodes {
		slope, products := m.slope[j], node[:n.size()]
		for c := range cues {
			for k, g := range slope {
				products[k] = g * n.cues[k*cues+c]
			}
			n.scatter(d[c*all:][:all], products)
		}
		n.scatter(d[cues*all:][:all], slope)
	}
	for c := range cues + 1 {
		column, scale := d[c*all:][:all], sd.weight
		if c == cues {
			scale = sd.shared
		}
		for i := range column[:respondents] {
			column[i] *= share * scale
		}
		for i := range column[respondents:] {
			column[respondents+i] *= scale
		}
	}
	top, reach := d[(cues+1)*all:][:respondents], d[(cues+2)*all:][:respondents]
	for i, average := range m.meanGrade {
		top[i], reach[i] = h.Top, h.Reach*(average-1)
	}
}

// computeCovariance sets m.covariance to C = J·Σ·Jᵀ + noise, the covariance of the observations in
// the linearised model.
func (b *problem) computeCovariance(h *hyper, m *mode) {
	w, n := b.workspace(), b.observations()
	for i := range n {
		clear(m.covariance.row(i))
	}
	for first := 0; first < len(w.byNodes); first += questionsAtOnce {
		b.addByNodes(h, m, w, w.byNodes[first:min(first+questionsAtOnce, len(w.byNodes))])
	}
	for _, j := range w.byPeople {
		b.addByRespondents(h, m, j)
	}
	b.addAnswers(h, m)
	b.addWhole(h, m)
	// What the shared parameters contribute has low rank.
	b.sharedJacobian(h, m, w.shared)
	dense.AddInner(m.covariance.data, n, n, w.shared, b.sharedParameters(), n)
	for i := range n {
		m.covariance.row(i)[0] += b.noiseVariance(h, i)
	}
}

// addByNodes adds to the covariance of the respondents what at most [questionsAtOnce] questions
// contribute. It computes a product for each pair of nodes, which many pairs of respondents have in
// common.
func (b *problem) addByNodes(h *hyper, m *mode, w *workspace, questions []int) {
	squared := m.gradeSlope() * m.gradeSlope()
	for slot, j := range questions {
		n, slope := b.nodes[j], m.slope[j]
		size := n.size()
		for k, g := range slope {
			g *= squared
			row, kernel := w.products[slot][k*size:][:size], n.row(k)[:size]
			for l, s := range slope {
				row[l] = g * s * (kernel[l] + h.Question)
			}
		}
	}
	// The row of products of respondent i's node, and the nodes of the respondents from i on.
	products := func(slot, i int) ([]float64, []int32) {
		n := b.nodes[questions[slot]]
		return w.products[slot][int(n.at[i])*n.size():][:n.size()], n.at[i:]
	}
	for i := range b.ratings {
		row := m.covariance.row(i)[:len(b.ratings)-i]
		if len(questions) == questionsAtOnce {
			p0, a0 := products(0, i)
			p1, a1 := products(1, i)
			p2, a2 := products(2, i)
			p3, a3 := products(3, i)
			a0, a1, a2, a3 = a0[:len(row)], a1[:len(row)], a2[:len(row)], a3[:len(row)]
			for l := range row {
				row[l] += (p0[a0[l]] + p1[a1[l]]) + (p2[a2[l]] + p3[a3[l]])
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

// addByRespondents adds to the covariance of the respondents what one question contributes, pair by
// pair of respondents.
func (b *problem) addByRespondents(h *hyper, m *mode, question int) {
	n, slope, squared := b.nodes[question], m.slope[question], m.gradeSlope()*m.gradeSlope()
	for i, own := range n.at {
		row := m.covariance.row(i)[:len(n.at)-i]
		g, kernel := squared*slope[own], n.row(int(own))[:len(slope)]
		for l, k := range n.at[i:] {
			row[l] += g * slope[k] * (kernel[k] + h.Question)
		}
	}
}

// addAnswers adds to the covariances of the acceptable answers what their questions contribute.
func (b *problem) addAnswers(h *hyper, m *mode) {
	respondents, share, c := len(b.ratings), m.gradeSlope(), m.covariance
	for j, n := range b.nodes {
		slope, first := m.slope[j], respondents+n.firstKey
		for a, own := range n.key {
			kernel, column := n.row(own), first+a
			for i, k := range n.at {
				c.data[i*c.n+column] += share * slope[k] * slope[own] * (kernel[k] + h.Question)
			}
			for earlier, k := range n.key[:a+1] {
				v := slope[k] * slope[own] * (kernel[k] + h.Question)
				c.data[(first+earlier)*c.n+column] += v
			}
		}
	}
}

// addWhole adds to the covariance of the respondents what h contributes.
func (b *problem) addWhole(h *hyper, m *mode) {
	if b.people == nil {
		return
	}
	for i := range b.ratings {
		row := m.covariance.row(i)[:len(b.ratings)-i]
		for l := range row {
			row[l] += b.people.between(h, i, i+l)
		}
	}
}
