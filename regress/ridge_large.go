package regress

import (
	"fmt"
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
)

const (
	maxConjugateSteps = 2000
	conjugateTol      = 1e-8
	// The error of a penalty on a fold counts once the gradient is below foldGradient times that of
	// w = 0. A penalty that takes more than maxFoldSteps steps is left out.
	foldGradient = 1e-3
	maxFoldSteps = 300
	// foldCheck is the number of steps between checks of that.
	foldCheck = 20
)

// fitLarge solves by conjugate gradients. If alpha is 0, it chooses a penalty by cross-validation.
func (s *ridgeSystem) fitLarge(alpha float64) (*Linear, error) {
	s.c.factor(runtime.GOMAXPROCS(0))
	if alpha == 0 {
		alpha, _ = s.chooseLarge()
	}
	w := make([]float64, len(s.c.mean))
	steps, ok := s.conjugate(w, alpha, conjugateTol)
	d := Diagnostics{Alpha: alpha, Iterations: steps}
	if !ok {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: ridge: %d steps of conjugate gradients",
			ErrNoConvergence, steps))
	}
	return s.model(w, d)
}

// chooseLarge returns the penalty of least mean squared error over 5 folds, among the candidates of
// leave-one-out, and that error.
func (s *ridgeSystem) chooseLarge() (alpha, mse float64) {
	held := folds(s.n, 5, 0)
	list := make([]*ridgeFold, len(held))
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0)) // limits memory too
	for k := range held {
		wait.Go(func() {
			free <- struct{}{}
			list[k] = s.newFold(held[k])
			<-free
		})
	}
	wait.Wait()
	return minimise(s.mean, func(alphas []float64) []float64 {
		sums := make([]float64, len(alphas))
		for _, f := range list {
			for k, a := range alphas {
				sums[k] += f.error(a)
			}
		}
		for k := range sums {
			sums[k] /= float64(s.n)
		}
		return sums
	})
}

// ridgeFold predicts the rows of one fold from the rows outside it for any penalty. It has Xc of
// the latter in bidiagonal form U B Vᵀ, and the products of Q = X V of the former that their
// squared error takes.
type ridgeFold struct {
	alpha, beta []float64   // of B: α_k on the diagonal, β_{k+1} below it; β₁ is that of yc
	next        float64     // α_{k+1} β_{k+1} of the step not taken; 0 if there is none
	target      float64     // ||y||² of the held-out rows less the mean of the others
	product     []float64   // Qᵀy
	gram        [][]float64 // the lower triangle of QᵀQ
}

// newFold continues the reduction until penalties a decade below the best are evaluated, or all.
func (s *ridgeSystem) newFold(held []int) *ridgeFold {
	train, x, y := split(Problem{X: s.c.x, Y: s.y}, held)
	c := newCentred(train.X)
	c.dropNegligible()
	c.factor(1)
	ybar := Mean(train.Y)
	test := &centred{x: x, mean: c.mean}
	test.factor(1)
	y = deviations(y, ybar)

	f := &ridgeFold{target: dot(y, y)}
	b := newBidiagonal(c, deviations(train.Y, ybar))
	f.beta = append(f.beta, b.beta)
	var q [][]float64 // the columns of Q
	for b.alpha > 0 && len(f.alpha) < maxFoldSteps {
		column := make([]float64, len(y))
		test.multiply(column, b.v)
		q = append(q, column)
		row := make([]float64, len(q))
		for k, other := range q {
			row[k] = blas64.Dot(vector(column), vector(other))
		}
		f.gram, f.product = append(f.gram, row), append(f.product, dot(column, y))
		f.alpha = append(f.alpha, b.alpha)
		b.step()
		f.beta = append(f.beta, b.beta)
		if b.alpha <= 1e-14*f.alpha[0] || b.beta <= 1e-14*f.beta[0] { // only rounding is left
			f.next = 0
			break
		}
		f.next = b.alpha * b.beta
		if len(f.alpha)%foldCheck == 0 && f.bestIsKnown(s.mean) {
			break
		}
	}
	return f
}

// bestIsKnown reports whether the best penalty of the first grid is well above the least that
// converged.
func (f *ridgeFold) bestIsKnown(mean float64) bool {
	best, least, at := 0, math.Inf(1), 0
	for k := 12; k >= -12; k-- {
		e := f.error(mean * math.Pow(10, float64(k)/2))
		if math.IsInf(e, 1) {
			break
		}
		if at = k; e < least {
			best, least = k, e
		}
	}
	return best-at >= 2 || at == -12
}

// error returns the sum of squared errors of the held-out rows. It is infinite if the reduction has
// too few steps.
func (f *ridgeFold) error(alpha float64) float64 {
	z, gradient := f.solve(alpha)
	if !(gradient <= foldGradient) {
		return math.Inf(1)
	}
	e := f.target
	for k, row := range f.gram {
		e -= 2 * f.product[k] * z[k]
		e += z[k] * (2*dot(row[:k], z[:k]) + row[k]*z[k])
	}
	return max(0, e)
}

// solve minimises ||β₁e₁ - B z||² + alpha ||z||². It returns the norm of the gradient of the full
// problem at V z, relative to that at 0.
func (f *ridgeFold) solve(alpha float64) (z []float64, gradient float64) {
	n := len(f.alpha)
	if n == 0 {
		return nil, 0
	}
	t := &tridiagonal{diagonal: make([]float64, n), offDiagonal: make([]float64, n-1)} // BᵀB
	for k, a := range f.alpha {
		t.diagonal[k] = a*a + f.beta[k+1]*f.beta[k+1]
		if k > 0 {
			t.offDiagonal[k-1] = a * f.beta[k]
		}
		t.top = max(t.top, 2*t.diagonal[k])
	}
	z = make([]float64, n)
	first := f.alpha[0] * f.beta[0]
	z[0] = first
	t.factor(alpha).solve(z)
	return z, f.next * math.Abs(z[n-1]) / first
}

// conjugate improves w until the gradient Xcᵀ(yc - Xc w) - αw is less than tol times that of w = 0
// (Björck's CGLS). It returns the number of steps.
func (s *ridgeSystem) conjugate(w []float64, alpha, tol float64) (steps int, ok bool) {
	p := len(w)
	residual, image := make([]float64, s.n), make([]float64, s.n)
	gradient, direction := make([]float64, p), make([]float64, p)
	s.c.transposed(gradient, s.yc)
	goal := tol * norm2(gradient)
	refresh := func() float64 {
		s.c.subtract(residual, s.yc, w)
		s.c.transposed(gradient, residual)
		for j, v := range w {
			gradient[j] -= alpha * v
		}
		return dot(gradient, gradient)
	}
	gamma := refresh()
	copy(direction, gradient)
	for ; steps < maxConjugateSteps; steps++ {
		if gamma <= goal*goal {
			return steps, true
		}
		s.c.multiply(image, direction)
		step := gamma / (dot(image, image) + alpha*dot(direction, direction))
		for j, v := range direction {
			w[j] += step * v
		}
		for i, v := range image {
			residual[i] -= step * v
		}
		s.c.transposed(gradient, residual)
		for j, v := range w {
			gradient[j] -= alpha * v
		}
		next := dot(gradient, gradient)
		for j, v := range gradient {
			direction[j] = v + next/gamma*direction[j]
		}
		gamma = next
	}
	return steps, refresh() <= goal*goal
}
