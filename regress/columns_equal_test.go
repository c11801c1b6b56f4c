package regress

import (
	"slices"
	"testing"
)

func TestEqualColumns(t *testing.T) {
	x := fromDense([][]float64{
		{1, 0, 1, 2, 0, 1, 0},
		{0, 3, 0, 0, 0, 0, 0},
		{2, 0, 2, 2, 0, 1, 0},
	}, 7)
	e := newEqualColumns(newColumns(x))
	want := [][]int32{{0, 2}, {1}, {3}, {4, 6}, {5}}
	if e.groups() != len(want) {
		t.Fatalf("%d groups, want %d", e.groups(), len(want))
	}
	for g, columns := range want {
		if got := e.columns(int32(g)); !slices.Equal(got, columns) {
			t.Errorf("group %d has columns %v, want %v", g, got, columns)
		}
		rows, values := e.entries(int32(g))
		first, firstValues := e.col.col(int(columns[0]))
		if !slices.Equal(rows, first) || !slices.Equal(values, firstValues) {
			t.Errorf("group %d has entries %v %v, want %v %v", g, rows, values, first, firstValues)
		}
	}
}
