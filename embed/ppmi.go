package embed

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/parallel"
)

// contextPower smooths the probabilities of rare context words.
const contextPower = .75

// pairCounts returns #(w,c): how often word c is among the window words before or after word
// w, within a sentence.
func pairCounts(ctx context.Context, t *tokens, window, workers int) (*sparse, error) {
	n := len(t.words)
	starts := make([]int, n+1) // of each word's occurrences
	for i, c := range t.counts {
		starts[i+1] = starts[i] + int(c)
	}
	places, next := make([]int32, t.total), append([]int(nil), starts...)
	for at, w := range t.stream {
		if w != sentenceEnd {
			places[next[w]] = int32(at)
			next[w]++
		}
	}
	all := make([]sparseRow, n)
	scratch := sync.Pool{New: func() any { return &nearWords{counts: make([]int64, n)} }}
	err := parallel.Do(ctx, workers, n, func(w int) error {
		s := scratch.Get().(*nearWords)
		defer scratch.Put(s)
		for _, at := range places[starts[w]:starts[w+1]] {
			for k := int(at) - 1; k >= max(0, int(at)-window) && t.stream[k] != sentenceEnd; k-- {
				s.see(t.stream[k])
			}
			for k := int(at) + 1; k <= int(at)+window && t.stream[k] != sentenceEnd; k++ {
				s.see(t.stream[k])
			}
		}
		all[w] = s.row()
		return nil
	}, nil)
	return &sparse{n, all}, err
}

// nearWords counts the words near one word.
type nearWords struct {
	counts []int64
	seen   []int32
}

func (s *nearWords) see(c int32) {
	if s.counts[c]++; s.counts[c] == 1 {
		s.seen = append(s.seen, c)
	}
}

// row returns the counts and clears them.
func (s *nearWords) row() (r sparseRow) {
	slices.Sort(s.seen)
	for _, c := range s.seen {
		r.add(c, float64(s.counts[c]))
		s.counts[c] = 0
	}
	s.seen = s.seen[:0]
	return r
}

// ppmi returns the matrix M of [Train] for the counts, with contexts to a power.
func ppmi(counts *sparse, power float64) *sparse {
	sums, contexts := make([]float64, len(counts.rows)), make([]float64, counts.columns)
	for w, r := range counts.rows {
		for k, c := range r.index {
			sums[w] += r.value[k]
			contexts[c] += r.value[k]
		}
	}
	var total float64
	for c := range contexts {
		contexts[c] = math.Pow(contexts[c], power)
		total += contexts[c]
	}
	m := &sparse{counts.columns, make([]sparseRow, len(sums))}
	for w, r := range counts.rows {
		for k, c := range r.index {
			if x := math.Log(r.value[k] * total / (sums[w] * contexts[c])); x > 0 {
				m.rows[w].add(c, x)
			}
		}
	}
	return m
}

// factorPPMI returns the vectors of all words.
func factorPPMI(ctx context.Context, t *tokens, o TrainOptions) ([][]float32, error) {
	counts, err := pairCounts(ctx, t, o.Window, o.Workers)
	if err != nil {
		return nil, err
	}
	o.report("pairs", int64(len(t.words)), int64(len(t.words)))
	u, sigma, err := truncatedSVD(ctx, ppmi(counts, contextPower), o.Dim, o)
	if err != nil {
		return nil, err
	}
	rows := make([][]float32, len(t.words))
	for i := range rows {
		rows[i] = make([]float32, o.Dim)
		for j, s := range sigma {
			rows[i][j] = float32(u.At(i, j) * math.Sqrt(s))
		}
	}
	return rows, nil
}

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
