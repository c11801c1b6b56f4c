package design

import (
	"math"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// rowsOf returns the rows of the given respondents for each question, fitted being one feature by
// question. None of them is in the training part unless the feature is [features.Static]. Each
// distinct response has one row.
func rowsOf(fitted []features.Fitted, c *Corpus, respondents []int) []*regress.Matrix {
	blocks := make([]*regress.Matrix, len(fitted))
	for j, f := range fitted {
		r := c.responses[j].of(respondents)
		rows := newRowBuilder(f, len(r.docs))
		for _, d := range r.docs {
			f.Append(&rows.entries, d)
			rows.end()
		}
		blocks[j] = regress.Repeat(rows.rows(), r.index, rows.width)
	}
	return blocks
}

// trainRows returns the rows of the n training respondents for all questions, fitted being one
// feature by question.
func trainRows(fitted []features.Fitted, n int) *regress.Matrix {
	blocks := make([]*regress.Matrix, len(fitted))
	for j, f := range fitted {
		if len(f.Columns()) == 1 {
			blocks[j] = trainColumn(f, n)
			continue
		}
		rows := newRowBuilder(f, n)
		for k := range n {
			f.AppendTrain(&rows.entries, k)
			rows.end()
		}
		m := regress.NewMatrix(n, rows.width)
		for _, r := range rows.rows() {
			m.Append(r)
		}
		blocks[j] = m
	}
	return stack(blocks)
}

// trainColumn returns the rows of a feature with one column.
func trainColumn(f features.Fitted, n int) *regress.Matrix {
	m, row := regress.NewMatrix(n, 1), features.Row{}
	for k := range n {
		row.Index, row.Value = row.Index[:0], row.Value[:0]
		f.AppendTrain(&row, k)
		m.Append(regress.Row{Index: row.Index, Value: row.Value}) // which keeps the value alone
	}
	return m
}

// stack lays matrices side by side. A single one is returned as it is, so that what one regressor
// has computed from it serves the next.
func stack(blocks []*regress.Matrix) *regress.Matrix {
	if len(blocks) == 1 {
		return blocks[0]
	}
	return regress.HStack(blocks[0], blocks[1:]...)
}

// rowBuilder makes rows one after the other in a single piece of memory.
type rowBuilder struct {
	width   int
	entries features.Row
	ends    []int // of each row in entries
}

// newRowBuilder has room for the given number of rows.
func newRowBuilder(f features.Fitted, count int) rowBuilder {
	b := rowBuilder{width: len(f.Columns()), ends: make([]int, 0, count)}
	if b.width == 1 {
		b.entries.Index = make([]int32, 0, count)
		b.entries.Value = make([]float64, 0, count)
	}
	return b
}

// end ends a row.
func (b *rowBuilder) end() { b.ends = append(b.ends, len(b.entries.Index)) }

// rows returns the rows.
func (b *rowBuilder) rows() []regress.Row {
	rows := make([]regress.Row, len(b.ends))
	start := 0
	for k, end := range b.ends {
		rows[k] = regress.Row{
			Index: b.entries.Index[start:end:end],
			Value: b.entries.Value[start:end:end],
		}
		start = end
	}
	return rows
}

// columnQuestions returns the number of the question of each column, fitted being one feature by
// question.
func columnQuestions(fitted []features.Fitted) []int {
	var questions []int
	for j, f := range fitted {
		for range f.Columns() {
			questions = append(questions, j)
		}
	}
	return questions
}

// ColumnStats are the mean and the standard deviation (n-1) of each column over a training part.
type ColumnStats struct {
	Mean []float64 `json:"mean"`
	SD   []float64 `json:"sd"`
}

// NewColumnStats computes the statistics of a matrix.
func NewColumnStats(m *regress.Matrix) ColumnStats {
	n, p := m.Dims()
	s := ColumnStats{make([]float64, p), make([]float64, p)}
	count := make([]int, p)
	for i := range n {
		r := m.Row(i)
		for k, j := range r.Index {
			s.Mean[j] += r.Value[k] / float64(n)
			count[j]++
		}
	}
	for i := range n {
		r := m.Row(i)
		for k, j := range r.Index {
			e := r.Value[k] - s.Mean[j]
			s.SD[j] += e * e
		}
	}
	for j := range s.SD {
		s.SD[j] += float64(n-count[j]) * s.Mean[j] * s.Mean[j]
		s.SD[j] = math.Sqrt(s.SD[j] / float64(max(1, n-1)))
		if s.SD[j] < 1e-12*math.Abs(s.Mean[j]) {
			s.SD[j] = 0 // the column is constant but for rounding
		}
	}
	return s
}
