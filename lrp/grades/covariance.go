package grades

import "github.com/luna-rating/luna/internal/dense"

// room is the memory that the steps of a problem's climbs, one after the other, write to.
type room struct {
	shared     []float64                  // see [problem.sharedSlopes]
	node       []float64                  // a number for each node of a question
	products   [questionsAtOnce][]float64 // n x n for n nodes
	tabled     []int                      // the questions whose products are computed for all pairs of nodes
	untabled   []int                      // those with so many nodes that it is less to do so for all pairs of respondents
	full, part *state                     // after a whole step and after a part of it
	dropped    *mode                      // or nil
}

// questionsAtOnce is the number of questions whose kernels are added to the covariance in one go.
const questionsAtOnce = 4

// work returns the problem's room.
func (b *problem) work() *room {
	if b.room != nil {
		return b.room
	}
	b.room = &room{shared: make([]float64, b.sharedParameters()*b.observations()), full: b.newState(), part: b.newState()}
	most := 0
	var sizes [questionsAtOnce]int
	for j, n := range b.nodes {
		size, respondents := n.size(), len(b.ratings)
		most = max(most, size)
		if 2*size*size > respondents*respondents {
			b.room.untabled = append(b.room.untabled, j)
			continue
		}
		place := len(b.room.tabled) % questionsAtOnce
		sizes[place] = max(sizes[place], size)
		b.room.tabled = append(b.room.tabled, j)
	}
	for place, size := range sizes {
		b.room.products[place] = make([]float64, size*size)
	}
	b.room.node = make([]float64, most)
	return b.room
}

// sharedParameters returns the number of parameters that questions share: weights, intercept, top and reach.
func (b *problem) sharedParameters() int { return b.prior.cues() + 3 }

// sharedSlopes sets d to the derivatives of the observations by the shared parameters, each times its prior standard deviation:
// all by one parameter, then all by the next.
func (b *problem) sharedSlopes(h Hyper, m *mode, d []float64) {
	cues, respondents, all := b.prior.cues(), len(b.ratings), b.observations()
	node, share, scale := b.work().node, m.share(), newScales(h)
	clear(d)
	for j, n := range b.nodes {
		slope, products := m.slope[j], node[:n.size()]
		for c := range cues {
			for k, g := range slope {
				products[k] = g * n.cues[k*cues+c]
			}
			n.spread(d[c*all:][:all], products)
		}
		n.spread(d[cues*all:][:all], slope)
	}
	for c := range cues + 1 {
		column, factor := d[c*all:][:all], scale.weight
		if c == cues {
			factor = scale.shared
		}
		for i := range column[:respondents] {
			column[i] *= share * factor
		}
		for i := range column[respondents:] {
			column[respondents+i] *= factor
		}
	}
	top, reach := d[(cues+1)*all:][:respondents], d[(cues+2)*all:][:respondents]
	for i, average := range m.average {
		top[i], reach[i] = h.Top, h.Reach*(average-1)
	}
}

// spread adds to the observations of a question the values of their nodes.
func (n *nodes) spread(observations, values []float64) {
	for i, k := range n.at {
		observations[i] += values[k]
	}
	for a, k := range n.key {
		observations[len(n.at)+n.answers+a] += values[k]
	}
}

// covary sets the covariance to that of the observations in the linearised model.
func (b *problem) covary(h Hyper, m *mode) {
	w, n := b.work(), b.observations()
	for i := range n {
		clear(m.covariance.row(i))
	}
	for first := 0; first < len(w.tabled); first += questionsAtOnce {
		b.covaryTabled(h, m, w, w.tabled[first:min(first+questionsAtOnce, len(w.tabled))])
	}
	for _, j := range w.untabled {
		b.covaryUntabled(h, m, j)
	}
	b.covaryAnswers(h, m)
	// What the questions share, and top and reach, have covariances of low rank.
	b.sharedSlopes(h, m, w.shared)
	dense.AddInner(m.covariance.data, n, n, w.shared, b.sharedParameters(), n)
	for i := range n {
		m.covariance.row(i)[0] += b.noise(h, i)
	}
}

// covaryTabled adds the parts of questions, at most [questionsAtOnce] of them, to the covariance of the respondents. What
// respondents with two nodes have together is computed once.
func (b *problem) covaryTabled(h Hyper, m *mode, w *room, questions []int) {
	squared := m.share() * m.share()
	for place, j := range questions {
		n, slope := b.nodes[j], m.slope[j]
		size := n.size()
		for k, g := range slope {
			g *= squared
			row, kernel := w.products[place][k*size:][:size], n.row(k)[:size]
			for l, s := range slope {
				row[l] = g * s * (kernel[l] + h.Question)
			}
		}
	}
	// The row of products of respondent i's node, and the nodes of the respondents from i on.
	products := func(place, i int) ([]float64, []int32) {
		n := b.nodes[questions[place]]
		return w.products[place][int(n.at[i])*n.size():][:n.size()], n.at[i:]
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
		for place := range questions {
			p, at := products(place, i)
			for l, k := range at {
				row[l] += p[k]
			}
		}
	}
}

// covaryUntabled adds the part of a question to the covariance of the respondents.
func (b *problem) covaryUntabled(h Hyper, m *mode, question int) {
	n, slope, squared := b.nodes[question], m.slope[question], m.share()*m.share()
	for i, own := range n.at {
		row := m.covariance.row(i)[:len(n.at)-i]
		g, kernel := squared*slope[own], n.row(int(own))[:len(slope)]
		for l, k := range n.at[i:] {
			row[l] += g * slope[k] * (kernel[k] + h.Question)
		}
	}
}

// covaryAnswers adds each question's part to the covariances of its acceptable answers.
func (b *problem) covaryAnswers(h Hyper, m *mode) {
	respondents, share, c := len(b.ratings), m.share(), m.covariance
	for j, n := range b.nodes {
		slope := m.slope[j]
		for a, own := range n.key {
			kernel, column := n.row(own), respondents+n.answers+a
			for i, k := range n.at {
				c.data[i*c.n+column] += share * slope[k] * slope[own] * (kernel[k] + h.Question)
			}
			for earlier, k := range n.key[:a+1] {
				c.data[(respondents+n.answers+earlier)*c.n+column] += slope[k] * slope[own] * (kernel[k] + h.Question)
			}
		}
	}
}
