package grades

import "github.com/luna-rating/luna/internal/dense"

// computeWideSlopes gathers the slopes of the responses, by respondent and question.
func (b *problem) computeWideSlopes(m *mode) {
	slopes := b.workspace().wideSlopes
	for _, at := range b.wide.at {
		row := slopes[:len(at)]
		for j, k := range at {
			row[j] = m.slope.all[k]
		}
		slopes = slopes[len(at):]
	}
}

// addWide adds to the covariance of the respondents what the questions contribute. The slopes are
// those of the last [problem.sharedJacobian].
func (b *problem) addWide(h *hyper, m *mode, c *cholesky) {
	squared, questions := m.gradeSlope()*m.gradeSlope(), len(b.nodes)
	slopes := b.workspace().wideSlopes
	for i := range b.ratings {
		own := slopes[i*questions:][:questions]
		row := c.row(i)[:len(b.ratings)-i]
		for l := range row {
			others, kernels := slopes[(i+l)*questions:], b.wide.kernel(i, i+l)
			row[l] += squared * dense.DotShifted(own, others, kernels, h.Question)
		}
	}
}

// wideJacobian is [problem.sharedJacobian] without what top and reach contribute.
func (b *problem) wideJacobian(h *hyper, m *mode, d []float64) {
	w, cues, questions := b.wide, len(b.cues), len(b.nodes)
	respondents, all, share, sd := len(b.ratings), b.observations(), m.gradeSlope(), newScales(h)
	b.computeWideSlopes(m)
	first := 0 // parameter whose derivatives are not 0
	if sd.weight == 0 {
		first = cues
		clear(d[:cues*all])
	}
	scale := func(c int) float64 {
		if c == cues {
			return sd.shared
		}
		return sd.weight
	}
	slopes, sums := b.workspace().wideSlopes, make([]float64, cues+1)
	for i, rows := range w.cues {
		own := slopes[i*questions:][:questions]
		dense.Multiply(sums[first:], rows[first*questions:], questions, own)
		for c := first; c <= cues; c++ {
			d[c*all+i] = b.weight[i] * share * scale(c) * sums[c]
		}
	}
	ofKeys := d[cues*all+respondents:][:len(w.keys)]
	for a, k := range w.keys {
		ofKeys[a] = m.slope.all[k]
	}
	for c := first; c < cues; c++ {
		dense.ScaleShifted(d[c*all+respondents:][:len(w.keys)], sd.weight, ofKeys, w.ofKeys[c], 0)
	}
	for a := range ofKeys {
		ofKeys[a] *= sd.shared
	}
}

// sums sets sums to those of the values of a respondent's nodes, by respondent. It adds two at a
// time, so that additions need not wait for one another.
func (w *wide) sums(sums, values []float64) {
	for i, at := range w.at {
		var even, odd float64
		for len(at) >= 2 {
			even += values[at[0]]
			odd += values[at[1]]
			at = at[2:]
		}
		for _, k := range at {
			even += values[k]
		}
		sums[i] = even + odd
	}
}

// wideChanges is [problem.gradeChanges].
func (b *problem) wideChanges(m *mode, changes []float64) {
	slopes, latent := b.workspace().wideSlopes, m.latent.all
	for i, at := range b.wide.at {
		own := slopes[:len(at)]
		slopes = slopes[len(at):]
		var even, odd float64
		for len(at) >= 2 && len(own) >= 2 {
			even += own[0] * latent[at[0]]
			odd += own[1] * latent[at[1]]
			at, own = at[2:], own[2:]
		}
		for j, k := range at {
			even += own[j] * latent[k]
		}
		changes[i] = even + odd
	}
	for a, k := range b.wide.keys {
		changes[len(b.ratings)+a] = m.slope.all[k] * latent[k]
	}
}

// wideGather is [problem.gather].
func (b *problem) wideGather(m *mode, values []float64) {
	share := m.gradeSlope()
	for i, at := range b.wide.at {
		v := share * b.weight[i] * m.alpha[i]
		for _, k := range at {
			values[k] += v
		}
	}
	for a, k := range b.wide.keys {
		values[k] += m.alpha[len(b.ratings)+a]
	}
}
