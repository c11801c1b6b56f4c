package grades

import "errors"

const (
	maxSteps      = 300
	minStepLength = 1e-3 // of the line search
)

var errNotPositive = errors.New("grades: a covariance is not positive definite")

// Tolerances of the search for a mode: it stops when the objective decreases by less, in nats.
const (
	tolSearch = 0.1   // to compare hyper-parameters
	tolFit    = 0.01  // to predict
	tolRefit  = 0.001 // to leave out one respondent, which changes little
)

// mode is a point with the model linearised there, which is a Gaussian process on the observations.
type mode struct {
	*point
	// slope is dσ(g)/dg, by question and node, times the share by which the question counts with
	// the text.
	slope      [][]float64
	covariance *cholesky // C of the observations, noise included; nil with [updates]
	alpha      []float64 // C⁻¹r
	converged  bool
}

// newMode returns a mode at s without other values. It uses the memory of a recycled one if there
// is any.
func (b *problem) newMode(s *point) *mode {
	w, n := b.workspace(), b.observations()
	m := w.recycled
	w.recycled = nil
	if m == nil {
		m = &mode{slope: b.byNode(), alpha: make([]float64, n)}
	}
	if m.covariance == nil && b.updates == nil {
		m.covariance = newCholesky(n)
	}
	m.point, m.converged = s, false
	return m
}

// recycle leaves the memory of m, except that of its point, to the next mode.
func (b *problem) recycle(m *mode) { b.workspace().recycled = m }

// gradeSlope returns the derivative of a rating by one of the respondent's grades.
func (m *mode) gradeSlope() float64 { return m.reach / float64(len(m.slope)) }

// findMode finds the mode by Gauss-Newton steps from s, which it changes. It halves a step until
// the objective decreases and stops when it decreases by less than tol.
func (b *problem) findMode(h *hyper, s *point, tol float64) (*mode, error) {
	m, w := b.newMode(s), b.workspace()
	interpolated := false
	for range maxSteps {
		if err := b.linearise(h, m); err != nil {
			return nil, err
		}
		b.gaussNewton(h, m, w.full)
		before := m.objective
		switch b.lineSearch(h, m.point, w.full, w.part) {
		case nil:
			m.converged = true
		case w.full:
			m.point, w.full, interpolated = w.full, m.point, false
		case w.part:
			m.point, w.part, interpolated = w.part, m.point, true
		}
		if m.converged = m.converged || before-m.objective < tol; m.converged {
			break
		}
	}
	if interpolated {
		// A restored fit is computed from beta and must be the same to the bit.
		b.evaluate(h, m.point)
	}
	return m, b.linearise(h, m)
}

// lineSearch returns the first point on the way from s to full that is better than s, where the
// step is halved each time, or nil if there is none. It writes the points other than full to part.
func (b *problem) lineSearch(h *hyper, s, full, part *point) *point {
	b.evaluate(h, full)
	if full.objective < s.objective {
		return full
	}
	for step := 0.5; step >= minStepLength; step /= 2 {
		if b.interpolate(h, part, s, full, step); part.objective < s.objective {
			return part
		}
	}
	return nil
}

// linearise computes slope, covariance and alpha at the mode's point.
func (b *problem) linearise(h *hyper, m *mode) error {
	for j, grade := range m.grade {
		slope := m.slope[j]
		for k, p := range grade {
			slope[k] = p * (1 - p)
		}
		for _, k := range b.nodes[j].blank {
			slope[k] *= 1 - h.Skipped
		}
	}
	if b.observations() == 0 {
		return nil
	}
	if b.updates != nil {
		if !b.updates.factorise(b, h, m) {
			return errNotPositive
		}
		b.computeResiduals(m)
		b.updates.solve(m.alpha)
		return nil
	}
	b.computeCovariance(h, m)
	if !m.covariance.factorise() {
		return errNotPositive
	}
	b.computeResiduals(m)
	m.covariance.solve(m.alpha)
	return nil
}

// precisions returns the diagonal of C⁻¹ at the last point where the problem was linearised.
func (b *problem) precisions(m *mode) []float64 {
	if b.updates != nil {
		return b.updates.precisions()
	}
	return m.covariance.precisions()
}

// computeResiduals sets alpha to r = y - ŷ + J·(u - u₀), where u are g, top and reach and u₀ is
// their prior mean.
func (b *problem) computeResiduals(m *mode) {
	node := b.workspace().node
	respondents, share := len(b.ratings), m.gradeSlope()
	alpha := m.alpha[:respondents]
	clear(alpha)
	for j, n := range b.nodes {
		slope, product := m.slope[j], node[:n.size()]
		for k, v := range m.latent[j] {
			product[k] = slope[k] * v
		}
		for i, k := range n.at {
			alpha[i] += product[k]
		}
		for a, k := range n.key {
			i := respondents + n.firstKey + a
			m.alpha[i] = b.target(i) - m.fitted[i] + product[k]
		}
	}
	for i, y := range b.ratings {
		alpha[i] = y - m.fitted[i] + b.weight[i]*share*alpha[i] + m.top - 1 +
			(m.meanGrade[i]-1)*(m.reach-1) + m.whole[i]
	}
}

// gaussNewton sets beta, gamma, top and reach of s to the mode of the linearised model: beta =
// Jᵀalpha, and the others accordingly.
func (b *problem) gaussNewton(h *hyper, m *mode, s *point) {
	respondents, share := len(b.ratings), m.gradeSlope()
	for j, n := range b.nodes {
		beta := s.beta[j]
		clear(beta)
		for i, k := range n.at {
			beta[k] += b.weight[i] * m.alpha[i]
		}
		for k := range beta {
			beta[k] *= share
		}
		for a, k := range n.key {
			beta[k] += m.alpha[respondents+n.firstKey+a]
		}
		for k, g := range m.slope[j] {
			beta[k] *= g
		}
	}
	copy(s.gamma, m.alpha[:respondents])
	s.top, s.reach = 1, 1
	for i := range b.ratings {
		s.top += h.Top * h.Top * m.alpha[i]
		s.reach += h.Reach * h.Reach * m.alpha[i] * (m.meanGrade[i] - 1)
	}
}
