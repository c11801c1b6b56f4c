package embed

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/parallel"
)

// sparse is a sparse matrix by rows.
type sparse struct {
	columns int
	rows    []sparseRow
}

// sparseRow holds the nonzero values of a row, by ascending column.
type sparseRow struct {
	index []int32
	value []float64
}

func (r *sparseRow) add(column int32, x float64) {
	r.index, r.value = append(r.index, column), append(r.value, x)
}

// transposed returns the transpose.
func (m *sparse) transposed() *sparse {
	t := &sparse{len(m.rows), make([]sparseRow, m.columns)}
	for i, r := range m.rows {
		for k, j := range r.index {
			t.rows[j].add(int32(i), r.value[k])
		}
	}
	return t
}

// times returns the product with a dense matrix.
func (m *sparse) times(ctx context.Context, x *mat.Dense, workers int) (*mat.Dense, error) {
	_, columns := x.Dims()
	y := mat.NewDense(len(m.rows), columns, nil)
	vector := func(row []float64) blas64.Vector { return blas64.Vector{N: columns, Inc: 1, Data: row} }
	err := parallel.Do(ctx, workers, len(m.rows), func(i int) error {
		sum := vector(y.RawRowView(i))
		for k, j := range m.rows[i].index {
			blas64.Axpy(m.rows[i].value[k], vector(x.RawRowView(int(j))), sum)
		}
		return nil
	}, nil)
	return y, err
}
