package regress

import (
	"errors"
	"fmt"
)

// Linear is the model ŷ = b + x·w. Its two exported fields describe it completely and survive JSON
// exactly. It must not be changed in use.
type Linear struct {
	Coef      []float64 `json:"coef"`      // w, one per column
	Intercept float64   `json:"intercept"` // b

	diagnostics Diagnostics
}

var (
	// ErrIllConditioned is wrapped by a warning: the numerical rank of the design is not clear, so
	// its coefficients may have few correct digits.
	ErrIllConditioned = errors.New("regress: ill-conditioned design")
	// ErrNoConvergence is wrapped by a warning, and by the error of [Lasso], [LassoCV] and
	// [ElasticNet]: an iterative method reached its maximum number of iterations before its
	// tolerance.
	ErrNoConvergence = errors.New("regress: no convergence")
)

// Predict returns b + x·w for each row of x. It panics unless x has one column per coefficient.
func (l *Linear) Predict(x *Matrix) []float64 {
	if x.cols != len(l.Coef) {
		panic(fmt.Sprintf("regress: %d columns for a model of %d", x.cols, len(l.Coef)))
	}
	y := make([]float64, x.n)
	x.times(y, l.Coef)
	for i, s := range y {
		y[i] = l.Intercept + s
	}
	return y
}

// Diagnostics describes the fit. It is empty for a Linear that was not fitted.
func (l *Linear) Diagnostics() Diagnostics { return l.diagnostics }

// Check reports what keeps l from predicting; see [StorableModel].
func (l *Linear) Check(columns int) error {
	if len(l.Coef) != columns {
		return fmt.Errorf("%d coefficients, want one for each of %d columns", len(l.Coef), columns)
	}
	for j, w := range l.Coef {
		if !finite(w) {
			return fmt.Errorf("coefficient %v of column %d, want a finite number", w, j)
		}
	}
	return checkNumber("intercept", l.Intercept)
}

// checkFinite refuses a model whose fit overflowed, which can happen with targets near the maximum
// float64 or columns near the minimum.
func (l *Linear) checkFinite() error {
	for j, w := range l.Coef {
		if !finite(w) {
			return fmt.Errorf("%w: coefficient %v of column %d: the fit overflowed; "+
				"rescale columns or targets", ErrNotFinite, w, j)
		}
	}
	if !finite(l.Intercept) {
		return fmt.Errorf("%w: intercept %v: the fit overflowed; rescale columns or targets",
			ErrNotFinite, l.Intercept)
	}
	return nil
}
