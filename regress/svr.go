package regress

import (
	"cmp"
	"fmt"
	"math"
)

// Defaults of [SVR].
const (
	defaultSVRC       = 1.0
	defaultSVREpsilon = 0.05
	// svrTol is the relative tolerance.
	svrTol = 1e-6
	// maxPairs is the maximum number of pairs.
	maxPairs = 10_000_000
)

// SVR is ε-support vector regression:
//
//	min over f, b  ½||f||² + C Σ_i max(0, |y_i - f(x_i) - b| - ε)
//
// over f(x) = Σ_i a_i k(x_i, x), |a_i| <= C, Σ_i a_i = 0; k is x·x' ([LinearKernel]) or
// exp(-γ|x-x'|²) ([RBFKernel]) on the unscaled columns. By default γ is 1 / (v p), where v is the
// variance of all values of X about their grand mean. Rows within ε of their target, in the "tube",
// have a_i = 0 and are left out of the model; the others are the support vectors.
//
// The dual is solved by sequential minimal optimisation: pairs of coefficients, chosen by
// second-order information, until no pair violates the optimality conditions by more than 1e-6
// times max(1, max|y - mean(y)|).
//
// X is n x p. If all columns are constant, the tube leaves the prediction open, and it is [Mean] of
// y. Each pair takes O(n) time; memory is O(n²).
//
// Diagnostics: Iterations counts pairs, at most 10,000,000; Warnings may hold [ErrNoConvergence].
//
// Source: Smola and Schölkopf, A Tutorial on Support Vector Regression, Stat. Comput. 14, 2004;
// Fan, Chen and Lin, Working Set Selection Using Second Order Information for Training Support
// Vector Machines, JMLR 6, 2005; defaults and stopping as in Chang and Lin's LIBSVM, except for the
// finer tolerance and tube. See [NewSVR].
type SVR struct {
	// Kernel is [RBFKernel] or [LinearKernel]; "" means [RBFKernel].
	Kernel string
	// C > 0 is the weight of the loss.
	C float64
	// Epsilon >= 0 is half the width of the tube.
	Epsilon float64
	// Gamma is γ > 0; 0 means the default.
	Gamma float64
}

// NewSVR returns the SVR with C = 1 and Epsilon = 0.05.
func NewSVR() SVR { return SVR{C: defaultSVRC, Epsilon: defaultSVREpsilon} }

// Name returns "svr".
func (SVR) Name() string { return "svr" }

func (r SVR) check() error {
	switch {
	case r.Kernel != "" && r.Kernel != RBFKernel && r.Kernel != LinearKernel:
		return fmt.Errorf("%w: svr: kernel %q, want %s or %s",
			ErrOption, r.Kernel, LinearKernel, RBFKernel)
	case !(r.C > 0) || math.IsInf(r.C, 0):
		return fmt.Errorf("%w: svr: C is %v, want a positive number", ErrOption, r.C)
	case !(r.Epsilon >= 0) || math.IsInf(r.Epsilon, 0):
		return fmt.Errorf("%w: svr: epsilon is %v, want a number of at least 0",
			ErrOption, r.Epsilon)
	case !(r.Gamma >= 0) || math.IsInf(r.Gamma, 0):
		return fmt.Errorf("%w: svr: gamma is %v, want a positive number, or 0 for the default",
			ErrOption, r.Gamma)
	}
	return nil
}

// Fit returns a kernel expansion over the support vectors. It fails if a hyper-parameter is out of
// range ([ErrOption]), for the reasons for which [OLS.Fit] does, and if the squares of a column
// overflow ([ErrNotFinite]).
func (r SVR) Fit(p Problem) (Model, error) {
	return r.fit(p, svrTol)
}

// fit is Fit with the given relative tolerance.
func (r SVR) fit(p Problem, tol float64) (Model, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	r.Kernel = cmp.Or(r.Kernel, RBFKernel)
	b, err := centreProblem(p)
	if err != nil {
		return nil, err
	}
	k := newKernel([]string{r.Kernel}, b.c, nil, 1)
	if b.constant || len(k.Terms) == 0 {
		return constantKernelModel(p.X.cols, b.ybar), nil
	}
	k.Terms[0].Scale = 1
	if r.Kernel == RBFKernel {
		gamma := r.Gamma
		if gamma == 0 {
			gamma = 1 / b.c.scatter()
		}
		if k.Terms[0].Scale = 1 / gamma; !finite(k.Terms[0].Scale) || k.Terms[0].Scale == 0 {
			return nil, fmt.Errorf("%w: svr: gamma is %v; rescale the columns", ErrNotFinite, gamma)
		}
	}
	x := p.X.minus(k.Shift)
	s := newSMO(unpack(k.matrix(x), len(b.yc)), b.yc, r.C, r.Epsilon)
	ok := s.run(tol*max(1, maxAbs(b.yc)), maxPairs)
	d := Diagnostics{Iterations: s.pairs}
	if !ok {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: svr: violation %.2g after %d pairs",
			ErrNoConvergence, s.violation, s.pairs))
	}
	m := &kernelModel{Kernel: k, X: NewMatrix(0, x.cols), Intercept: b.ybar + s.intercept(),
		diagnostics: d}
	for i := range b.yc {
		if a := s.coef(i); a != 0 {
			m.X.push(x.Row(i))
			m.Coef = append(m.Coef, a)
		}
	}
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	return m, nil
}

// scatter returns the mean over rows of Σ_j (x_j - μ)², where μ is the grand mean of all values.
func (c *centred) scatter() float64 {
	var mu, s float64
	for _, m := range c.mean {
		mu += m / float64(len(c.mean))
	}
	for j, v := range c.norm {
		d := c.mean[j] - mu
		s += v*v/float64(c.x.n) + d*d
	}
	return s
}

// unpack returns the n x n matrix of a packed upper triangle.
func unpack(packed []float64, n int) []float64 {
	a := make([]float64, n*n)
	e := 0
	for i := range n {
		for j := i; j < n; j++ {
			a[i*n+j], a[j*n+i] = packed[e], packed[e]
			e++
		}
	}
	return a
}
