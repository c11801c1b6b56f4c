package regress

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	// Beyond these limits dense decompositions take longer than maxSparseSteps of LSMR.
	maxDualRows    = 4096
	maxSVDWork     = 1e11
	maxTallWork    = 1e10
	maxSparseSteps = 2000
	sparseTol      = 1e-10
	// distinctTol takes its place where products are by distinct rows. Of so many rows, what more
	// steps change is far below the error of sampling.
	distinctTol = 1e-6
)

// manyForDense reports whether a dense decomposition would take too long.
func manyForDense(n, varying int, tall bool) bool {
	if tall {
		return float64(n)*float64(varying)*float64(varying) > maxTallWork
	}
	return n > maxDualRows
}

// solveSparse minimises ||yc - Xc w|| by products with X alone, in at most limit steps. From w = 0
// all iterates are in the row space, so that the limit is the solution of least norm.
func solveSparse(c *centred, yc []float64, limit int) *solution {
	l := newLSMR(c, yc)
	for l.steps < limit && !l.converged() {
		l.step()
	}
	s := &solution{w: l.w, steps: l.steps}
	if !l.converged() {
		s.openGradient = l.gradient / (l.norm * l.residual)
	}
	return s
}

// lsmr is the state of LSMR. The names of the scalars are those of Fong and Saunders. The gradient
// falls with each step.
type lsmr struct {
	b        *bidiagonal
	w        []float64
	h, hbar  []float64
	steps    int
	target   float64 // ||yc||
	gradient float64 // ||Xcᵀ(yc - Xc w)||
	residual float64 // estimate of the root of the objective
	tol      float64 // see converged
	norm     float64 // Frobenius norm of the part of Xc seen so far

	alphabar, zeta, zetabar, rho, rhobar, cbar, sbar   float64
	betadd, betad, rhod, tautilde, thetatilde, squares float64
}

func newLSMR(c *centred, yc []float64) *lsmr {
	b, tol := newBidiagonal(c, yc), sparseTol
	if c.x.distinct != nil {
		tol = distinctTol
	}
	return &lsmr{
		tol: tol,
		b:   b, w: make([]float64, len(b.v)), h: append([]float64(nil), b.v...),
		hbar:   make([]float64, len(b.v)),
		target: b.beta, gradient: b.alpha * b.beta, residual: b.beta, norm: b.alpha,
		alphabar: b.alpha, zetabar: b.alpha * b.beta, rho: 1, rhobar: 1, cbar: 1,
		betadd: b.beta, rhod: 1, squares: b.alpha * b.alpha,
	}
}

// converged reports whether the gradient, or the residual of consistent equations, is down to
// rounding, or for many rows to a small part.
func (l *lsmr) converged() bool {
	return l.gradient <= l.tol*l.norm*l.residual || l.residual <= sparseTol*l.target ||
		l.b.alpha == 0
}

func (l *lsmr) step() {
	l.steps++
	b := l.b
	b.step()
	if b.beta <= 1e-15*l.norm { // only rounding is left
		b.alpha, b.beta = 0, 0
	}
	rhoold := l.rho
	rhobarold := l.rhobar
	zetaold := l.zeta
	l.rho = math.Hypot(l.alphabar, b.beta)
	cosine, sine := l.alphabar/l.rho, b.beta/l.rho
	theta := sine * b.alpha
	l.alphabar = cosine * b.alpha

	thetabar := l.sbar * l.rho
	l.rhobar = math.Hypot(l.cbar*l.rho, theta)
	l.cbar, l.sbar = l.cbar*l.rho/l.rhobar, theta/l.rhobar
	l.zeta, l.zetabar = l.cbar*l.zetabar, -l.sbar*l.zetabar
	l.gradient = math.Abs(l.zetabar)

	back := thetabar * l.rho / (rhoold * rhobarold)
	forth := l.zeta / (l.rho * l.rhobar)
	on := theta / l.rho
	floats.AddScaledTo(l.hbar, l.h, -back, l.hbar)
	floats.AddScaled(l.w, forth, l.hbar)
	floats.AddScaledTo(l.h, b.v, -on, l.h)

	betahat := cosine * l.betadd
	l.betadd = -sine * l.betadd
	thetatildeold := l.thetatilde
	rhotilde := math.Hypot(l.rhod, thetabar)
	ctilde, stilde := l.rhod/rhotilde, thetabar/rhotilde
	l.thetatilde, l.rhod = stilde*l.rhobar, ctilde*l.rhobar
	l.betad = -stilde*l.betad + ctilde*betahat
	l.tautilde = (zetaold - thetatildeold*l.tautilde) / rhotilde
	taud := (l.zeta - l.thetatilde*l.tautilde) / l.rhod
	l.residual = math.Sqrt((l.betad-taud)*(l.betad-taud) + l.betadd*l.betadd)

	l.squares += b.beta * b.beta
	l.norm = math.Sqrt(l.squares)
	l.squares += b.alpha * b.alpha
}

// bidiagonal reduces Xc step by step to a lower bidiagonal matrix. U and V have orthonormal
// columns:
//
//	yc = β₁u₁,  α₁v₁ = Xcᵀu₁,  β₂u₂ = Xc v₁ - α₁u₁,  α₂v₂ = Xcᵀu₂ - β₂v₁ …
//
// A step costs two products with X.
//
// Source: Golub and Kahan, Calculating the Singular Values and Pseudo-Inverse of a Matrix, J. SIAM
// B 2(2), 1965; as in Paige and Saunders, LSQR, ACM Trans. Math. Softw. 8(1), 1982.
type bidiagonal struct {
	c           *centred
	alpha, beta float64   // α_k, β_k
	u, v        []float64 // u_k, n; v_k, p
	image       []float64 // n
	gradient    []float64 // p
}

// newBidiagonal returns the state for k = 1. alpha is 0 if Xcᵀyc is.
func newBidiagonal(c *centred, yc []float64) *bidiagonal {
	b := &bidiagonal{
		c: c, u: append([]float64(nil), yc...), v: make([]float64, len(c.mean)),
		image: make([]float64, len(yc)), gradient: make([]float64, len(c.mean)),
	}
	b.beta = normalise(b.u)
	c.transposed(b.v, b.u)
	b.alpha = normalise(b.v)
	return b
}

// step advances from k to k+1. alpha or beta is 0 at the end.
func (b *bidiagonal) step() {
	b.c.multiply(b.image, b.v)
	floats.AddScaledTo(b.u, b.image, -b.alpha, b.u)
	b.beta = normalise(b.u)
	b.c.transposed(b.gradient, b.u)
	floats.AddScaledTo(b.v, b.gradient, -b.beta, b.v)
	b.alpha = normalise(b.v)
}

// normalise divides v by its norm and returns the norm.
func normalise(v []float64) float64 {
	norm := norm2(v)
	if norm > 0 {
		for i := range v {
			v[i] /= norm
		}
	}
	return norm
}
