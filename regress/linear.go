package regress

import (
	"errors"
	"fmt"
	"math"
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
	if err := checkNumbers("coefficient", "column", l.Coef); err != nil {
		return err
	}
	return checkNumber("intercept", l.Intercept)
}

// checked refuses a model whose fit overflowed, which can happen with targets near the maximum
// float64 or columns near the minimum.
func (l *Linear) checked() (Model, error) {
	if err := l.Check(len(l.Coef)); err != nil {
		return nil, fmt.Errorf("%w: %w: the fit overflowed; rescale columns or targets",
			ErrNotFinite, err)
	}
	return l, nil
}

// farFromZero is the ratio of a column's mean to its standard deviation from which the column
// counts as far from zero. Sums over such a column lose the digits of its deviations.
const farFromZero = 1e3

// nearZero returns the problem with the columns that are far from zero replaced by their deviations
// from their means, and these means.
func nearZero(p Problem) (near Problem, means Row) {
	c := newCentred(p.X)
	top := maxAbs(c.norm)
	for j, norm := range c.norm {
		if c.constant[j] {
			norm = top
		}
		if math.Abs(c.mean[j])*math.Sqrt(float64(p.X.n)) > farFromZero*norm {
			means.Index, means.Value = append(means.Index, int32(j)), append(means.Value, c.mean[j])
		}
	}
	if means.Index != nil {
		p = Problem{X: p.X.minus(means), Y: p.Y, Groups: p.Groups}
	}
	return p, means
}

// moved returns the model for the columns before their means were subtracted.
func (l *Linear) moved(means Row) *Linear {
	for k, j := range means.Index {
		l.Intercept -= means.Value[k] * l.Coef[j]
	}
	return l
}
