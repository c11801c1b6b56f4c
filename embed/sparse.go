package embed

import (
	"context"
	"sync"
	"sync/atomic"
)

// sparse is a sparse matrix in compressed row form, columns ascending in each row.
type sparse struct {
	columns int
	starts  []int // of each row in index and value, and the end of the last
	index   []int32
	value   []float64
}

func (m *sparse) rows() int { return len(m.starts) - 1 }

func (m *sparse) row(i int) ([]int32, []float64) {
	return m.index[m.starts[i]:m.starts[i+1]], m.value[m.starts[i]:m.starts[i+1]]
}

// transposed returns the transpose.
func (m *sparse) transposed() *sparse {
	t := &sparse{columns: m.rows(), starts: make([]int, m.columns+1),
		index: make([]int32, len(m.index)), value: make([]float64, len(m.value))}
	for _, j := range m.index {
		t.starts[j+1]++
	}
	for j := range m.columns {
		t.starts[j+1] += t.starts[j]
	}
	next := append([]int(nil), t.starts...)
	for i := range m.rows() {
		index, value := m.row(i)
		for k, j := range index {
			t.index[next[j]], t.value[next[j]] = int32(i), value[k]
			next[j]++
		}
	}
	return t
}

// times returns the product with a dense matrix, given and returned as rows.
func (m *sparse) times(ctx context.Context, x [][]float64, workers int) ([][]float64, error) {
	y := make([][]float64, m.rows())
	err := eachRow(ctx, len(y), workers, func(_, i int) {
		sum := make([]float64, len(x[0]))
		index, value := m.row(i)
		for k, j := range index {
			factor, row := value[k], x[j][:len(sum)]
			for c, a := range row {
				sum[c] += factor * a
			}
		}
		y[i] = sum
	})
	return y, err
}

// eachRow calls work(worker, i) once for each i in [0,n). Workers are numbered from 0.
func eachRow(ctx context.Context, n, workers int, work func(worker, i int)) error {
	const chunk = 64
	var next atomic.Int64
	var wait sync.WaitGroup
	for worker := range max(1, min(workers, (n+chunk-1)/chunk)) {
		wait.Go(func() {
			for ctx.Err() == nil {
				end := int(next.Add(chunk))
				if end-chunk >= n {
					return
				}
				for i := end - chunk; i < min(end, n); i++ {
					work(worker, i)
				}
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}
