package lrp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// block is one feature on all questions.
type block struct {
	extractor features.Extractor
	prepared  []features.Prepared // per question
	static    *regress.Matrix     // n x p over all respondents; nil where it depends on ratings
	groups    []int               // of static: the question of each column
	having    []int32             // of static: how many respondents have an entry in each column
	// restricted tells that a training part has only some of the columns of static.
	restricted bool
	// gram is static staticᵀ of a restricted block, where its elements are whole numbers; columns are those of
	// static. Both are nil elsewhere.
	gram    *mat.SymDense
	columns []columnEntries
}

// columnEntries lists the entries of one column of a matrix by ascending row.
type columnEntries struct {
	rows   []int32
	values []float64
}

// perTrial reports whether the block's rows must be made for each trial.
func (b *block) perTrial() bool { return b.static == nil || b.restricted }

// complete makes what all trials share, once all questions are prepared.
func (b *block) complete(c *corpus) {
	fitted, ok := b.all()
	if !ok {
		return
	}
	b.static, b.groups = c.matrix(fitted, c.everyone()), columnQuestions(fitted)
	b.having = make([]int32, len(b.groups))
	countEntries(b.having, b.static)
	_, b.restricted = b.prepared[0].(features.Restricted)
	if n := len(c.ratings); b.restricted && wide(b.static) && whole(b.static) {
		b.gram, b.columns = regress.Gram(b.static), columnsOf(b.static, b.having, n)
	}
}

// all is the block's feature with every column; false where it depends on ratings.
func (b *block) all() ([]features.Fitted, bool) {
	fitted := make([]features.Fitted, len(b.prepared))
	for j, p := range b.prepared {
		s, ok := p.(features.Static)
		if !ok {
			return nil, false
		}
		fitted[j] = s.FitAll()
	}
	return fitted, true
}

// fitted fits the block to the training part, question by question.
func (b *block) fitted(c *corpus, train []int) []features.Fitted { return b.fit(c.ratedBy(train)) }

// fit fits the block to the training part's responses to each question.
func (b *block) fit(rated [][]features.Rated) []features.Fitted {
	fitted := make([]features.Fitted, len(b.prepared))
	for j, p := range b.prepared {
		fitted[j] = p.Fit(rated[j])
	}
	return fitted
}

// allFitted is the block's feature as its columns are in the design of a training part: with every column where one matrix
// serves all of them.
func (b *block) allFitted(rated [][]features.Rated) []features.Fitted {
	if fitted, ok := b.all(); ok {
		return fitted
	}
	return b.fit(rated)
}

// kept tells for each column of the block's one matrix whether the training part has it.
func (b *block) kept(rated [][]features.Rated) []bool {
	kept := make([]bool, 0, len(b.groups))
	for j, p := range b.prepared {
		kept = append(kept, p.(features.Restricted).Kept(rated[j])...)
	}
	return kept
}

// countEntries adds to counts how many rows have an entry in each column.
func countEntries(counts []int32, m *regress.Matrix) {
	n, _ := m.Dims()
	for i := range n {
		for _, j := range m.Row(i).Index {
			counts[j]++
		}
	}
}

// largestWhole bounds the values of which [whole] takes care: the squares of a million of them sum to less than 2^53.
const largestWhole = 1 << 16

// whole reports whether all values are whole numbers so small that sums of their products are exact.
func whole(m *regress.Matrix) bool {
	n, _ := m.Dims()
	for i := range n {
		if slices.ContainsFunc(m.Row(i).Value, func(v float64) bool { return !(math.Abs(v) <= largestWhole) || v != math.Trunc(v) }) {
			return false
		}
	}
	return true
}

// columnsOf returns the columns of a matrix of n rows, counts being their numbers of entries.
func columnsOf(m *regress.Matrix, counts []int32, n int) []columnEntries {
	columns := make([]columnEntries, len(counts))
	for j, c := range counts {
		columns[j] = columnEntries{make([]int32, 0, c), make([]float64, 0, c)}
	}
	for i := range n {
		row := m.Row(i)
		for k, j := range row.Index {
			c := &columns[j]
			c.rows, c.values = append(c.rows, int32(i)), append(c.values, row.Value[k])
		}
	}
	return columns
}
