package regress

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrShape is wrapped by Fit's error if the shapes of rows, targets, Gram matrix and groups do not
// match.
var ErrShape = errors.New("regress: shapes do not match")

// Check reports what is wrong with a problem: no rows, shapes that do not match, or values that are
// not finite. Every Fit calls it first. Rows and columns are counted from 0.
func (p Problem) Check() error {
	if p.X == nil {
		if len(p.Y) > 0 {
			return fmt.Errorf("%w: no matrix for %d targets", ErrShape, len(p.Y))
		}
		return ErrNoRows
	}
	n := p.X.n
	if n != len(p.Y) {
		return fmt.Errorf("%w: %d rows and %d targets", ErrShape, n, len(p.Y))
	}
	if n == 0 {
		return ErrNoRows
	}
	if p.Gram != nil && p.Gram.SymmetricDim() != n {
		return fmt.Errorf("%w: %d rows and a Gram matrix of order %d",
			ErrShape, n, p.Gram.SymmetricDim())
	}
	if p.Groups != nil && len(p.Groups) != p.X.cols {
		return fmt.Errorf("%w: %d columns and groups for %d", ErrShape, p.X.cols, len(p.Groups))
	}
	for j, g := range p.Groups {
		if g < 0 {
			return fmt.Errorf("%w: group %d of column %d", ErrShape, g, j)
		}
	}
	for k := range p.X.parts {
		part := &p.X.parts[k]
		for i := range n {
			r := part.row(i)
			if e := slices.IndexFunc(r.Value, notFinite); e >= 0 {
				return fmt.Errorf("%w: %v in row %d, column %d",
					ErrNotFinite, r.Value[e], i, part.offset+r.Index[e])
			}
		}
	}
	if i := slices.IndexFunc(p.Y, notFinite); i >= 0 {
		return fmt.Errorf("%w: target %v of row %d", ErrNotFinite, p.Y[i], i)
	}
	return nil
}

func notFinite(v float64) bool { return !finite(v) }

// checkNumbers returns an error if a number of that name is not finite. Each belongs to one of what
// of says, counted from 0.
func checkNumbers(name, of string, list []float64) error {
	if i := slices.IndexFunc(list, notFinite); i >= 0 {
		return fmt.Errorf("%s %v of %s %d, want a finite number", name, list[i], of, i)
	}
	return nil
}

// checkNumber returns an error if v is not finite.
func checkNumber(name string, v float64) error {
	if !finite(v) {
		return fmt.Errorf("%s %v, want a finite number", name, v)
	}
	return nil
}

// checkOption returns an error if a hyper-parameter is not a number >= 0.
func checkOption(regressor, option string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("%w: %s: %s is %v, want a number >= 0", ErrOption, regressor, option, v)
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
