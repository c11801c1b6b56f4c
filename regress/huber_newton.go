package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/numbers"
)

const (
	minScale        = 1e-9 // of σ, in units of max|y - mean(y)|
	maxHuberSteps   = 300
	huberTol        = 1e-11
	huberWarning    = 1e-6
	maxNewtonSolves = 1000 // maximum number of steps of conjugate gradients
)

// huberFit is the state of Newton's method for [Huber]. y and X are centred.
type huberFit struct {
	s          *ridgeSystem
	eps, alpha float64
	floor      float64 // lower limit of sigma, lowered in stages
	minFloor   float64 // final value of floor
	fixedScale bool    // sigma is fixed at its floor

	w        []float64
	b, sigma float64
	r        []float64 // yc - Xc w - b
	value    float64   // of the objective

	psi []float64 // n; the derivative of σH by r
	in  []bool    // n; |r| < εσ
	g   []float64 // p+2; the gradient in w, b and σ
}

// newHuberFit starts at w. σ is fixed unless it is 0.
func newHuberFit(s *ridgeSystem, eps, alpha, sigma float64, w []float64) *huberFit {
	f := &huberFit{
		s: s, eps: eps, alpha: alpha, w: w, minFloor: minScale * maxAbs(s.yc),
		r: make([]float64, s.n), psi: make([]float64, s.n), in: make([]bool, s.n),
		g: make([]float64, len(w)+2),
	}
	if sigma > 0 {
		f.floor = sigma
		f.minFloor = sigma
		f.fixedScale = true
	}
	s.c.subtract(f.r, s.yc, w)
	f.b = median(f.r)
	f.value, f.sigma = f.evaluate(f.w, f.b, f.r)
	if !f.fixedScale {
		f.floor = max(f.sigma/4, f.minFloor)
	}
	return f
}

func median(v []float64) float64 {
	u := slices.Sorted(slices.Values(v))
	return (u[(len(u)-1)/2] + u[len(u)/2]) / 2
}

// evaluate sets r to the residual and returns the objective at the best σ, and that σ.
func (f *huberFit) evaluate(w []float64, b float64, r []float64) (value, sigma float64) {
	f.s.c.subtract(r, f.s.yc, w)
	floats.AddConst(-b, r)
	sigma = f.floor
	if !f.fixedScale {
		sigma = max(sigma, huberScale(r, f.eps))
	}
	value = f.alpha * dot(w, w)
	for _, v := range r {
		if a := math.Abs(v); a < f.eps*sigma {
			value += sigma + v/sigma*v
		} else {
			value += sigma + 2*f.eps*a - f.eps*f.eps*sigma
		}
	}
	return value, sigma
}

// huberScale returns the σ that solves Σ min(r²/σ², ε²) = n, or 0 if more than n(1 - 1/ε²) elements
// of r are 0. If the k largest residuals are beyond εσ, it is σ² = Σ r² / (n - kε²) over the rest.
func huberScale(r []float64, eps float64) float64 {
	size := numbers.Map(r, math.Abs)
	slices.Sort(size)
	within := make([]float64, len(size)+1)
	for i, v := range size {
		within[i+1] = within[i] + v*v
	}
	for k := 0; k < len(size); k++ {
		rest := float64(len(size)) - float64(k)*eps*eps
		if rest <= 0 {
			break
		}
		sigma := math.Sqrt(within[len(size)-k] / rest)
		if size[len(size)-k-1] <= eps*sigma {
			return sigma
		}
	}
	return 0
}

// run iterates until the gradient vanishes. The error is a warning.
func (f *huberFit) run() (steps int, err error) {
	p := len(f.w)
	w, r := make([]float64, p), make([]float64, f.s.n)
	for {
		f.gradient()
		slope := f.slope()
		if slope <= max(huberTol, 1e-14*maxAbs(f.s.yc)/f.sigma) {
			if f.sigma > f.floor || f.floor <= f.minFloor {
				return steps, nil
			}
			// A small σ makes the objective bend sharply, so approach it slowly.
			f.floor = max(f.floor/8, f.minFloor)
			f.value, f.sigma = f.evaluate(f.w, f.b, f.r)
			continue
		}
		d := f.direction(min(1e-2, slope))
		fall := dot(d, f.g)
		moved := false
		for step := 1.0; step > 1e-12 && steps < maxHuberSteps; step /= 2 {
			floats.AddScaledTo(w, f.w, step, d[:p])
			b := f.b + step*d[p]
			value, sigma := f.evaluate(w, b, r)
			// Near the end, differences are below rounding.
			if value <= f.value+1e-4*step*fall+1e-15*math.Abs(f.value) {
				moved = b != f.b || !slices.Equal(w, f.w)
				f.w, w, f.r, r = w, f.w, r, f.r
				f.b = b
				f.sigma = sigma
				f.value = value
				break
			}
		}
		if steps++; !moved || steps > maxHuberSteps {
			f.gradient()
			if slope = f.slope(); !(slope <= huberWarning) {
				return steps, fmt.Errorf("%w: huber: the gradient is %.2g after %d steps",
					ErrNoConvergence, slope, steps)
			}
			return steps, nil
		}
	}
}

// gradient computes in, psi and g.
func (f *huberFit) gradient() {
	p := len(f.w)
	var sum, square, out float64
	for i, r := range f.r {
		f.in[i] = math.Abs(r) < f.eps*f.sigma
		if f.in[i] {
			f.psi[i] = 2 * r / f.sigma
			square += r / f.sigma * (r / f.sigma)
		} else {
			f.psi[i] = math.Copysign(2*f.eps, r)
			out++
		}
		sum += f.psi[i]
	}
	f.s.c.transposed(f.g[:p], f.psi)
	for j, w := range f.w {
		f.g[j] = 2*f.alpha*w - f.g[j]
	}
	f.g[p] = -sum
	// σ is always optimal for w and b, except for rounding and its limit.
	f.g[p+1] = 0
	if f.sigma > f.floor {
		f.g[p+1] = float64(f.s.n) - square - out*f.eps*f.eps
	}
}

// slope returns the maximum element of the gradient relative to its upper bound.
func (f *huberFit) slope() float64 {
	p := len(f.w)
	n := float64(f.s.n)
	m := max(math.Abs(f.g[p])/(2*f.eps*n), math.Abs(f.g[p+1])/n)
	for j, norm := range f.s.c.norm {
		if !f.s.c.constant[j] {
			m = max(m, math.Abs(f.g[j])/(2*f.eps*norm*math.Sqrt(n)))
		}
	}
	return m
}

// direction solves H d = -g by conjugate gradients to the relative tolerance tol, where
//
//	H = (2/σ) (Σ over rows in  u uᵀ + diag(ασ, …, ασ, 0, 0)),  u = (x, 1, r/σ),
//
// preconditioned by the diagonal that H would have if all rows were in.
func (f *huberFit) direction(tol float64) []float64 {
	p, n := len(f.w), f.s.n
	d, q := make([]float64, p+2), make([]float64, p+2)
	scale := make([]float64, p+2)
	for j, norm := range f.s.c.norm {
		if !f.s.c.constant[j] {
			scale[j] = 1 / (norm*norm + f.alpha*f.sigma)
		}
	}
	scale[p], scale[p+1] = 1/float64(n), 1/float64(n)
	if f.sigma <= f.floor {
		scale[p+1] = 0
	}
	residual := make([]float64, p+2)
	z := make([]float64, p+2)
	image := make([]float64, p+2)
	for j, g := range f.g {
		residual[j] = -g * f.sigma / 2
		z[j] = scale[j] * residual[j]
	}
	copy(q, z)
	gamma := dot(residual, z)
	goal := tol * tol * gamma
	t := make([]float64, n)
	for range maxNewtonSolves {
		if !(gamma > goal) {
			break
		}
		// image = H q · σ/2; the small terms for b and σ keep H from being singular
		f.s.c.multiply(t, q[:p])
		var sum, along float64
		for i := range t {
			t[i] += q[p] + f.r[i]/f.sigma*q[p+1]
			if !f.in[i] {
				t[i] = 0
			}
			sum += t[i]
			along += t[i] * f.r[i] / f.sigma
		}
		f.s.c.transposed(image[:p], t)
		floats.AddScaled(image[:p], f.alpha*f.sigma, q[:p])
		image[p] = sum + 1e-12*float64(n)*q[p]
		image[p+1] = along + 1e-12*float64(n)*q[p+1]
		curvature := dot(q, image)
		if !(curvature > 0) {
			break
		}
		step := gamma / curvature
		floats.AddScaled(d, step, q)
		floats.AddScaled(residual, -step, image)
		floats.MulTo(z, scale, residual)
		next := dot(residual, z)
		floats.AddScaledTo(q, z, next/gamma, q)
		gamma = next
	}
	return d
}
