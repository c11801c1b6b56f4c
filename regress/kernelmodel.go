package regress

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
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
	if err := checkNumbers("coefficient", "training row", m.Coef); err != nil {
		return err
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
				floats.AddScaled(sum, t.Weight, term)
			}
		}
		f(i, sum)
	}
}

// maxGroupRows is the maximum product of groups and training rows of a kernel that is read. A
// comparison takes some 24 bytes for each pair, 400 MB at the maximum, however few bytes declare
// them.
const maxGroupRows = 1 << 24

// check reports what keeps k from comparing the given number of training rows with others.
func (k *kernel) check(rows, columns int) error {
	switch {
	case k == nil:
		return errors.New("found none")
	case k.Columns != columns:
		return fmt.Errorf("%d columns, want %d", k.Columns, columns)
	case k.Group == nil && k.Groups != 1:
		return fmt.Errorf("%d groups and no group of any column, want 1", k.Groups)
	case k.Group != nil && (k.Groups < 1 || k.Groups > columns):
		return fmt.Errorf("%d groups, want 1 to %d, the number of columns", k.Groups, columns)
	case k.Groups > maxGroupRows/max(1, rows):
		return fmt.Errorf("%d groups over %d training rows, want a product of at most %d",
			k.Groups, rows, maxGroupRows)
	case k.Group != nil && len(k.Group) != columns:
		return fmt.Errorf("groups of %d columns, want %d", len(k.Group), columns)
	case k.Mean != nil && len(k.Mean) != columns:
		return fmt.Errorf("means of %d columns, want %d", len(k.Mean), columns)
	}
	for j, g := range k.Group {
		if g < 0 || g >= k.Groups {
			return fmt.Errorf("group %d of column %d, want 0 to %d", g, j, k.Groups-1)
		}
	}
	if err := checkNumbers("mean", "column", k.Mean); err != nil {
		return err
	}
	if err := k.Shift.checkFinite(columns); err != nil {
		return fmt.Errorf("shift: %w", err)
	}
	return k.checkTerms()
}

// checkTerms checks the terms. A group has at most one of each kind.
func (k *kernel) checkTerms() error {
	type place struct {
		kind  string
		group int
	}
	seen := make(map[place]bool, len(k.Terms))
	for i, t := range k.Terms {
		at := place{t.Kind, t.Group}
		switch {
		case t.Kind != LinearKernel && t.Kind != RBFKernel:
			return fmt.Errorf("term %d: kind %.40q, want %s or %s",
				i, t.Kind, LinearKernel, RBFKernel)
		case t.Kind == LinearKernel && k.Mean == nil:
			return fmt.Errorf("term %d: %s, but there are no means", i, t.Kind)
		case t.Group < 0 || t.Group >= k.Groups:
			return fmt.Errorf("term %d: group %d, want 0 to %d", i, t.Group, k.Groups-1)
		case seen[at]:
			return fmt.Errorf("term %d: another one of kind %s for group %d", i, t.Kind, t.Group)
		case !(t.Weight >= 0) || math.IsInf(t.Weight, 0):
			return fmt.Errorf("term %d: weight %v, want a finite number of at least 0", i, t.Weight)
		case !(t.Scale > 0) || math.IsInf(t.Scale, 0):
			return fmt.Errorf("term %d: scale %v, want a finite number above 0", i, t.Scale)
		}
		seen[at] = true
	}
	return nil
}
