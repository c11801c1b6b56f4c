package lrp

import (
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// matrix lays the questions' blocks side by side for the given respondents, none of whom is
// in the training part unless the feature is [features.Static]. Each distinct response has one row.
func (c *corpus) matrix(fitted []features.Fitted, respondents []int) *regress.Matrix {
	blocks := c.blocks(fitted, respondents)
	return regress.HStack(blocks[0], blocks[1:]...)
}

// blocks returns the questions' blocks of [corpus.matrix].
func (c *corpus) blocks(fitted []features.Fitted, respondents []int) []*regress.Matrix {
	blocks := make([]*regress.Matrix, len(fitted))
	for j, f := range fitted {
		a := c.answers[j].of(respondents)
		l := newLines(f, len(a.docs))
		for _, d := range a.docs {
			f.Append(&l.entries, d)
			l.end()
		}
		blocks[j] = regress.Repeat(l.rows(), a.at, l.width)
	}
	return blocks
}

// trainMatrix lays the questions' blocks side by side for the n training respondents.
func trainMatrix(fitted []features.Fitted, n int) *regress.Matrix {
	blocks := make([]*regress.Matrix, len(fitted))
	for j, f := range fitted {
		l := newLines(f, n)
		for k := range n {
			f.AppendTrain(&l.entries, k)
			l.end()
		}
		m := regress.NewMatrix(n, l.width)
		for _, r := range l.rows() {
			m.Append(r)
		}
		blocks[j] = m
	}
	return regress.HStack(blocks[0], blocks[1:]...)
}

// lines are rows in the making, one after the other in one stretch of memory.
type lines struct {
	width   int
	entries features.Row
	ends    []int // of each line in entries
}

// newLines has room for so many lines.
func newLines(f features.Fitted, count int) lines {
	l := lines{width: len(f.Columns()), ends: make([]int, 0, count)}
	if l.width == 1 {
		l.entries = features.Row{Index: make([]int32, 0, count), Value: make([]float64, 0, count)}
	}
	return l
}

// end ends a line.
func (l *lines) end() { l.ends = append(l.ends, len(l.entries.Index)) }

// rows returns the lines.
func (l *lines) rows() []regress.Row {
	rows := make([]regress.Row, len(l.ends))
	from := 0
	for k, to := range l.ends {
		rows[k] = regress.Row{Index: l.entries.Index[from:to:to], Value: l.entries.Value[from:to:to]}
		from = to
	}
	return rows
}

// columnQuestions returns the number of the question that each column of the questions' blocks, laid side by side, belongs to.
func columnQuestions(fitted []features.Fitted) []int {
	var questions []int
	for j, f := range fitted {
		for range f.Columns() {
			questions = append(questions, j)
		}
	}
	return questions
}

// parts are the training and the test rows of a design.
type parts struct {
	train, test *regress.Matrix
	groups      []int // the question of each column
}

func (a parts) hstack(b parts) parts {
	return parts{regress.HStack(a.train, b.train), regress.HStack(a.test, b.test), slices.Concat(a.groups, b.groups)}
}
