package regress

import (
	"errors"
	"fmt"
	"math"
)

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
	for j, m := range k.Mean {
		if !finite(m) {
			return fmt.Errorf("mean %v of column %d, want a finite number", m, j)
		}
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
