package grades

// room is the memory that the steps of a climb write to.
type room struct {
	shared   []float64                  // see [problem.sharedSlopes]
	columns  []float64                  // these by parameter, one after the other
	node     []float64                  // a number for each node of a question
	products [questionsAtOnce][]float64 // n x n for n nodes
}

// questionsAtOnce is the number of questions whose kernels are added to the covariance in one go.
const questionsAtOnce = 4

func newRoom(b *problem) *room {
	most := 0
	for _, n := range b.nodes {
		most = max(most, n.size())
	}
	size := b.observations() * b.sharedParameters()
	w := &room{shared: make([]float64, size), columns: make([]float64, size), node: make([]float64, most)}
	for q := range w.products {
		w.products[q] = make([]float64, most*most)
	}
	return w
}

// sharedParameters returns the number of parameters that questions share: weights, intercept, top and reach.
func (b *problem) sharedParameters() int { return b.prior.cues() + 3 }

// sharedSlopes sets d, by observation, to the derivatives by the shared parameters, each times its prior standard deviation.
func (b *problem) sharedSlopes(h Hyper, m *mode, d []float64) {
	cues, respondents, share := b.prior.cues(), len(b.ratings), m.share()
	size := b.sharedParameters()
	scale := newScales(h)
	clear(d)
	for j, n := range b.nodes {
		for i, k := range n.at {
			addCues(d[i*size:][:cues+1], n.cuesOf(int(k)), m.slope[j][k])
		}
		for a, k := range n.key {
			addCues(d[(respondents+n.answers+a)*size:][:cues+1], n.cuesOf(k), m.slope[j][k])
		}
	}
	for i := range b.observations() {
		row, factor := d[i*size:][:size], 1.0
		if i < respondents {
			factor = share
			row[cues+1], row[cues+2] = h.Top, h.Reach*(m.average[i]-1)
		}
		for k := range row[:cues] {
			row[k] *= factor * scale.weight
		}
		row[cues] *= factor * scale.shared
	}
}

// addCues adds the cues and 1, times g, to a row.
func addCues(row, cues []float64, g float64) {
	for k, z := range cues {
		row[k] += g * z
	}
	row[len(cues)] += g
}

// covary sets the covariance to that of the observations in the linearised model.
func (b *problem) covary(h Hyper, m *mode, w *room) {
	// What the questions share, and top and reach, have covariances of low rank.
	b.covaryShared(m, w)
	for first := 0; first < len(b.nodes); first += questionsAtOnce {
		b.covaryRespondents(h, m, w, first, min(first+questionsAtOnce, len(b.nodes)))
	}
	b.covaryAnswers(h, m)
	for i := range b.observations() {
		m.covariance.row(i)[0] += b.noise(h, i)
	}
}

// covaryShared sets the covariance to the part of the shared parameters.
func (b *problem) covaryShared(m *mode, w *room) {
	n, size := b.observations(), b.sharedParameters()
	for i := range n {
		for k, v := range w.shared[i*size:][:size] {
			w.columns[k*n+i] = v
		}
	}
	for i := range n {
		row := m.covariance.row(i)
		clear(row)
		k, own := 0, w.shared[i*size:][:size]
		for ; k+4 <= size; k += 4 {
			c0, c1 := w.columns[k*n+i:][:n-i], w.columns[(k+1)*n+i:][:n-i]
			c2, c3 := w.columns[(k+2)*n+i:][:n-i], w.columns[(k+3)*n+i:][:n-i]
			v0, v1, v2, v3 := own[k], own[k+1], own[k+2], own[k+3]
			for l := range row {
				row[l] += (v0*c0[l] + v1*c1[l]) + (v2*c2[l] + v3*c3[l])
			}
		}
		for ; k < size; k++ {
			column := w.columns[k*n+i:][:n-i]
			for l := range row {
				row[l] += own[k] * column[l]
			}
		}
	}
}

// covaryRespondents adds the parts of questions, at most [questionsAtOnce] of them, to the covariance of the respondents. What
// respondents with two nodes have together is computed once.
func (b *problem) covaryRespondents(h Hyper, m *mode, w *room, first, end int) {
	squared := m.share() * m.share()
	for j := first; j < end; j++ {
		n, slope := b.nodes[j], m.slope[j]
		size := n.size()
		for k, g := range slope {
			g *= squared
			row, kernel := w.products[j-first][k*size:][:size], n.row(k)[:size]
			for l, s := range slope {
				row[l] = g * s * (kernel[l] + h.Question)
			}
		}
	}
	respondents := len(b.ratings)
	for i := range respondents {
		row := m.covariance.row(i)[:respondents-i]
		if end-first == questionsAtOnce {
			p0, a0 := b.product(w, first, first, i)
			p1, a1 := b.product(w, first, first+1, i)
			p2, a2 := b.product(w, first, first+2, i)
			p3, a3 := b.product(w, first, first+3, i)
			a0, a1, a2, a3 = a0[:len(row)], a1[:len(row)], a2[:len(row)], a3[:len(row)]
			for l := range row {
				row[l] += (p0[a0[l]] + p1[a1[l]]) + (p2[a2[l]] + p3[a3[l]])
			}
			continue
		}
		for j := first; j < end; j++ {
			p, at := b.product(w, first, j, i)
			for l, k := range at {
				row[l] += p[k]
			}
		}
	}
}

// product returns the row of products of respondent i's node of question j, and the nodes of the respondents from i on.
func (b *problem) product(w *room, first, j, i int) (products []float64, at []int32) {
	n := b.nodes[j]
	return w.products[j-first][int(n.at[i])*n.size():][:n.size()], n.at[i:]
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
