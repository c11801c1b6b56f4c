package golearn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/regress"
)

// fromDense returns the matrix of dense rows, without the zeros.
func fromDense(rows [][]float64, cols int) *regress.Matrix {
	m := regress.NewMatrix(len(rows), cols)
	for _, row := range rows {
		var r regress.Row
		for j, v := range row {
			if v != 0 {
				r.Index = append(r.Index, int32(j))
				r.Value = append(r.Value, v)
			}
		}
		m.Append(r)
	}
	return m
}

func toDense(m *regress.Matrix) [][]float64 {
	n, p := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, p)
		r := m.Row(i)
		for k, j := range r.Index {
			rows[i][j] = r.Value[k]
		}
	}
	return rows
}

// filled returns a problem of n rows and p columns with values of the function.
func filled(rng *rand.Rand, n, p int, value func() float64) regress.Problem {
	rows := make([][]float64, n)
	y := make([]float64, n)
	for i := range rows {
		rows[i] = make([]float64, p)
		for j := range rows[i] {
			rows[i][j] = value()
		}
		y[i] = rng.Float64()
	}
	return regress.Problem{X: fromDense(rows, p), Y: y}
}

// designs are problems of different kinds: numbers, word counts with equal and constant columns,
// few distinct values, and more columns than golearn keeps in one block.
func designs() map[string]regress.Problem {
	rng := rand.New(rand.NewPCG(5, 1))
	count := func() float64 { return float64(max(0, rng.IntN(6)-3)) }
	d := map[string]regress.Problem{
		"numbers": filled(rng, 60, 4, rng.NormFloat64),
		"wide":    filled(rng, 20, 40, rng.NormFloat64),
		"counts":  filled(rng, 50, 12, count),
		"blocks":  filled(rng, 9, 1100, count),
		"halves":  filled(rng, 40, 6, func() float64 { return float64(rng.IntN(3)-1) / 2 }),
	}
	d["many equal values"] = filled(rng, 400, 5, count)
	rows := toDense(d["counts"].X)
	for i := range rows {
		rows[i][2], rows[i][7], rows[i][9] = rows[i][1], .3, rows[i][0]
	}
	d["equal columns"] = regress.Problem{X: fromDense(rows, 12), Y: d["counts"].Y}
	return d
}

// settings are the trees that tests range over.
func settings() []Tree {
	return []Tree{{}, {MaxDepth: 1}, {MaxDepth: unlimited}}
}

// eachFit runs the test for every setting on every design.
func eachFit(t *testing.T, test func(t *testing.T, r Tree, p regress.Problem, m *treeModel)) {
	for name, p := range designs() {
		for _, r := range settings() {
			t.Run(fmt.Sprintf("%s/%d", name, r.MaxDepth),
				func(t *testing.T) { test(t, r, p, fit(t, r, p)) })
		}
	}
}

// fit returns the model and fails the test on an error or warning.
func fit(t testing.TB, r Tree, p regress.Problem) *treeModel {
	t.Helper()
	m, err := r.Fit(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range m.Diagnostics().Warnings {
		t.Error(w)
	}
	return m.(*treeModel)
}

// sameBits reports whether two slices are equal to the bit.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y)
	})
}

// leaves returns the number of leaves.
func (m *treeModel) leaves() int { return len(m.Nodes)/2 + 1 }

// depth returns the maximum number of splits on the way to a leaf.
func (m *treeModel) depth() int {
	deepest, depths := 0, make([]int, len(m.Nodes))
	for i, n := range m.Nodes {
		if n.Left != 0 {
			depths[n.Left], depths[n.Left+1] = depths[i]+1, depths[i]+1
		}
		deepest = max(deepest, depths[i])
	}
	return deepest
}
