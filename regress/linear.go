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

// farFromZero is the ratio of a column's mean to its standard deviation from which the column
// counts as far from zero. Sums over such a column lose the digits of its deviations.
const farFromZero = 1e3

// nearZero returns the problem with the columns that are far from zero replaced by their deviations
// from their means, and these means by column, nil if no column is far. The problem has been
// checked.
func nearZero(p Problem) (near Problem, means []float64) {
	n, cols := p.X.Dims()
	c := newCentred(p.X)
	top := maxAbs(c.norm)
	for j, norm := range c.norm {
		if c.constant[j] {
			norm = top
		}
		if math.Abs(c.mean[j])*math.Sqrt(float64(n)) > farFromZero*norm {
			if means == nil {
				means = make([]float64, cols)
			}
			means[j] = c.mean[j]
		}
	}
	if means == nil {
		return p, nil
	}
	x := NewMatrix(n, cols)
	dense := make([]float64, cols)
	for _, r := range p.X.all() {
		for j, m := range means {
			dense[j] = -m
		}
		for k, j := range r.Index {
			dense[j] += r.Value[k]
		}
		var row Row
		for j, v := range dense {
			if v != 0 {
				row.Index, row.Value = append(row.Index, int32(j)), append(row.Value, v)
			}
		}
		x.Append(row)
	}
	return Problem{X: x, Y: p.Y, Groups: p.Groups}, means
}

// moved returns the model for the columns before their means were subtracted.
func (l *Linear) moved(means []float64) *Linear {
	for j, m := range means {
		l.Intercept -= m * l.Coef[j]
	}
	return l
}
