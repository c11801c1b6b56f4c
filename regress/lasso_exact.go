package regress

import (
	"math"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
)

const (
	// exactTol bounds the violation of the optimality condition of each column, relative to the
	// maximum correlation, ||x - mean(x)|| ||y - mean(y)||.
	exactTol = 1e-12
	// exactRounds is the maximum number of rounds of sweeps and a Newton step.
	exactRounds = 1000
	// maxSupport is the maximum number of weights of a Newton step.
	maxSupport = 2048
	// maxSteps is the maximum number of Newton steps in a row.
	maxSteps = 100
	// damping of a Newton step, relative to the squared norm of each column.
	damping = 1e-9
)

// finish continues the fit to all rows, after [lassoPath.follow] with the same penalty, until the
// optimality conditions hold for all columns,
//
//	x·r - l2 w = l1 sign(w) if w ≠ 0,  |x·r| <= l1 if w = 0,
//
// up to exactTol, and returns their violation in that measure.
func (p *lassoPath) finish(rounds int) (off float64) {
	l := p.all
	for round := range rounds {
		l.refresh()
		p.pass(l)
		p.activate(l, l.l1)
		if off = p.violation(); off <= exactTol {
			break
		}
		for range 3 + min(round, 100) {
			l.sweep(false)
		}
		p.newton()
	}
	return off
}

// violation returns the maximum violation of the optimality conditions after a pass, relative to
// the correlation of each column with the targets at most.
func (p *lassoPath) violation() (worst float64) {
	l := p.all
	off := func(j int32, violation float64) {
		if violation > 0 {
			worst = max(worst, violation/(p.norm[j]*l.ynorm))
		}
	}
	for j, g := range l.g {
		if !l.seen[j] {
			off(int32(j), math.Abs(g)-l.l1)
		}
	}
	for _, c := range l.active {
		g := l.g[c.j] - l.l2*c.w
		if c.w == 0 {
			off(c.j, math.Abs(g)-l.l1)
		} else {
			off(c.j, math.Abs(g-math.Copysign(l.l1, c.w)))
		}
	}
	return worst
}

// newton moves the nonzero weights of the fit to all rows towards the minimum of the quadratic that
// equals the objective as long as no sign changes, by steps
//
//	(Gram(columns with w ≠ 0) + l2·I + D) δ = Xᵀr - l2 w - l1 sign(w)
//
// on which weights that would change their sign become 0 and stay so. Steps are halved until the
// objective falls, so descent and Newton steps may be mixed. D, a small multiple of the diagonal,
// makes the steps proximal: repeated, they converge to the minimum, and if columns depend on
// others, they are long along the directions that leave the fit unchanged and lower ||w||₁, until a
// weight becomes 0.
func (p *lassoPath) newton() {
	l := p.all
	support := l.nonzero()
	if len(support) > maxSupport {
		return
	}
	gram := p.gram(support)
	chosen := make([]int, len(support)) // indices in support
	for a := range chosen {
		chosen[a] = a
	}
	l.refresh()
	matrix, delta := make([]float64, len(gram)), make([]float64, len(support))
	for range maxSteps {
		k := len(chosen)
		delta = delta[:k]
		for q, a := range chosen {
			for r, b := range chosen[q:] {
				matrix[q*k+q+r] = gram[a*len(support)+b]
			}
			c := support[a]
			matrix[q*k+q] += l.l2 + damping*c.square
			delta[q] = c.dot(l.r) - l.l2*c.w - math.Copysign(l.l1, c.w)
		}
		f := dense.Factorize(matrix[:k*k], k)
		if f == nil {
			return
		}
		f.Solve(delta)
		left := l.move(support, chosen, delta)
		if len(left) == k {
			return
		}
		chosen = left
	}
}

// nonzero returns the active columns with weights.
func (l *lane) nonzero() (list []*activeColumn) {
	for k := range l.active {
		if l.active[k].w != 0 {
			list = append(list, &l.active[k])
		}
	}
	return list
}

// move adds delta to the chosen weights, or half of it, a quarter and so on, until the objective
// falls. It sets weights that would change their sign to 0. It returns the weights that are left
// and updates the residuals.
func (l *lane) move(support []*activeColumn, chosen []int, delta []float64) (left []int) {
	before := numbers.Map(chosen, func(a int) float64 { return support[a].w })
	objective := l.objective()
	for step := 1.0; step > 1e-12; step /= 2 {
		left = make([]int, 0, len(chosen))
		for q, a := range chosen {
			c := support[a]
			if c.w = before[q] + step*delta[q]; c.w*before[q] <= 0 {
				c.w = 0
				continue
			}
			left = append(left, a)
		}
		l.refresh()
		if l.objective() <= objective*(1+1e-12) { // rounding aside
			break
		}
	}
	return left
}

// objective returns the objective times the number of rows.
func (l *lane) objective() float64 {
	value := dot(l.r, l.r) / 2
	for _, c := range l.active {
		value += l.l1*math.Abs(c.w) + l.l2*c.w*c.w/2
	}
	return value
}

// gram returns the upper triangle, by rows, of the products of centred columns.
func (p *lassoPath) gram(list []*activeColumn) []float64 {
	k := len(list)
	gram := make([]float64, k*k)
	for a, c := range list {
		for i := range p.fit {
			p.fit[i] = -c.mean
		}
		for e, i := range c.rows {
			p.fit[i] += c.values[e]
		}
		for b, other := range list[a:] { // which need not be centred
			gram[a*k+a+b] = other.dot(p.fit)
		}
	}
	return gram
}
