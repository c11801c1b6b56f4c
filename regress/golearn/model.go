package golearn

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/regress"
)

// TreeModel is a fitted regression tree: immutable, safe for concurrent use, without golearn. It
// comes from [Tree.Fit] or from JSON, which it survives exactly.
type TreeModel struct {
	columns     int
	nodes       []node // the root first, children behind their parents
	diagnostics regress.Diagnostics
}

// node is a split where Left is not 0, else a leaf. Rows whose value in the column is below the
// threshold go to node Left, the others to the one behind it.
type node struct {
	Column    int     `json:"column,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
	Left      int     `json:"left,omitempty"`
	Value     float64 `json:"value,omitempty"`
}

// ErrModel is wrapped by the error for JSON that is not a tree.
var ErrModel = errors.New("golearn: not a tree")

// Predict returns the value of the leaf of each row of x, NaN for a row that holds a value that is
// not finite. It panics where x has not as many columns as the model.
func (m *TreeModel) Predict(x *regress.Matrix) []float64 {
	n, p := x.Dims()
	if p != m.columns {
		panic(fmt.Sprintf("golearn: %d columns for a model of %d", p, m.columns))
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = m.predict(x.Row(i))
	}
	return y
}

func (m *TreeModel) predict(r regress.Row) float64 {
	if !slices.ContainsFunc(r.Value, notFinite) {
		at := m.nodes[0]
		for at.Left != 0 {
			var v float64
			if k, ok := slices.BinarySearch(r.Index, int32(at.Column)); ok {
				v = r.Value[k]
			}
			if v < at.Threshold {
				at = m.nodes[at.Left]
			} else {
				at = m.nodes[at.Left+1]
			}
		}
		return at.Value
	}
	return math.NaN()
}

// Diagnostics tells how the fit went; it is empty for a model that was not fitted.
func (m *TreeModel) Diagnostics() regress.Diagnostics { return m.diagnostics }

// Leaves returns the number of values that the model can predict, one a leaf.
func (m *TreeModel) Leaves() int { return len(m.nodes)/2 + 1 }

// Depth returns the largest number of splits on the way to a leaf.
func (m *TreeModel) Depth() int {
	deepest, depth := 0, make([]int, len(m.nodes))
	for i, n := range m.nodes {
		if n.Left != 0 {
			depth[n.Left], depth[n.Left+1] = depth[i]+1, depth[i]+1
		}
		deepest = max(deepest, depth[i])
	}
	return deepest
}

// treeJSON is the form of a model in JSON.
type treeJSON struct {
	Columns int    `json:"columns"`
	Nodes   []node `json:"nodes"`
}

// MarshalJSON writes the number of columns and the nodes.
func (m *TreeModel) MarshalJSON() ([]byte, error) {
	return json.Marshal(treeJSON{m.columns, m.nodes})
}

// UnmarshalJSON reads what MarshalJSON wrote. It fails for anything that is not a
// tree ([ErrModel]), so that a model, once read, predicts without fail.
func (m *TreeModel) UnmarshalJSON(text []byte) error {
	var t treeJSON
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	read := TreeModel{columns: t.Columns, nodes: t.Nodes}
	if err := read.Check(t.Columns); err != nil {
		return err
	}
	*m = read
	return nil
}

// Check tells what keeps m from predicting ([ErrModel]), see [regress.Checked].
func (m *TreeModel) Check(columns int) error {
	switch {
	case columns < 0 || columns > math.MaxInt32 || len(m.nodes)%2 == 0:
		return fmt.Errorf("%w: %d nodes over %d columns", ErrModel, len(m.nodes), columns)
	case m.columns != columns:
		return fmt.Errorf("%w: %d columns, want %d", ErrModel, m.columns, columns)
	}
	next := 1 // the children of one split follow those of the split before
	for i, n := range m.nodes {
		if notFinite(n.Threshold) || notFinite(n.Value) {
			return fmt.Errorf("%w: node %d has threshold %v and value %v, want finite numbers", ErrModel, i, n.Threshold, n.Value)
		}
		if n.Left == 0 {
			continue
		}
		if n.Left != next || n.Left <= i || n.Left+1 >= len(m.nodes) {
			return fmt.Errorf("%w: node %d of %d has children from %d, want %d", ErrModel, i, len(m.nodes), n.Left, next)
		}
		if n.Column < 0 || n.Column >= columns {
			return fmt.Errorf("%w: node %d splits by column %d of %d", ErrModel, i, n.Column, columns)
		}
		next += 2
	}
	if next != len(m.nodes) {
		return fmt.Errorf("%w: %d nodes, of which %d are reached", ErrModel, len(m.nodes), next)
	}
	return nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
