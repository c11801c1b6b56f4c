package grades

import "math"

const (
	maxNewtonSteps = 100
	// maxProducts bounds the iterations of conjugate gradients for one step.
	maxProducts = 120
	// The search stops after two steps in a row that gain less than minStepGain nats, or
	// minStepGainEach for each respondent if that is more: a ten-thousandth of what the noise of a
	// rating contributes.
	minStepGain     = 0.1
	minStepGainEach = 1e-4
	// Conjugate gradients reduce the gradient to a share between these.
	maxResidual, minResidual = 0.5, 0.02
)

// findMode finds the mode from theta by Newton's method, with steps by conjugate gradients that are
// the more precise the less there is to gain.
//
// Source: J. Nocedal and S. J. Wright, Numerical Optimization, 2006, section 7.1.
func (w *weightSpace) findMode(theta []float64) (v *view, converged bool) {
	v = w.view(theta)
	enough := max(minStepGain, minStepGainEach*float64(len(w.used)))
	residual, small := maxResidual, 0
	for range maxNewtonSteps {
		c, gradient := w.curvature(v)
		d := c.newtonStep(c.preconditioner(), gradient, residual)
		next := w.lineSearch(v, d)
		if next == nil {
			return v, true
		}
		gain := v.objective - next.objective
		v = next
		if gain >= enough {
			small = 0
		} else if small++; small == 2 {
			return v, true
		}
		residual = max(minResidual, min(residual, math.Sqrt(gain/(1000*enough))))
	}
	return v, false
}

// inverse approximates that of a curvature.
type inverse interface {
	// solve writes the product with a vector of parameters.
	solve(x, product []float64)
}

// preconditioner returns the better approximation of the inverse that is not too costly.
func (c *curvature) preconditioner() inverse {
	if c.joint() {
		if p := newJointPreconditioner(c); p != nil {
			return p
		}
	}
	return newPreconditioner(c)
}

// newtonStep solves H·step = -gradient by conjugate gradients until the residual, in the norm of
// the preconditioner, is the given share of the gradient.
func (c *curvature) newtonStep(p inverse, gradient []float64, share float64) []float64 {
	n := len(gradient)
	step, residual := make([]float64, n), make([]float64, n)
	along, product, solved := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, v := range gradient {
		residual[i] = -v
	}
	p.solve(residual, along)
	size := dot(residual, along)
	enough := share * share * size
	for range maxProducts {
		c.multiply(along, product)
		length := size / dot(along, product)
		for i, v := range along {
			step[i] += length * v
			residual[i] -= length * product[i]
		}
		p.solve(residual, solved)
		next := dot(residual, solved)
		if next <= enough {
			break
		}
		for i, v := range solved {
			along[i] = v + next/size*along[i]
		}
		size = next
	}
	return step
}

// lineSearch returns the first point on the way from v by a step that is better than v, where the
// step is halved each time, or nil if there is none.
func (w *weightSpace) lineSearch(v *view, step []float64) *view {
	for length := 1.0; length >= minStepLength; length /= 2 {
		theta := make([]float64, len(step))
		for i, x := range v.theta {
			theta[i] = x + length*step[i]
		}
		if next := w.view(theta); next.objective < v.objective {
			return next
		}
	}
	return nil
}
