package regress

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/dense"
)

// maxTuningRows is the maximum number of rows that hyper-parameters are tuned on. Of more rows,
// that many are used, evenly spaced.
const maxTuningRows = 600

// tuningRows returns the rows and targets that hyper-parameters are tuned on, at most limit.
func tuningRows(x *Matrix, y []float64, limit int) (*Matrix, []float64) {
	n := len(y)
	if n <= limit {
		return x, y
	}
	some, someY := NewMatrix(limit, x.cols), make([]float64, limit)
	for i := range limit {
		some.push(x.Row(i * n / limit))
		someY[i] = y[i*n/limit]
	}
	return some, someY
}

// KernelRidge is ridge regression in the feature space of a kernel, with an intercept that is not
// penalised:
//
//	min over a, b  ||y - K a - b·1||² + λ aᵀK a,   ŷ(x) = b + Σ_i a_i k(x_i, x)
//
// K is the mean of the kernels of the problem's groups of columns, with equal weights. Its diagonal
// is 1 or has mean 1, so λ is in units of one row.
//
// If Penalty or Width is 0, it is chosen by leave-one-out cross-validation. The residuals, with the
// intercept refitted, have the closed form
//
//	e_i = a_i / (P_ii - (P1)_i²/1ᵀP1),   P = (K + λI)⁻¹
//
// The search is a descent over a grid: λ from 10⁻⁶ to 10⁴ by half decades, width from 1/16 to 16 by
// factors of two. Scales are those of all training rows. With more than 600 rows, the choice is
// made on 600 of them, evenly spaced.
//
// X is n x p. Each of some ten points of the grid takes O(n³) time; memory is O(n²) for each group.
//
// Diagnostics: Iterations counts points of the grid; Warnings may hold [ErrIllConditioned] if a
// given penalty had to be raised to make the matrix positive definite.
//
// Source: Saunders, Gammerman and Vovk, Ridge Regression Learning Algorithm in Dual Variables, ICML
// 1998; for leave-one-out, Cawley and Talbot, Fast Exact Leave-One-Out Cross-Validation of Sparse
// Least-Squares Support Vector Machines, Neural Networks 17(10), 2004. The zero value is ready to
// use.
type KernelRidge struct {
	// Kernel is one of the kinds of kernel; "" means [RBFKernel].
	Kernel string
	// Penalty is λ > 0; 0 means a choice by leave-one-out.
	Penalty float64
	// Width scales the distances of an [RBFKernel]; 0 means a choice by leave-one-out.
	Width float64
}

// Name returns "kernelridge".
func (KernelRidge) Name() string { return "kernelridge" }

func checkWidth(name string, width float64) error {
	if width != 0 && !(width >= 1e-9 && width <= 1e9) {
		return fmt.Errorf("%w: %s: width %v outside [1e-9, 1e9]", ErrOption, name, width)
	}
	return nil
}

// Fit returns a kernel expansion over the training rows. It fails if a hyper-parameter is out of
// range ([ErrOption]), for the same reasons as [OLS.Fit], and if the squares of a column overflow
// ([ErrNotFinite]).
func (r KernelRidge) Fit(p Problem) (Model, error) {
	if err := errors.Join(checkOption("kernelridge", "penalty", r.Penalty),
		checkWidth("kernelridge", r.Width)); err != nil {
		return nil, err
	}
	r.Kernel = cmp.Or(r.Kernel, RBFKernel)
	b, k, err := kernelProblem(p, r.Kernel, cmp.Or(r.Width, 1))
	if err != nil {
		return nil, err
	}
	if b.constant || len(k.Terms) == 0 {
		return constantKernelModel(p.X.cols, b.ybar), nil
	}
	for t := range k.Terms {
		k.Terms[t].Weight = 1 / float64(len(k.Terms))
	}

	x := p.X.minus(k.Shift)
	s := &kernelSearch{k: k}
	s.x, s.yc = tuningRows(x, b.yc, maxTuningRows)
	penalty := r.Penalty
	hasWidth := r.Kernel == RBFKernel || r.Kernel == MixedKernel
	if penalty == 0 || r.Width == 0 && hasWidth {
		s.penalty = penalty
		penalty = s.run(r.Width == 0 && hasWidth)
	}

	gram := s.k.matrix(x)
	fit := solveLeaveOneOut(gram, b.yc, penalty)
	d := Diagnostics{Iterations: s.points}
	for fit == nil {
		if penalty *= 10; penalty > 1 {
			return nil, fmt.Errorf("%w: kernelridge: the kernel is not positive definite; "+
				"rescale the columns", ErrNotFinite)
		}
		if fit = solveLeaveOneOut(gram, b.yc, penalty); fit != nil {
			d.Warnings = append(d.Warnings, fmt.Errorf("%w: kernelridge: penalty raised to %.2g",
				ErrIllConditioned, penalty))
		}
	}
	m := &kernelModel{Kernel: s.k, X: x, Coef: fit.a, Intercept: b.ybar + fit.b, diagnostics: d}
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	return m, nil
}

// kernelFit is a solution with its leave-one-out errors.
type kernelFit struct {
	a         []float64
	b         float64
	loss      float64   // sum of squared residuals
	residuals []float64 // of each row predicted from the others
}

// kernelSearch searches for penalty and width.
type kernelSearch struct {
	k       *kernel // the best so far
	x       *Matrix
	yc      []float64
	penalty float64 // 0 to choose it
	points  int
}

// matrix returns the sum of the terms over the training rows, packed.
func (k *kernel) matrix(x *Matrix) []float64 {
	n := x.n
	rows := k.over(x)
	sum := make([]float64, n*(n+1)/2)
	row := make([]float64, n)
	e := 0
	for i, q := range x.all() {
		rows.multiply(q)
		for _, t := range k.Terms {
			rows.term(row, t, i)
			floats.AddScaled(sum[e:e+n-i], t.Weight, row[i:])
		}
		e += n - i
	}
	return sum
}

// widened returns the kernel with the scale of its RBF terms multiplied by factor.
func (k *kernel) widened(factor float64) *kernel {
	w := *k
	w.Terms = append([]kernelTerm(nil), k.Terms...)
	for t := range w.Terms {
		if w.Terms[t].Kind == RBFKernel {
			w.Terms[t].Scale *= factor
		}
	}
	return &w
}

// solveLeaveOneOut returns the solution with its leave-one-out errors; nil if the matrix is not
// positive definite.
func solveLeaveOneOut(gram []float64, yc []float64, penalty float64) *kernelFit {
	n := len(yc)
	f := factorize(make([]float64, n*n), n, [][]float64{gram}, []float64{1}, penalty)
	if f == nil {
		return nil
	}
	inverse := f.Inverse()
	u := make([]float64, n)
	dense.MultiplySymmetric(u, inverse, n, slices.Repeat([]float64{1}, n))
	total := sum(u)
	fit := &kernelFit{b: dot(u, yc) / total, a: make([]float64, n), residuals: make([]float64, n)}
	dense.MultiplySymmetric(fit.a, inverse, n, deviations(yc, fit.b))
	for i, v := range fit.a {
		fit.residuals[i] = v / (inverse[i*n+i] - u[i]*u[i]/total)
	}
	fit.loss = dot(fit.residuals, fit.residuals)
	if !finite(fit.loss) || !finite(fit.b) || !finite(maxAbs(fit.a)) {
		return nil
	}
	return fit
}

// run sets s.k to the best kernel and returns the best penalty. It starts at width 1 and λ = 10^½
// and moves to a better neighbour on the grid until there is none.
func (s *kernelSearch) run(width bool) (penalty float64) {
	type point struct{ width, penalty int }
	gridPenalty := func(p point) float64 {
		return cmp.Or(s.penalty, math.Pow(10, float64(p.penalty)/2))
	}
	grams := map[int][]float64{}
	losses := map[point]float64{}
	at := func(p point) float64 {
		if p.width < -4 || p.width > 4 || p.penalty < -12 || p.penalty > 8 {
			return math.Inf(1)
		}
		if loss, ok := losses[p]; ok {
			return loss
		}
		s.points++
		if grams[p.width] == nil {
			grams[p.width] = s.k.widened(math.Ldexp(1, p.width)).matrix(s.x)
		}
		loss := math.Inf(1)
		if fit := solveLeaveOneOut(grams[p.width], s.yc, gridPenalty(p)); fit != nil {
			loss = fit.loss
		}
		losses[p] = loss
		return loss
	}
	var moves []point
	if s.penalty == 0 {
		moves = append(moves, point{0, -2}, point{0, 2}, point{0, -1}, point{0, 1})
	}
	if width {
		moves = append(moves, point{-1, 0}, point{1, 0})
	}
	here := point{0, 1}
	for failed := 0; failed < len(moves); {
		there := point{here.width + moves[0].width, here.penalty + moves[0].penalty}
		if at(there) < at(here) { // go on in the same direction
			here, failed = there, 0
			continue
		}
		failed++
		moves = append(moves[1:], moves[0])
	}
	s.k = s.k.widened(math.Ldexp(1, here.width))
	return gridPenalty(here)
}
