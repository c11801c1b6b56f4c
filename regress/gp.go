package regress

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/optimize"

	"github.com/luna-rating/luna/internal/dense"
	"github.com/luna-rating/luna/internal/numbers"
)

// VariancePredictor is implemented by models that predict a distribution, such as those of [GP].
type VariancePredictor interface {
	// Variance returns the predictive variance of the target of each row of x, noise included. It
	// panics if x has a different number of columns from the training rows.
	Variance(x *Matrix) []float64
}

// GP is a Gaussian process whose kernel is a sum of kernels, one for each group of columns (two
// with [MixedKernel]):
//
//	y = b + f(x) + ε,   f ~ GP(0, v Σ_t w_t k_t),   ε ~ N(0, v w₀)
//
// b is the mean of y and v its variance. The prediction is the posterior mean b + k(x)ᵀ C⁻¹ (y - b)
// with C = v (Σ w_t K_t + w₀ I). The weights maximise the marginal likelihood times a prior, log
// p(y|w) + Σ log p(w):
//
//	log p(y|w) = -½ (y-b)ᵀC⁻¹(y-b) - ½ log|C| - n/2 log 2π
//	log w_t ~ N(log 1/(2T), 2²),   log w₀ ~ N(log ½, 2²)
//
// by L-BFGS on log w with the gradient in closed form. T is the number of terms. The prior has
// little weight beside a hundred rows; with ten rows and eighty groups it keeps the fit stable.
// Each log w stays within 8 of its prior mean.
//
// With a linear kernel this is Bayesian linear regression with a penalty of its own for each group,
// where ridge regression has a single one.
//
// X is n x p. Each of some 20 to 60 evaluations takes O(n³ + T n²) time; memory is O(T n²). With
// more than 600 rows, the weights are chosen on 600 of them, evenly spaced.
//
// Diagnostics: Iterations counts evaluations; Warnings may hold [ErrNoConvergence].
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, MIT Press 2006, 2.2, 2.7
// and 5.4. The zero value is ready to use.
type GP struct {
	// Kernel is one of the kinds of kernel; "" means [MixedKernel].
	Kernel string
	// Width scales the distances of RBF terms; 0 means 1.
	Width float64
}

// Name returns "gp".
func (GP) Name() string { return "gp" }

// gpModel is the model of [GP], a [VariancePredictor]. Its exported fields describe it completely
// and survive JSON exactly. It must not be changed in use, nor copied.
type gpModel struct {
	kernelModel
	Noise float64 `json:"noise"` // variance of ε; v is part of the kernel's weights
	// Evidence is log p(y|w) for the training rows.
	Evidence float64 `json:"evidence"`

	once   sync.Once
	factor *dense.Factor // of C; nil for a constant model
}

// Fit returns a model that is a [VariancePredictor]. It fails if a hyper-parameter is out of range
// ([ErrOption]), for the same reasons as [OLS.Fit], and if the squares of a column overflow
// ([ErrNotFinite]).
func (r GP) Fit(p Problem) (Model, error) {
	if err := checkWidth("gp", r.Width); err != nil {
		return nil, err
	}
	b, k, err := kernelProblem(p, cmp.Or(r.Kernel, MixedKernel), cmp.Or(r.Width, 1))
	if err != nil {
		return nil, err
	}
	v := dot(b.yc, b.yc) / float64(len(b.yc))
	if b.constant || len(k.Terms) == 0 || v < 1e-200 {
		return &gpModel{kernelModel: *constantKernelModel(p.X.cols, b.ybar), Noise: v}, nil
	}
	x := p.X.minus(k.Shift)
	sd := math.Sqrt(v)
	unit := numbers.Map(b.yc, func(y float64) float64 { return y / sd })
	some, someY := tuningRows(x, unit, maxTuningRows)
	e := newEvidence(k.over(some).gram(some), someY)
	weight, noise, d := e.maximize()
	k = k.weighted(weight, v)
	m := newGPModel(k, x, b.yc, b.ybar, v*noise, d)
	if m == nil || m.checkFinite() != nil {
		return nil, fmt.Errorf("%w: gp: the fit overflowed; rescale columns or targets",
			ErrNotFinite)
	}
	return m, nil
}

// maxCovariance is the maximum number of training rows of a [gpModel] that is read. Variance takes
// memory in proportion to its square, 2 GB at the maximum; a fit would take days.
const maxCovariance = 1 << 14

// Check reports what keeps m from predicting; see [StorableModel]. More than 16384 training rows
// are refused because of the memory that Variance takes.
func (m *gpModel) Check(columns int) error {
	if err := m.kernelModel.Check(columns); err != nil {
		return err
	}
	if len(m.Coef) > maxCovariance {
		return fmt.Errorf("%d training rows, want at most %d", len(m.Coef), maxCovariance)
	}
	if !(m.Noise >= 0) || math.IsInf(m.Noise, 0) {
		return fmt.Errorf("noise %v, want a finite number of at least 0", m.Noise)
	}
	return checkNumber("evidence", m.Evidence)
}

// weighted returns the kernel with the given weights times v.
func (k *kernel) weighted(weight []float64, v float64) *kernel {
	w := *k
	w.Terms = slices.Clone(k.Terms)
	for t := range w.Terms {
		w.Terms[t].Weight = v * weight[t]
	}
	return &w
}

// newGPModel conditions the process on the shifted rows x and y - ybar. It returns nil if the
// covariance is not positive definite.
func newGPModel(k *kernel, x *Matrix, yc []float64, ybar, noise float64, d Diagnostics) *gpModel {
	m := &gpModel{kernelModel: kernelModel{Kernel: k, X: x, Intercept: ybar, diagnostics: d},
		Noise: noise}
	f := m.covariance()
	if f == nil {
		return nil
	}
	m.Coef = slices.Clone(yc)
	f.SolveTransposed(m.Coef)
	m.Evidence = -dot(m.Coef, m.Coef)/2 - f.LogDet()/2 - float64(len(yc))/2*math.Log(2*math.Pi)
	copy(m.Coef, yc)
	f.Solve(m.Coef)
	return m
}

// covariance returns the factor of C, which is computed once.
func (m *gpModel) covariance() *dense.Factor {
	m.once.Do(func() {
		n := m.X.n
		if n == 0 {
			return
		}
		terms := [][]float64{m.Kernel.matrix(m.X)}
		m.factor = factorize(make([]float64, n*n), n, terms, []float64{1}, m.Noise)
	})
	return m.factor
}

// Variance returns Noise + k(x,x) - k(x)ᵀ C⁻¹ k(x), at least Noise, for each row of x. It panics if
// x has a different number of columns from the training rows.
func (m *gpModel) Variance(x *Matrix) []float64 {
	f := m.covariance()
	v := make([]float64, x.n)
	m.Kernel.compare(m.X, x, func(i int, k []float64) {
		v[i] = m.Noise
		if f == nil {
			return
		}
		f.SolveTransposed(k)
		if s := m.Kernel.self(x.Row(i)) - dot(k, k); s > 0 {
			v[i] += s
		}
	})
	return v
}

// self returns k(q,q).
func (k *kernel) self(q Row) float64 {
	q = q.minus(k.Shift)
	one := NewMatrix(1, k.Columns)
	one.push(q)
	rows := k.over(one)
	rows.multiply(q)
	var s, term [1]float64
	for _, t := range k.Terms {
		rows.term(term[:], t, 0)
		s[0] += t.Weight * term[0]
	}
	return s[0]
}

// evidence is the log posterior of the weights of kernel matrices over n rows.
type evidence struct {
	n           int
	terms       [][]float64 // upper triangles, packed by rows
	y           []float64   // of mean 0 and variance 1
	priorMean   []float64   // of log w; that of w₀ last
	evaluations int

	c     []float64 // n x n, scratch
	u     []float64 // the point of value and slope
	value float64
	slope []float64
}

const (
	priorSD      = 2.0 // standard deviation of log w
	maxDeviation = 8.0 // of log w from its prior mean
)

func newEvidence(terms [][]float64, y []float64) *evidence {
	n := len(y)
	e := &evidence{n: n, terms: terms, y: y, c: make([]float64, n*n)}
	for range terms {
		e.priorMean = append(e.priorMean, -math.Log(2*float64(len(terms))))
	}
	e.priorMean = append(e.priorMean, -math.Ln2)
	return e
}

// likelihood returns log p(y|w) and its gradient by log w at the weights w, of which w₀ is the
// last:
//
//	∂/∂log w_t = ½ w_t (αᵀK_tα - tr C⁻¹K_t),   α = C⁻¹y
//
// The value is -Inf if C is not positive definite.
func (e *evidence) likelihood(w []float64) (value float64, gradient []float64) {
	gradient = make([]float64, len(w))
	last := len(w) - 1
	f := factorize(e.c, e.n, e.terms, w, w[last])
	if f == nil {
		return math.Inf(-1), gradient
	}
	alpha := slices.Clone(e.y)
	f.Solve(alpha)
	value = -dot(e.y, alpha)/2 - f.LogDet()/2 - float64(e.n)/2*math.Log(2*math.Pi)
	inverse := f.Inverse()
	at := 0
	for i := range e.n {
		row := inverse[i*e.n+i : (i+1)*e.n]
		for j := range row { // off-diagonal elements count twice
			row[j] = 2 * (alpha[i]*alpha[i+j] - row[j])
		}
		row[0] /= 2
		gradient[last] += row[0]
		for t, k := range e.terms {
			gradient[t] += dot(row, k[at:at+len(row)])
		}
		at += len(row)
	}
	for t := range gradient {
		gradient[t] *= w[t] / 2
	}
	if math.IsNaN(value) {
		value = math.Inf(-1)
	}
	return value, gradient
}

// weights returns w at u: log w = priorMean + maxDeviation·tanh(u/maxDeviation).
func (e *evidence) weights(u []float64) []float64 {
	w := make([]float64, len(u))
	for t, c := range e.priorMean {
		w[t] = math.Exp(c + maxDeviation*math.Tanh(u[t]/maxDeviation))
	}
	return w
}

// at computes the negative log posterior and its gradient by u unless they are known.
func (e *evidence) at(u []float64) {
	if slices.Equal(u, e.u) {
		return
	}
	e.evaluations++
	e.u = slices.Clone(u)
	value, gradient := e.likelihood(e.weights(u))
	e.value, e.slope = -value, gradient
	for t := range gradient {
		h := math.Tanh(u[t] / maxDeviation)
		z := maxDeviation * h / priorSD // prior
		e.value += z * z / 2
		gradient[t] = (z/priorSD - gradient[t]) * (1 - h*h)
	}
}

// maximize returns the weights of maximum posterior density.
func (e *evidence) maximize() (w []float64, noise float64, d Diagnostics) {
	problem := optimize.Problem{
		Func: func(u []float64) float64 { e.at(u); return e.value },
		Grad: func(g, u []float64) { e.at(u); copy(g, e.slope) },
	}
	settings := &optimize.Settings{
		GradientThreshold: 1e-3,
		Converger:         &optimize.FunctionConverge{Absolute: 1e-4, Iterations: 2},
		MajorIterations:   200,
	}
	u := make([]float64, len(e.priorMean))
	result, err := optimize.Minimize(problem, u, settings, &optimize.LBFGS{})
	if result != nil {
		u = result.X
	}
	d.Iterations = e.evaluations
	// A line search fails once rounding hides any gain; that is convergence.
	if result == nil || result.Status == optimize.IterationLimit {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: gp: %d evaluations: %v",
			ErrNoConvergence, e.evaluations, err))
	}
	w = e.weights(u)
	return w[:len(w)-1], w[len(w)-1], d
}
