package grades

import "errors"

const (
	maxSteps      = 300
	minStepLength = 1e-3 // of the line search
	// minShare is the share of the expected gain that a full step must reach.
	minShare = 0.1
)

// Steps are damped the more, the less of what the linearised model promises is gained. It takes
// grades for linear, and without damping most steps would go several times too far.
const (
	firstDamping  = 2
	maxDamping    = 16
	dampingFactor = 2
	poorShare     = 0.5 // of the expected gain, below which damping grows
	goodShare     = 0.9 // above which it falls
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
	damping    float64   // of the step from here, at least 1
	linear     float64   // the least objective of the linearised and damped model
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
	m.point, m.damping, m.converged = s, 1, false
	return m
}

// recycle leaves the memory of m, except that of its point, to the next mode.
func (b *problem) recycle(m *mode) { b.workspace().recycled = m }

// gradeSlope returns the derivative of a rating by one of the respondent's grades.
func (m *mode) gradeSlope() float64 { return m.reach / float64(len(m.slope)) }

// findMode finds the mode from s, which it changes. It stops when the objective decreases by less
// than tol.
func (b *problem) findMode(h *hyper, s *point, tol float64) (*mode, error) {
	return b.descend(h, b.newMode(s), tol)
}

// findModeNear is findMode where s is a mode for other hyper-parameters. If that is better, it starts
// from where the model linearised at the same grades has its mode.
func (b *problem) findModeNear(h *hyper, s *point, tol float64) (*mode, error) {
	m, w := b.newMode(s), b.workspace()
	b.computeGrades(h, s)
	if err := b.linearise(h, m); err != nil {
		return nil, err
	}
	b.step(h, m, w.full)
	b.evaluate(h, w.full)
	if b.evaluate(h, s); w.full.objective < s.objective {
		m.point, w.full = w.full, s
	}
	return b.descend(h, m, tol)
}

// descend finds the mode from that of m by the method of Levenberg and Marquardt: by Gauss-Newton
// steps with a penalty on their length in the metric of the prior, see [problem.step].
//
// Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006, section 10.3.
func (b *problem) descend(h *hyper, m *mode, tol float64) (*mode, error) {
	w, interpolated := b.workspace(), false
	most := float64(maxDamping)
	if !h.graded() {
		most = 1 // the model is nearly linear
	}
	damping := min(firstDamping, most)
	for range maxSteps {
		m.damping = damping
		if err := b.linearise(h, m); err != nil {
			return nil, err
		}
		b.step(h, m, w.full)
		before, expected := m.objective, m.objective-m.linear
		switch b.lineSearch(h, m, w, expected) {
		case w.full:
			m.point, w.full, interpolated = w.full, m.point, false
		case w.part:
			m.point, w.part, interpolated = w.part, m.point, true
		}
		gain := before - m.objective
		if m.converged = gain < tol; m.converged {
			break
		}
		if gain < poorShare*expected {
			damping = min(most, damping*dampingFactor)
		} else if gain > goodShare*expected {
			damping = max(1, damping/dampingFactor)
		}
	}
	if interpolated {
		// A restored fit is computed from beta and must be the same to the bit.
		b.evaluate(h, m.point)
	}
	m.damping = 1
	return m, b.linearise(h, m)
}

// lineSearch returns w.full, which it evaluates, if the objective gains enough of what is expected
// there, or else w.part, a better point on the way, or nil if there is none. Each point is where the
// parabola through what is known of the objective has its minimum.
func (b *problem) lineSearch(h *hyper, m *mode, w *workspace, expected float64) *point {
	b.evaluate(h, w.full)
	gain := m.objective - w.full.objective
	if gain > minShare*expected {
		return w.full
	}
	for length := 1.0; length > minStepLength; {
		slope := 2 * expected // minus the derivative
		best := length * length * slope / (2 * (length*slope - gain))
		length = min(max(best, length/10), length/2)
		b.interpolate(h, w.part, m.point, w.full, length)
		if gain = m.objective - w.part.objective; gain > 0 {
			return w.part
		}
	}
	return nil
}

// linearise computes slope, covariance, alpha and linear at the mode's point.
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
		m.linear = m.objective
		return nil
	}
	solve := m.covariance.solve
	if b.updates != nil {
		if !b.updates.factorise(b, h, m) {
			return errNotPositive
		}
		solve = b.updates.solve
	} else {
		b.computeCovariance(h, m)
		if !m.covariance.factorise() {
			return errNotPositive
		}
	}
	b.computeResiduals(m)
	residuals := append(b.workspace().residuals[:0], m.alpha...)
	solve(m.alpha)
	m.linear = (dot(residuals, m.alpha) + (1-1/m.damping)*m.roughness) / 2
	return nil
}

// precisions returns the diagonal of C⁻¹ at the last point where the problem was linearised.
func (b *problem) precisions(m *mode) []float64 {
	if b.updates != nil {
		return b.updates.precisions()
	}
	return m.covariance.precisions()
}

// computeResiduals sets alpha to r = y - ŷ + J·(u - u₀)/damping, where u are g, h, top and reach and
// u₀ is their prior mean.
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
			m.alpha[i] = b.target(i) - m.fitted[i] + product[k]/m.damping
		}
	}
	for i, y := range b.ratings {
		change := b.weight[i]*share*alpha[i] + m.top - 1 + (m.meanGrade[i]-1)*(m.reach-1) + m.whole[i]
		alpha[i] = y - m.fitted[i] + change/m.damping
	}
}

// step sets beta, gamma, top and reach of s to the mode of the linearised and damped model. A step
// from u costs (damping-1)/2·(s - u)ᵀΣ⁻¹(s - u), as if the prior had the mean
// (u₀ + (damping-1)·u)/damping and the covariance Σ/damping. So s is that mean plus ΣJᵀα/damping.
func (b *problem) step(h *hyper, m *mode, s *point) {
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
		m.damp(beta, m.beta[j])
	}
	copy(s.gamma, m.alpha[:respondents])
	m.damp(s.gamma, m.gamma)
	var top, reach float64
	for i := range b.ratings {
		top += h.Top * h.Top * m.alpha[i]
		reach += h.Reach * h.Reach * m.alpha[i] * (m.meanGrade[i] - 1)
	}
	s.top = 1 + m.damped(top, m.top-1)
	s.reach = 1 + m.damped(reach, m.reach-1)
}

// damp shortens the way from the mode's coordinates to x.
func (m *mode) damp(x, from []float64) {
	for k, v := range from {
		x[k] = m.damped(x[k], v)
	}
}

func (m *mode) damped(x, from float64) float64 { return from + (x-from)/m.damping }
