package auto

import "gonum.org/v1/gonum/floats"

const (
	maxSteps      = 300
	minStepLength = 1e-3 // of the line search
	// minShare is the share of the expected gain that a full step must reach.
	minShare = 0.1
)

// Steps are damped more if they gain less of what the linearised model promises. That model takes
// grades as linear, and without damping most steps would go several times too far.
const (
	firstDamping  = 2
	maxDamping    = 16
	dampingFactor = 2
	poorShare     = 0.5 // of the expected gain, below which damping grows
	goodShare     = 0.9 // above which it falls
)

// Tolerances of the search for a mode: it stops when the objective decreases by less, in nats.
const (
	tolSearch = 0.1   // to compare hyper-parameters
	tolFit    = 0.01  // to predict
	tolRefit  = 0.001 // to leave out one respondent, which changes little
)

// findMode finds the mode from s, which it changes. It stops when the objective decreases by less
// than tol.
func (b *problem) findMode(h *hyper, s *point, tol float64) (*mode, error) {
	m, err := b.findBare(h, s, tol)
	if err != nil || b.Scores == nil {
		return m, err
	}
	if err := b.addRemainder(h, m); err != nil {
		return nil, err
	}
	return m, b.linearise(h, m)
}

// findBare is findMode without the remainder.
func (b *problem) findBare(h *hyper, s *point, tol float64) (*mode, error) {
	m := b.newMode(s)
	if err := b.descend(h, m, tol); err != nil {
		return nil, err
	}
	return m, b.linearise(h, m)
}

// findModeNear is findBare where s is a mode for other hyper-parameters. If that is better, it
// starts from where the model linearised at the same grades has its mode.
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
	if err := b.descend(h, m, tol); err != nil {
		return nil, err
	}
	return m, b.linearise(h, m)
}

// descend moves m to the mode by the method of Levenberg and Marquardt: by Gauss-Newton
// steps with a penalty on their length in the metric of the prior, see [problem.step].
//
// Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006, section 10.3.
func (b *problem) descend(h *hyper, m *mode, tol float64) error {
	w := b.workspace()
	most := float64(maxDamping)
	if !h.graded() {
		most = 1 // the model is nearly linear
	}
	damping := min(firstDamping, most)
	for range maxSteps {
		m.damping = damping
		if err := b.linearise(h, m); err != nil {
			return err
		}
		b.step(h, m, w.full)
		before, expected := m.objective, m.objective-m.linear
		switch b.lineSearch(h, m, w, expected) {
		case w.full:
			m.point, w.full = w.full, m.point
		case w.part:
			m.point, w.part = w.part, m.point
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
	m.damping = 1
	return nil
}

// lineSearch returns w.full, which it evaluates, if the objective gains enough of what is expected
// there, or else w.part, a better point on the way, or nil if there is none. Each point is where
// the parabola through what is known of the objective has its minimum.
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

// step sets beta, gamma, top and reach of s to the mode of the linearised and damped model. A step
// from u costs (damping-1)/2·(s - u)ᵀΣ⁻¹(s - u), as if the prior had the mean
// (u₀ + (damping-1)·u)/damping and the covariance Σ/damping. So s is that mean plus ΣJᵀα/damping.
func (b *problem) step(h *hyper, m *mode, s *point) {
	clear(s.beta.all)
	clear(s.gamma)
	b.gather(m, s.beta)
	floats.Mul(s.beta.all, m.slope.all)
	m.damp(s.beta.all, m.beta.all)
	var top, reach float64
	of := &b.scale
	for r, i := range b.observed {
		s.gamma[i] = m.alpha[r]
		top += of.topSD * of.topSD * m.alpha[r]
		reach += of.reachSD * of.reachSD * m.alpha[r] * (m.meanGrade[i] - 1)
	}
	m.damp(s.gamma, m.gamma)
	s.top = of.top + m.damped(top, m.top-of.top)
	s.reach = of.reach + m.damped(reach, m.reach-of.reach)
}

// gather adds alpha to the values of the nodes that the observations depend on.
func (b *problem) gather(m *mode, values nodeValues) {
	ratings, share := len(b.observed), m.gradeSlope()
	for j, n := range b.nodes {
		of := values.of[j]
		for i, k := range n.seen {
			of[k] += b.counted[i] * m.alpha[i]
		}
		for k := range of {
			of[k] *= share
		}
		for a, k := range n.graded {
			of[k] += m.alpha[ratings+n.first+a]
		}
	}
}

// damp shortens the way from the mode's coordinates to x.
func (m *mode) damp(x, from []float64) {
	if m.damping == 1 {
		return
	}
	by := 1 / m.damping // exact, as damping is a power of 2
	for k, v := range from {
		x[k] = v + (x[k]-v)*by
	}
}

func (m *mode) damped(x, from float64) float64 { return from + (x-from)/m.damping }
