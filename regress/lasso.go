package regress

import (
	"errors"
	"fmt"
	"math"
)

// DefaultAlpha is the Lasso's usual penalty.
const DefaultAlpha = 0.1

// ErrOption is wrapped by the error for a hyper-parameter out of range.
var ErrOption = errors.New("regress: option out of range")

// Lasso is least squares with an intercept and an L1 penalty:
//
//	min over w, b  1/(2n) ||y - X w - b·1||² + α ||w||₁
//
// X is n x p, by its sparse columns; it is centred implicitly and not scaled. If α >= max|Xᵀ(y -
// mean(y))|/n, the solution is w = 0, and b is [Mean] of y to the bit. Otherwise coordinate descent
// runs over an active set along a decreasing sequence of penalties. If it is slow, a Newton step on
// the nonzero weights, cut at the first change of sign, finishes it. Every stop is preceded by a
// sweep over all columns, so that no weight stays zero by accident.
//
// If columns are linearly dependent, the weights may not be unique; the predictions for the rows of
// X are.
//
// Diagnostics: Iterations counts sweeps, at most 100,000; Gap is the duality gap in the units of
// the objective.
//
// Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Stat. Softw. 33(1), 2010; the dual as in Kim, Koh, Lustig, Boyd and
// Gorinevsky, IEEE J. Sel. Top. Signal Process. 1(4), 2007.
type Lasso struct {
	// Alpha is the penalty α > 0. It has no default, since for 0 the problem is that of [OLS]; see
	// [NewLasso].
	Alpha float64
	// maxIter is the maximum number of sweeps; 0 means 100,000.
	maxIter int
	// tol bounds the violation of the optimality condition of each column at the end, relative to
	// the maximum correlation, ||x - mean(x)|| ||y - mean(y)||/n; √tol bounds the duality gap
	// relative to the objective at w = 0. (Rounding keeps the gap of badly scaled columns above tol
	// itself.) It is in [0, 1); 0 means 1e-12.
	tol float64
}

// NewLasso returns the Lasso with penalty [DefaultAlpha].
func NewLasso() Lasso { return Lasso{Alpha: DefaultAlpha} }

// Name returns "lasso".
func (Lasso) Name() string { return "lasso" }

// check reports hyper-parameters that are out of range.
func (l Lasso) check() error {
	switch {
	case l.Alpha == 0:
		return fmt.Errorf("%w: lasso: alpha is 0: use ols for no penalty", ErrOption)
	case !(l.Alpha > 0) || math.IsInf(l.Alpha, 0):
		return fmt.Errorf("%w: lasso: alpha is %v, want a positive number", ErrOption, l.Alpha)
	}
	return checkDescent("lasso", l.maxIter, l.tol)
}

// checkDescent reports limits of a coordinate descent that are out of range.
func checkDescent(name string, maxIter int, tol float64) error {
	switch {
	case maxIter < 0:
		return fmt.Errorf("%w: %s: maximum of %d iterations, want at least 0",
			ErrOption, name, maxIter)
	case !(tol >= 0 && tol < 1):
		return fmt.Errorf("%w: %s: tolerance %v outside [0, 1)", ErrOption, name, tol)
	}
	return nil
}

// Fit returns a [*Linear]. It fails if a hyper-parameter is out of range ([ErrOption]), if the sweeps
// end before the optimality conditions hold ([ErrNoConvergence]), and for the reasons for which
// [OLS.Fit] does.
func (l Lasso) Fit(p Problem) (Model, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	p, means := nearZero(p)
	return fitElasticNet(p, means, "lasso", l.Alpha, 1, l.maxIter, l.tol)
}
