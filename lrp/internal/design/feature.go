package design

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// feature is one feature prepared for all questions. All but the first two fields are made by share
// and hold for all splits.
type feature struct {
	extractor features.Extractor
	prepared  []features.Prepared // by question
	// static has a row for each respondent; nil if the rows depend on ratings.
	static *regress.Matrix
	groups []int   // the question of each column of static
	counts []int32 // the number of respondents with an entry in each column of static
	// restricted is true if a training part has only some of the columns of static.
	restricted bool
	// gram is static staticᵀ of a restricted feature whose values are whole numbers, and columns
	// are those of static; nil for other features.
	gram    *mat.SymDense
	columns []columnEntries
}

// columnEntries are the entries of one column of a matrix by ascending row.
type columnEntries struct {
	rows   []int32
	values []float64
}

// perSplit reports whether the rows must be made for each split.
func (f *feature) perSplit() bool { return f.static == nil || f.restricted }

// share computes what all splits have in common.
func (f *feature) share(c *Corpus) {
	fitted, ok := f.fitAll()
	if !ok {
		return
	}
	f.static, f.groups = stack(rowsOf(fitted, c, c.Everyone())), columnQuestions(fitted)
	f.counts = make([]int32, len(f.groups))
	countEntries(f.counts, f.static)
	_, f.restricted = f.prepared[0].(features.Restricted)
	if f.restricted && wide(f.static) && wholeNumbers(f.static) {
		f.gram = regress.Gram(f.static)
		f.columns = columnsOf(f.static, f.counts, len(c.Ratings))
	}
}

// fitAll fits the feature with every column, question by question; false if it depends on ratings.
func (f *feature) fitAll() ([]features.Fitted, bool) {
	fitted := make([]features.Fitted, len(f.prepared))
	for j, p := range f.prepared {
		s, ok := p.(features.Static)
		if !ok {
			return nil, false
		}
		fitted[j] = s.FitAll()
	}
	return fitted, true
}

// fit fits the feature to the training part's responses to each question.
func (f *feature) fit(rated [][]features.Rated) []features.Fitted {
	fitted := make([]features.Fitted, len(f.prepared))
	for j, p := range f.prepared {
		fitted[j] = p.Fit(rated[j])
	}
	return fitted
}

// isStatic reports whether the rows do not depend on ratings.
func (f *feature) isStatic() bool {
	return !slices.ContainsFunc(f.prepared, func(p features.Prepared) bool {
		_, static := p.(features.Static)
		return !static
	})
}

// kept says for each column of static whether the training part has it.
func (f *feature) kept(rated [][]features.Rated) []bool {
	kept := make([]bool, 0, len(f.groups))
	for j, p := range f.prepared {
		kept = append(kept, p.(features.Restricted).Kept(rated[j])...)
	}
	return kept
}

// countEntries adds to counts the number of rows with an entry in each column.
func countEntries(counts []int32, m *regress.Matrix) {
	n, _ := m.Dims()
	for i := range n {
		for _, j := range m.Row(i).Index {
			counts[j]++
		}
	}
}

// maxWhole bounds the values that [wholeNumbers] accepts: the squares of a million of them sum to
// less than 2^53.
const maxWhole = 1 << 16

// wholeNumbers reports whether all values are whole numbers so small that sums of their products
// are exact.
func wholeNumbers(m *regress.Matrix) bool {
	inexact := func(v float64) bool { return !(math.Abs(v) <= maxWhole) || v != math.Trunc(v) }
	n, _ := m.Dims()
	for i := range n {
		if slices.ContainsFunc(m.Row(i).Value, inexact) {
			return false
		}
	}
	return true
}

// columnsOf returns the columns of a matrix of n rows with the given numbers of entries.
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
