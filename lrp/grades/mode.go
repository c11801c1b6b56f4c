package grades

import (
	"errors"

	"github.com/luna-rating/luna/internal/dense"
)

var errNotPositive = errors.New("grades: a covariance is not positive definite")

// mode is a point with the model linearised there, which is a Gaussian process on the observations.
type mode struct {
	*point
	// slope is dσ(g)/dg times the share by which the question counts with the text.
	slope      nodeValues
	covariance *cholesky // C of the observations, noise included; nil with a [solver]
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
		m = &mode{slope: b.newNodeValues(), alpha: make([]float64, n)}
	}
	switch {
	case b.solver != nil:
		m.covariance = nil
	case m.covariance == nil:
		m.covariance = newCholesky(n)
	}
	m.point, m.damping, m.converged = s, 1, false
	return m
}

// recycle leaves the memory of m, except that of its point, to the next mode.
func (b *problem) recycle(m *mode) { b.workspace().recycled = m }

// gradeSlope returns the derivative of a rating by one of the respondent's grades.
func (m *mode) gradeSlope() float64 { return m.reach / float64(len(m.slope.of)) }

// computeSlopes computes slope at the mode's point.
func (b *problem) computeSlopes(h *hyper, m *mode) {
	dense.ScaleShifted(m.slope.all, -1, m.grade.all, m.grade.all, -1) // p·(1 - p)
	for j, n := range b.nodes {
		for _, k := range n.blank {
			m.slope.of[j][k] *= 1 - h.Skipped
		}
	}
}

// linearise computes slope, covariance, alpha and linear at the mode's point.
func (b *problem) linearise(h *hyper, m *mode) error {
	b.computeSlopes(h, m)
	if b.observations() == 0 {
		m.linear = m.objective
		return nil
	}
	if !b.factorise(h, m) {
		return errNotPositive
	}
	b.computeResiduals(m)
	residuals := append(b.workspace().residuals[:0], m.alpha...)
	b.solve(m, m.alpha)
	m.linear = (dot(residuals, m.alpha) + (1-1/m.damping)*m.roughness) / 2
	return nil
}

// factorise decomposes the covariance at the mode's point, and reports whether it was positive
// definite.
func (b *problem) factorise(h *hyper, m *mode) bool {
	if b.solver != nil {
		return b.solver.factorise(b, h, m)
	}
	b.computeCovariance(h, m)
	return m.covariance.factorise()
}

// solve turns x into C⁻¹x with the last covariance.
func (b *problem) solve(m *mode, x []float64) {
	if b.solver != nil {
		b.solver.solve(x)
		return
	}
	m.covariance.solve(x)
}

// precisions returns the diagonal of C⁻¹, for the respondents at least, at the last point where the
// problem was linearised.
func (b *problem) precisions(m *mode) []float64 {
	if b.solver != nil {
		return b.solver.precisions()
	}
	return m.covariance.precisions()
}

// computeResiduals sets alpha to r = y - ŷ + J·(u - u₀)/damping, where u are g, h, top and reach and
// u₀ is their prior mean.
func (b *problem) computeResiduals(m *mode) {
	if b.wide != nil {
		b.wideChanges(m, m.alpha)
	} else {
		b.gradeChanges(m, m.alpha)
	}
	respondents, share := len(b.ratings), m.gradeSlope()
	alpha := m.alpha[:respondents]
	for i, y := range b.ratings {
		change := b.weight[i]*share*alpha[i] + m.top - 1 + (m.meanGrade[i]-1)*(m.reach-1) + m.whole[i]
		alpha[i] = y - m.fitted[i] + change/m.damping
	}
	for i := respondents; i < len(m.alpha); i++ {
		m.alpha[i] = b.target(i) - m.fitted[i] + m.alpha[i]/m.damping
	}
}

// gradeChanges sets changes to the sums over the questions of slope·(g - m), by observation.
func (b *problem) gradeChanges(m *mode, changes []float64) {
	node := b.workspace().node
	clear(changes)
	for j, n := range b.nodes {
		slope, product := m.slope.of[j], node[:n.size()]
		for k, v := range m.latent.of[j] {
			product[k] = slope[k] * v
		}
		n.scatter(changes, product)
	}
}
