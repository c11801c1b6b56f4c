package golearn

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/regress"
)

const (
	// defaultDepth is the maximum depth of a [Tree] with MaxDepth 0.
	defaultDepth = 5
	// unlimited is the MaxDepth of a [Tree] without a limit.
	unlimited = -1
	// maxSteps limits the work for one level of splits, the sum over distinct columns of rows ×
	// (distinct values + 6). At the limit a level takes some 20 seconds and two gigabytes; word
	// counts and similarities of 700 respondents, 11,000 columns, take 7% of it.
	maxSteps = 1 << 29
)

// ErrTooLarge is wrapped by the error of [Tree.Fit] for a problem that would take too long.
var ErrTooLarge = errors.New("golearn: too many rows and columns")

// Tree is golearn's regression tree, CART. Rows are split in two by the column and threshold with
// the least sum of squared deviations from the means of both parts, and the parts are split again.
// The threshold is midway between neighbouring values; rows below it go left. A leaf predicts the
// mean of its targets. Of equal losses, up to rounding, the first column and the lowest threshold
// win.
//
// The tree is golearn's to the bit, grown without it, with these exceptions. If no split lowers
// the loss, golearn predicts 0 for rows whose first column is not negative; Tree predicts the mean
// for all. Equal targets are not split by their rounding errors. Columns that are constant or
// equal to an earlier one are left out, which changes nothing but the time.
//
// A tree sees the order of values, not their distances. If a column was made from the targets with
// each row's own left out, that target shows in the order of the values however little they differ,
// and the tree learns it instead of what helps with new rows. A linear fit hardly sees such
// differences.
//
// A node takes rows × distinct values steps per column. Problems with more than 2²⁹ steps for one
// level are refused ([ErrTooLarge]).
//
// Diagnostics: Warnings may hold [regress.ErrIllConditioned]. The zero value is ready to use.
//
// Source: Breiman, Friedman, Olshen and Stone, Classification and Regression Trees, 1984, ch. 8;
// golearn, trees/cart_regressor.go.
type Tree struct {
	// MaxDepth is the maximum number of splits on the way to a leaf; 0 means 5, -1 no limit.
	MaxDepth int
}

// Name returns "golearn-cart".
func (Tree) Name() string { return "golearn-cart" }

// withDefaults checks the hyper-parameters and replaces zeros by the defaults.
func (t Tree) withDefaults() (Tree, error) {
	t.MaxDepth = cmp.Or(t.MaxDepth, defaultDepth)
	if t.MaxDepth < 0 && t.MaxDepth != unlimited {
		return t, fmt.Errorf("%w: %s: depth %d", regress.ErrOption, t.Name(), t.MaxDepth)
	}
	return t, nil
}

// Fit grows the tree. It fails if a hyper-parameter is out of range ([regress.ErrOption]), for a
// problem without rows ([regress.ErrNoRows]), with shapes that do not match ([regress.ErrShape]),
// with values that are not finite or so large that sums and squares are not
// ([regress.ErrNotFinite]), or too large ([ErrTooLarge]).
func (t Tree) Fit(p regress.Problem) (regress.Model, error) {
	t, err := t.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := moderate(p); err != nil {
		return nil, err
	}
	_, cols := p.X.Dims()
	m := &treeModel{Columns: cols, Nodes: []node{{Value: regress.Mean(p.Y)}}}
	kept, steps := distinct(p.X)
	if len(kept) == 0 || slices.Min(p.Y) == slices.Max(p.Y) {
		return m, nil
	}
	if steps > maxSteps {
		return nil, fmt.Errorf("%w: %s: %d rows and %d different columns take %.2g steps per level, "+
			"want at most %.2g", ErrTooLarge, t.Name(), len(p.Y), len(kept), steps, float64(maxSteps))
	}
	if d := slices.Max(p.Y) - slices.Min(p.Y); d*d < 1e-300 {
		m.diagnostics.Warnings = append(m.diagnostics.Warnings,
			fmt.Errorf("%w: %s: the squares of the targets' deviations vanish; rescale them",
				regress.ErrIllConditioned, t.Name()))
		return m, nil
	}
	m.Nodes = t.grow(m.Nodes[0], kept, p.Y)
	return m, nil
}

// moderate refuses numbers whose midpoints, sums or squares overflow.
func moderate(p regress.Problem) error {
	n := len(p.Y)
	for i := range n {
		r := p.X.Row(i)
		for k, v := range r.Value {
			if math.Abs(v) > math.MaxFloat64/2 {
				return fmt.Errorf("%w: %v in row %d, column %d is too large to be split by; "+
					"rescale the column", regress.ErrNotFinite, v, i, r.Index[k])
			}
		}
	}
	var sum float64
	for _, v := range p.Y {
		sum += math.Abs(v)
	}
	d := slices.Max(p.Y) - slices.Min(p.Y)
	if notFinite(sum) || notFinite(d*d*float64(n)) {
		return fmt.Errorf("%w: sums of the targets or of their squares overflow; rescale them",
			regress.ErrNotFinite)
	}
	return nil
}
