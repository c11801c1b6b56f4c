package regress

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEqualColumns(t *testing.T) {
	x := fromDense([][]float64{
		{1, 0, 1, 2, 0, 1, 0},
		{0, 3, 0, 0, 0, 0, 0},
		{2, 0, 2, 2, 0, 1, 0},
	}, 7)
	e := newEqualColumns(x)
	want := [][]int32{{0, 2}, {1}, {3}, {4, 6}, {5}}
	if e.groups() != len(want) {
		t.Fatalf("%d groups, want %d", e.groups(), len(want))
	}
	for g, columns := range want {
		if got := e.columns(int32(g)); !slices.Equal(got, columns) {
			t.Errorf("group %d has columns %v, want %v", g, got, columns)
		}
		rows, values := e.entries(int32(g))
		first, firstValues := newColumns(x).col(int(columns[0]))
		if !slices.Equal(rows, first) || !slices.Equal(values, firstValues) {
			t.Errorf("group %d has entries %v %v, want %v %v", g, rows, values, first, firstValues)
		}
	}
}

// TestDenseColumns compares with the rows of the matrix.
func TestDenseColumns(t *testing.T) {
	for _, n := range []int{manyRows - 1, manyRows, 200} {
		rng := rand.New(rand.NewPCG(1, 1))
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = []float64{rng.Float64(), 0, 0, 0}
			if i < n/8 {
				rows[i][1] = 1
			}
			if i <= n/8 {
				rows[i][2] = 2
			}
		}
		e := newEqualColumns(fromDense(rows, 4))
		for g, x := range e.dense(n) {
			j := int(e.columns(int32(g))[0])
			if many := n >= manyRows && (j == 0 || j == 2); many != (x != nil) {
				t.Errorf("%d rows, column %d: %d elements", n, j, len(x))
			}
			for i, v := range x {
				if v != rows[i][j] {
					t.Errorf("%d rows, column %d: element %d is %v, want %v",
						n, j, i, v, rows[i][j])
				}
			}
		}
	}
}
