package regress

import (
	"fmt"
	"math"
)

// kernelModel is the kernel expansion ŷ(x) = b + Σ_i a_i k(x_i, x) over training rows x_i, the
// model of [KernelRidge]. Its exported fields describe it completely and survive JSON
// exactly. It must not be changed in use.
type kernelModel struct {
	Kernel    *kernel   `json:"kernel"`
	X         *Matrix   `json:"x"`         // rows x_i, shifted by Kernel.Shift
	Coef      []float64 `json:"coef"`      // a, one per row of X
	Intercept float64   `json:"intercept"` // b

	diagnostics Diagnostics
}

// constantKernelModel returns the model that predicts y everywhere.
func constantKernelModel(p int, y float64) *kernelModel {
	return &kernelModel{Kernel: &kernel{Columns: p, Groups: 1}, X: NewMatrix(0, p), Intercept: y}
}

// Predict returns ŷ for each row of x. It panics if x has a different number of columns from the
// training rows.
func (m *kernelModel) Predict(x *Matrix) []float64 {
	y := make([]float64, x.n)
	m.Kernel.compare(m.X, x, func(i int, k []float64) {
		s := m.Intercept
		for t, a := range m.Coef {
			s += a * k[t]
		}
		if math.IsNaN(s) { // a row so far away that terms overflow with both signs
			s = m.Intercept
		}
		y[i] = s
	})
	return y
}

// Diagnostics describes the fit. It is empty for a model that was not fitted.
func (m *kernelModel) Diagnostics() Diagnostics { return m.diagnostics }

// Check reports what keeps m from predicting; see [StorableModel].
func (m *kernelModel) Check(columns int) error {
	if err := m.X.checkFinite(len(m.Coef), columns); err != nil {
		return err
	}
	if err := m.Kernel.check(len(m.Coef), columns); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	for i, a := range m.Coef {
		if !finite(a) {
			return fmt.Errorf("coefficient %v of training row %d, want a finite number", a, i)
		}
	}
	return checkNumber("intercept", m.Intercept)
}

// checkFinite refuses a model whose fit overflowed.
func (m *kernelModel) checkFinite() error {
	if !finite(m.Intercept) || !finite(maxAbs(m.Coef)) {
		return fmt.Errorf("%w: the fit overflowed; rescale columns or targets", ErrNotFinite)
	}
	return nil
}

// compare calls f for each row i of x with k(train_t, x_i) for all t. f must not keep k.
func (k *kernel) compare(train, x *Matrix, f func(i int, k []float64)) {
	if x.cols != k.Columns {
		panic(fmt.Sprintf("regress: %d columns for a model of %d", x.cols, k.Columns))
	}
	n := train.n
	if x.n == 0 {
		return
	}
	rows := k.over(train)
	sum, term := make([]float64, n), make([]float64, n)
	for i, q := range x.all() {
		clear(sum)
		if n > 0 {
			rows.multiply(q.minus(k.Shift))
			for _, t := range k.Terms {
				rows.term(term, t, 0)
				for j, v := range term {
					sum[j] += t.Weight * v
				}
			}
		}
		f(i, sum)
	}
}
