package regress

import (
	"cmp"
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
// X is n x p, centred implicitly and not scaled; it is read by sparse columns. If α >= max|Xᵀ(y -
// mean(y))|/n, the solution is w = 0, and b is [Mean] of y to the bit. Otherwise coordinate descent
// runs over an active set along a decreasing sequence of penalties; sweeps and Newton steps on the
// nonzero weights, cut at each change of sign, finish it. A fit is returned only if the optimality
// conditions hold for all columns, to 1e-12 of the maximum correlation, ||x - mean(x)|| ||y -
// mean(y)||/n.
//
// If columns are linearly dependent, the weights may not be unique; the predictions for the rows of
// X are.
//
// Diagnostics: Iterations counts sweeps.
//
// Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Stat. Softw. 33(1), 2010.
type Lasso struct {
	// Alpha is the penalty α > 0. It has no default, since for 0 the problem is that of [OLS]; see
	// [NewLasso].
	Alpha float64
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
	return nil
}

// Fit returns a [*Linear]. It fails if a hyper-parameter is out of range ([ErrOption]), if the
// sweeps end before the optimality conditions hold ([ErrNoConvergence]), and for the same reasons
// as [OLS.Fit].
func (l Lasso) Fit(p Problem) (Model, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	return penalised{name: "lasso", alpha: l.Alpha, ratios: []float64{1}}.fit(p)
}

// smoothRows is the number of rows from which the search for a penalty is less patient: with so
// many rows the error hardly ever falls again.
const smoothRows = 128

// LassoCV is the [Lasso] with the penalty chosen by cross-validation on the training rows. It deals
// the shuffled rows into five folds (one for each row if there are fewer) and follows the fit to
// the rows outside each fold along a grid of penalties in geometric progression, from the least at
// which w = 0 for all rows down to a thousandth of it. The penalty is the one with the least
// squared error, averaged within each fold and then over the folds. Of equal errors the greater
// penalty wins. The search ends early once the error has not fallen for three of its 25 penalties,
// or two with at least 128 rows.
//
// Fits along the grid end when no weight moves the fit by more than a thousandth of the deviation
// of the targets, so their errors are known to a few percent. The model is that of the [Lasso]
// with the chosen penalty, and as exact. The choice depends on the problem and the seed alone;
// where the errors of neighbouring penalties are close, the order of the columns can decide. The
// zero value is ready to use.
//
// Diagnostics: Alpha is the chosen penalty, 0 if no column varies with the targets; the others are
// as for the [Lasso].
//
// Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Stat. Softw. 33(1), 2010.
type LassoCV struct {
	// Seed of the shuffling.
	Seed uint64
	// name is "" for "lasso".
	name string
}

// Name returns "lasso".
func (l LassoCV) Name() string { return cmp.Or(l.name, "lasso") }

// Fit returns a [*Linear] as [Lasso.Fit] does, and fails for the same reasons.
func (l LassoCV) Fit(p Problem) (Model, error) {
	search := search{points: 25, patience: 3, tol: roughTol}
	if len(p.Y) >= smoothRows {
		search.patience = 2
	}
	return penalised{name: l.Name(), ratios: []float64{1}, search: search, seed: l.Seed}.fit(p)
}
