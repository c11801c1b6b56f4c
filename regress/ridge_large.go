package regress

import "fmt"

const (
	maxConjugateSteps = 1000
	conjugateTol      = 1e-10
)

// fitLarge solves by conjugate gradients, for a penalty chosen by cross-validation
// where alpha is 0.
func (s *ridgeSystem) fitLarge(alpha float64) (*Linear, error) {
	if alpha == 0 {
		alpha, _ = s.chooseLarge()
	}
	w := make([]float64, len(s.c.mean))
	steps, ok := s.conjugate(w, alpha, conjugateTol)
	d := Diagnostics{Alpha: alpha, Iterations: steps}
	if !ok {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: ridge: %d steps of conjugate gradients", ErrNoConvergence, steps))
	}
	return s.model(w, d)
}

// chooseLarge returns the candidate of least mean squared error over 5 folds, the
// greatest of several, and that error.
func (s *ridgeSystem) chooseLarge() (alpha, mse float64) {
	candidates := []float64{1e4, 1e3, 1e2, 1e1, 1, 1e-1, 1e-2, 1e-3, 1e-4}
	errors := make([]float64, len(candidates))
	for _, held := range folds(s.n, 5, 0) {
		train, x, y := split(Problem{X: s.c.x, Y: s.y}, held)
		// The whole was checked; a part may still be constant.
		f, err := newRidgeSystem(train)
		if err != nil {
			continue
		}
		w := make([]float64, len(s.c.mean))
		for k, c := range candidates { // each the start of the next
			m := f.trivial
			if m == nil {
				f.conjugate(w, c*s.mean, 1e-4)
				m = f.c.finish(w, f.ybar, Diagnostics{})
			}
			for i, v := range m.Predict(x) {
				errors[k] += (v - y[i]) * (v - y[i])
			}
		}
	}
	best := 0
	for k, e := range errors {
		if e < errors[best]*(1-1e-10) {
			best = k
		}
	}
	return candidates[best] * s.mean, errors[best] / float64(s.n)
}

// conjugate improves w until the gradient Xcᵀ(yc - Xc w) - αw is less than tol times
// that of w = 0, and returns the number of steps (Björck's CGLS).
func (s *ridgeSystem) conjugate(w []float64, alpha, tol float64) (steps int, ok bool) {
	p := len(w)
	zero := make([]float64, s.n)
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
		s.c.subtract(image, zero, direction) // -Xc d
		step := gamma / (dot(image, image) + alpha*dot(direction, direction))
		for j, v := range direction {
			w[j] += step * v
		}
		for i, v := range image {
			residual[i] += step * v
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
