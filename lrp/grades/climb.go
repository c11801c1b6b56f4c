package grades

import "math"

const (
	mostLargeSteps = 100
	// mostProducts bounds the conjugate gradients of one step.
	mostProducts = 120
	// The search stops after two steps in a row that gain less than slack nats each, or slackEach for each respondent if
	// that is more: a ten-thousandth of what the noise of a rating contributes.
	slack     = 0.1
	slackEach = 1e-4
	// Each step is solved until what is left of the gradient is this share of it, and at most.
	loosest, strictest = 0.5, 0.02
)

// climb finds the mode from theta by Newton's method, whose steps conjugate gradients find (see J. Nocedal and S. J.
// Wright, Numerical Optimization, 2006, section 7.1). The more there is to gain the less exactly.
func (g *large) climb(theta []float64) (v *view, converged bool) {
	v = g.view(theta)
	enough := max(slack, slackEach*float64(len(g.seen)))
	loose, small := loosest, 0
	for range mostLargeSteps {
		c, gradient := g.curvature(v)
		d := c.direction(newPreconditioner(c), gradient, loose)
		next := g.search(v, d)
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
		loose = max(strictest, min(loose, math.Sqrt(gain/(1000*enough))))
	}
	return v, false
}

// direction returns the step to the mode of the linearised model, found by conjugate gradients until what is left of the gradient, as the
// preconditioner measures it, is a share of what it was.
func (c *curvature) direction(p *preconditioner, gradient []float64, share float64) []float64 {
	n := len(gradient)
	step, left, along, product, solved := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i, v := range gradient {
		left[i] = -v
	}
	p.solve(left, along)
	size := dot(left, along)
	enough := share * share * size
	for range mostProducts {
		c.times(along, product)
		length := size / dot(along, product)
		for i, v := range along {
			step[i] += length * v
			left[i] -= length * product[i]
		}
		p.solve(left, solved)
		next := dot(left, solved)
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

// search returns the first point on the way from v by a step, halving it, that is better, or nil.
func (g *large) search(v *view, step []float64) *view {
	for length := 1.0; length >= shortestStep; length /= 2 {
		theta := make([]float64, len(step))
		for i, x := range v.theta {
			theta[i] = x + length*step[i]
		}
		if next := g.view(theta); next.objective < v.objective {
			return next
		}
	}
	return nil
}
