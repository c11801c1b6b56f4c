package grades

import "errors"

const (
	mostSteps    = 300
	shortestStep = 1e-3
)

var errNotPositive = errors.New("grades: the covariance of the ratings is not positive definite")

// Decreases of the objective, in nats, at which to stop.
const (
	roughly   = 0.1   // for comparing hyper-parameters
	well      = 0.01  // for predictions
	precisely = 0.001 // for leaving out one respondent, which changes little
)

// mode is the posterior's mode with the model linearised there: a Gaussian process on the observations.
type mode struct {
	*state
	slope      [][]float64 // derivative of the grade by g, by question and node
	covariance *factor     // of the observations, noise included
	alpha      []float64   // covariance⁻¹ of what is left of the observations by the prior's mean
	converged  bool
}

// newMode returns a mode without values, in the memory of one that was dropped if there is any.
func (b *problem) newMode(s *state) *mode {
	if w := b.work(); w.dropped != nil {
		m := w.dropped
		w.dropped = nil
		m.state, m.converged = s, false
		return m
	}
	n := b.observations()
	return &mode{state: s, slope: b.byNode(), covariance: newFactor(n), alpha: make([]float64, n)}
}

// drop leaves the memory of a mode, but not of its state, to the next.
func (b *problem) drop(m *mode) { b.work().dropped = m }

// share returns the derivative of a respondent's rating by one of the grades.
func (m *mode) share() float64 { return m.reach / float64(len(m.slope)) }

// climb finds the mode from a start, which it changes, by Gauss-Newton steps, halved until the objective decreases, and
// stops where it decreases by less than enough.
func (b *problem) climb(h Hyper, s *state, enough float64) (*mode, error) {
	m, w := b.newMode(s), b.work()
	mixed := false
	for range mostSteps {
		if err := b.linearise(h, m); err != nil {
			return nil, err
		}
		b.newton(h, m, w.full)
		before := m.objective
		switch b.search(h, m.state, w.full, w.part) {
		case nil:
			m.converged = true
		case w.full:
			m.state, w.full, mixed = w.full, m.state, false
		case w.part:
			m.state, w.part, mixed = w.part, m.state, true
		}
		if m.converged = m.converged || before-m.objective < enough; m.converged {
			break
		}
	}
	if mixed {
		// Parts of steps add up what they change. Another fit is to find the same from beta, to the bit.
		b.raise(h, m.state)
		b.judge(h, m.state)
	}
	return m, b.linearise(h, m)
}

// search returns the first point on the way from s to full, halving the step, that is better than s, or nil. It writes the
// points but the first to part.
func (b *problem) search(h Hyper, s, full, part *state) *state {
	b.raise(h, full)
	b.judge(h, full)
	if full.objective < s.objective {
		return full
	}
	for step := 0.5; step >= shortestStep; step /= 2 {
		if b.mix(h, part, s, full, step); part.objective < s.objective {
			return part
		}
	}
	return nil
}

// linearise computes slope, covariance and alpha at the present state.
func (b *problem) linearise(h Hyper, m *mode) error {
	for j, grade := range m.grade {
		slope := m.slope[j]
		for k, p := range grade {
			slope[k] = p * (1 - p)
		}
	}
	if b.observations() == 0 {
		return nil
	}
	b.covary(h, m)
	if !m.covariance.decompose() {
		return errNotPositive
	}
	b.rest(m)
	m.covariance.solve(m.alpha)
	return nil
}

// rest sets alpha to what is left of the observations by the prior's mean, by the linearised model.
func (b *problem) rest(m *mode) {
	node := b.work().node
	respondents, share := len(b.ratings), m.share()
	alpha := m.alpha[:respondents]
	clear(alpha)
	for j, n := range b.nodes {
		slope, product := m.slope[j], node[:n.size()]
		for k, v := range m.rise[j] {
			product[k] = slope[k] * v
		}
		for i, k := range n.at {
			alpha[i] += product[k]
		}
		for a, k := range n.key {
			i := respondents + n.answers + a
			m.alpha[i] = b.target(i) - m.fitted[i] + product[k]
		}
	}
	for i, y := range b.ratings {
		alpha[i] = y - m.fitted[i] + share*alpha[i] + m.top - 1 + (m.average[i]-1)*(m.reach-1)
	}
}

// newton sets beta, top and reach of s to the mode of the linearised model.
func (b *problem) newton(h Hyper, m *mode, s *state) {
	respondents, share := len(b.ratings), m.share()
	for j, n := range b.nodes {
		beta := s.beta[j]
		clear(beta)
		for i, k := range n.at {
			beta[k] += m.alpha[i]
		}
		for k := range beta {
			beta[k] *= share
		}
		for a, k := range n.key {
			beta[k] += m.alpha[respondents+n.answers+a]
		}
		for k, g := range m.slope[j] {
			beta[k] *= g
		}
	}
	s.top, s.reach = 1, 1
	for i := range b.ratings {
		s.top += h.Top * h.Top * m.alpha[i]
		s.reach += h.Reach * h.Reach * m.alpha[i] * (m.average[i] - 1)
	}
}
