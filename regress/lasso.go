package regress

import (
	"errors"
	"fmt"
	"math"
)

// DefaultAlpha is the Lasso's usual penalty.
const DefaultAlpha = 0.1

// ErrOption is wrapped by the error for a hyper-parameter out of its range.
var ErrOption = errors.New("regress: option out of range")

// Lasso is least squares with an intercept and an L1 penalty:
//
//	min over w, b  1/(2n) ||y - X w - b·1||² + α ||w||₁
//
// X is n x p, by its sparse columns; it is centred implicitly and not scaled.
// Where α >= max|Xᵀ(y - mean(y))|/n the solution is w = 0, and b is [Mean] of y to
// the bit. Elsewhere coordinate descent runs over an active set along a
// decreasing sequence of penalties; when it is slow, a Newton step on the weights that are
// not zero, cut at the first change of sign, finishes it. Every stop is preceded by a
// sweep over all columns, so no weight once zeroed stays so by accident.
//
// Where columns depend on one another the weights may not be unique;
// the predictions for the rows of X are.
//
// Diagnostics: Iterations counts sweeps, Gap is the duality gap in the units of
// the objective, Warnings may hold [ErrNoConvergence].
//
// Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized
// Linear Models via Coordinate Descent, J. Stat. Softw. 33(1), 2010; the dual
// as in Kim, Koh, Lustig, Boyd and Gorinevsky, IEEE J. Sel. Top. Signal Process. 1(4), 2007.
type Lasso struct {
	// Alpha is the penalty α > 0. There is no default for 0, at which the
	// problem is that of [OLS]: see [NewLasso].
	Alpha float64
	// maxIter bounds the sweeps; 0 stands for 100,000.
	maxIter int
	// tol bounds, at the end, the violation of the optimality condition of each
	// column in units of the correlation it could have, ||x - mean(x)|| ||y - mean(y)||/n,
	// and √tol the duality gap in units of the objective at w = 0. (Rounding keeps
	// the gap of badly scaled columns above tol itself.) In [0, 1); 0 stands for 1e-12.
	tol float64
}

// NewLasso returns the Lasso of penalty [DefaultAlpha].
func NewLasso() Lasso { return Lasso{Alpha: DefaultAlpha} }

// Name returns "lasso".
func (Lasso) Name() string { return "lasso" }

// check tells what is wrong with the hyper-parameters.
func (l Lasso) check() error {
	switch {
	case l.Alpha == 0:
		return fmt.Errorf("%w: lasso: alpha is 0: use ols for no penalty", ErrOption)
	case !(l.Alpha > 0) || math.IsInf(l.Alpha, 0):
		return fmt.Errorf("%w: lasso: alpha is %v, want a positive number", ErrOption, l.Alpha)
	}
	return checkDescent("lasso", l.maxIter, l.tol)
}

// checkDescent tells what is wrong with the limits of a coordinate descent.
func checkDescent(name string, maxIter int, tol float64) error {
	switch {
	case maxIter < 0:
		return fmt.Errorf("%w: %s: at most %d iterations", ErrOption, name, maxIter)
	case !(tol >= 0 && tol < 1):
		return fmt.Errorf("%w: %s: tolerance %v outside [0, 1)", ErrOption, name, tol)
	}
	return nil
}

// Fit returns a [*Linear]. It fails where a hyper-parameter is out of range
// ([ErrOption]) and for the reasons for which [OLS.Fit] does.
func (l Lasso) Fit(p Problem) (Model, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	return fitElasticNet(p, "lasso", l.Alpha, 1, l.maxIter, l.tol)
}
