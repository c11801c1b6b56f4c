// Package golearn has the regression tree of [github.com/sjwhitworth/golearn] for package regress:
// [Tree] grows the same tree, and [Catalog] lists it.
//
// Golearn is no longer maintained and checks little: it sorts NaN anywhere, reads all columns of
// one name as the first, and predicts 0 for some rows with a tree that found no split. This package
// checks its input as package regress does, with the same errors, and corrects or refuses what
// golearn gets wrong. Only its tests link golearn, to compare with: golearn brings a library for
// tests and others that nothing here needs.
package golearn

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/regress"
)

// treeModel is a fitted regression tree: immutable and safe for concurrent use. Its exported fields
// describe it completely and survive JSON exactly.
type treeModel struct {
	Columns     int    `json:"columns"`
	Nodes       []node `json:"nodes"` // the root first, children after their parents
	diagnostics regress.Diagnostics
}

// node is a split if Left is not 0, otherwise a leaf. Rows whose value in the column is below the
// threshold go to node Left, the others to the one after it.
type node struct {
	Column    int     `json:"column,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
	Left      int     `json:"left,omitempty"`
	Value     float64 `json:"value,omitempty"`
}

// Predict returns the value of the leaf of each row of x, or NaN for a row with a value that is not
// finite. It panics if x has a different number of columns from the model.
func (m *treeModel) Predict(x *regress.Matrix) []float64 {
	n, p := x.Dims()
	if p != m.Columns {
		panic(fmt.Sprintf("golearn: %d columns for a model of %d", p, m.Columns))
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = m.predict(x.Row(i))
	}
	return y
}

func (m *treeModel) predict(r regress.Row) float64 {
	if !slices.ContainsFunc(r.Value, notFinite) {
		at := m.Nodes[0]
		for at.Left != 0 {
			var v float64
			if k, ok := slices.BinarySearch(r.Index, int32(at.Column)); ok {
				v = r.Value[k]
			}
			if v < at.Threshold {
				at = m.Nodes[at.Left]
			} else {
				at = m.Nodes[at.Left+1]
			}
		}
		return at.Value
	}
	return math.NaN()
}

// Diagnostics describes the fit. It is empty for a model that was not fitted.
func (m *treeModel) Diagnostics() regress.Diagnostics { return m.diagnostics }

// Check reports what keeps m from predicting; see [regress.StorableModel].
func (m *treeModel) Check(columns int) error {
	switch {
	case columns < 0 || columns > math.MaxInt32 || len(m.Nodes)%2 == 0:
		return fmt.Errorf("%d nodes over %d columns", len(m.Nodes), columns)
	case m.Columns != columns:
		return fmt.Errorf("%d columns, want %d", m.Columns, columns)
	}
	next := 1 // the children of one split follow those of the previous one
	for i, n := range m.Nodes {
		if notFinite(n.Threshold) || notFinite(n.Value) {
			return fmt.Errorf("node %d has threshold %v and value %v, want finite numbers",
				i, n.Threshold, n.Value)
		}
		if n.Left == 0 {
			continue
		}
		if n.Left != next || n.Left <= i || n.Left+1 >= len(m.Nodes) {
			return fmt.Errorf("node %d of %d has children from %d, want %d",
				i, len(m.Nodes), n.Left, next)
		}
		if n.Column < 0 || n.Column >= columns {
			return fmt.Errorf("node %d splits by column %d of %d", i, n.Column, columns)
		}
		next += 2
	}
	if next != len(m.Nodes) {
		return fmt.Errorf("%d nodes, of which %d are reached", len(m.Nodes), next)
	}
	return nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// Catalog lists golearn's regressors, sorted by name, for callers that join them to
// [regress.Catalog], since package regress cannot list them itself. None of the [regress.Options]
// concerns them.
func Catalog() []regress.Entry {
	return []regress.Entry{{
		Name:    Tree{}.Name(),
		Summary: fmt.Sprintf("regression tree of golearn, %d splits deep", defaultDepth),
		New:     func(regress.Options) (regress.Regressor, error) { return Tree{}, nil },
	}}
}

// ModelKinds lists the kinds of model of golearn's regressors, for [regress.EncodeModel] and
// [regress.DecodeModel].
func ModelKinds() []regress.ModelKind {
	return []regress.ModelKind{{
		Name: Tree{}.Name(),
		New:  func() regress.StorableModel { return new(treeModel) },
	}}
}
