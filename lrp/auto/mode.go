package auto

import (
	"errors"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/dense"
)

var errNotPositive = errors.New("grades: a covariance is not positive definite")

// mode is a point with the model linearised there, which is a Gaussian process on the observations.
type mode struct {
	*point
	slope     nodeValues   // dσ(g)/dg times the share by which the question counts with the text
	system    *elimination // of C, the covariance of the observations, noise included
	alpha     []float64    // C⁻¹r
	remainder *remainder   // nil where no answer has a score
	damping   float64      // of the step from here, at least 1
	linear    float64      // the least objective of the linearised and damped model
	converged bool
}

// newMode returns a mode at s without other values.
func (b *problem) newMode(s *point) *mode {
	return &mode{
		point: s, slope: b.newNodeValues(), system: b.newElimination(), damping: 1,
		alpha: make([]float64, b.observations()),
	}
}

// gradeSlope returns the derivative of a rating by one of the respondent's grades.
func (m *mode) gradeSlope() float64 { return m.reach / float64(len(m.slope.of)) }

// computeSlopes computes slope at the mode's point.
func (b *problem) computeSlopes(h *hyper, m *mode) {
	dense.ScaleShifted(m.slope.all, -1, m.grade.all, m.grade.all, -1) // p·(1 - p)
	for j, n := range b.nodes {
		if b.points != nil {
			floats.Scale(b.points[j], m.slope.of[j])
		}
		for _, k := range n.blank {
			m.slope.of[j][k] *= h.blankShare()
		}
	}
}

// linearise computes slope, system, alpha and linear at the mode's point.
func (b *problem) linearise(h *hyper, m *mode) error {
	b.computeSlopes(h, m)
	if !m.system.factorise(b, h, m) {
		return errNotPositive
	}
	b.computeResiduals(h, m)
	residuals := append(b.workspace().residuals[:0], m.alpha...)
	m.system.solve(m.alpha)
	m.linear = (dot(residuals, m.alpha) + b.rated.within/(h.Noise*h.Noise) + (1-1/m.damping)*m.roughness) / 2
	return nil
}

// computeResiduals sets alpha to r = y - ŷ + J·(u - u₀)/damping, where u are g, h, top and reach
// and u₀ is their prior mean.
func (b *problem) computeResiduals(h *hyper, m *mode) {
	b.gradeChanges(m, m.alpha)
	share, n := m.gradeSlope(), len(b.observed)
	for r, i := range b.observed {
		change := b.counted[r]*share*m.alpha[r] + m.top - b.scale.top +
			(m.meanGrade[i]-1)*(m.reach-b.scale.reach) + m.whole[i]
		m.alpha[r] = b.rated.mean[r] - m.fitted[i] + change/m.damping
	}
	for k := range b.answers {
		a := &b.answers[k]
		value, _ := a.value(h)
		m.alpha[n+k] = value - a.share(h)*m.grade.of[a.question][a.node] + m.alpha[n+k]/m.damping
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

// workspace is memory that the searches for a mode of a problem use one after the other.
type workspace struct {
	shared     []float64 // see [problem.sharedJacobian]
	node       []float64 // a number for each node of a question
	residuals  []float64 // by observation
	products   []float64 // n x n for n nodes
	full, part *point    // after a full step and after a part of it
}

// workspace returns the problem's workspace.
func (b *problem) workspace() *workspace {
	if b.buffers != nil {
		return b.buffers
	}
	all, maxNodes := b.observations(), 0
	for _, n := range b.nodes {
		maxNodes = max(maxNodes, n.size())
	}
	b.buffers = &workspace{
		shared: make([]float64, b.sharedParameters()*all), node: make([]float64, maxNodes),
		residuals: make([]float64, all), full: b.newPoint(), part: b.newPoint(),
	}
	return b.buffers
}
