package lrp

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/regress"
)

// predictor is what a model has learned. It is safe for concurrent use.
type predictor interface {
	// part computes what depends on one response alone.
	part(question int, response *text.Doc) part
	// rating puts the parts of one respondent together: a rating that may be outside [0,1].
	rating(parts []part) float64
	// warnings tells what was wrong with the fit.
	warnings() []error
}

// part is what a prediction needs of one response: its grade, or its columns by feature, or the response itself.
type part struct {
	grade float64
	rows  []features.Row
	doc   *text.Doc
}

// size is about the memory of a part, in bytes.
func (p part) size() int {
	size := 0
	for _, r := range p.rows {
		size += 64 + 4*cap(r.Index) + 8*cap(r.Value)
	}
	if p.doc != nil { // three lists of words, each of which is a text of its own, and two whole texts
		size += 128 + 96*len(p.doc.Tokens) + 3*len(p.doc.Raw)
	}
	return size
}

// constant predicts the same for everyone.
type constant float64

func (constant) part(int, *text.Doc) part { return part{} }

func (c constant) rating([]part) float64 { return float64(c) }

func (constant) warnings() []error { return nil }

// gradedParts is a learner whose rating is made of grades.
type gradedParts struct {
	FittedLearner
	Grader
}

func (g gradedParts) part(question int, response *text.Doc) part {
	return part{grade: g.Grade(question, response)}
}

func (g gradedParts) rating(parts []part) float64 { return g.RatingOf(gradesOf(parts)) }

func (g gradedParts) warnings() []error { return g.Warnings() }

func gradesOf(parts []part) []float64 {
	grades := make([]float64, len(parts))
	for j, p := range parts {
		grades[j] = p.grade
	}
	return grades
}

// wholeParts is any other learner.
type wholeParts struct{ FittedLearner }

func (wholeParts) part(_ int, response *text.Doc) part { return part{doc: response} }

func (w wholeParts) rating(parts []part) float64 {
	docs := make([]*text.Doc, len(parts))
	for j, p := range parts {
		docs[j] = p.doc
	}
	return w.Predict(docs).Rating
}

func (w wholeParts) warnings() []error { return w.Warnings() }

// learnerPredictor remembers single responses where the learner lets it.
func learnerPredictor(f FittedLearner) predictor {
	if g, ok := f.(Grader); ok {
		return gradedParts{f, g}
	}
	return wholeParts{f}
}

// designed is a regressor's model on the columns of features.
type designed struct {
	columns []string
	groups  []int               // the question of each column
	fitted  [][]features.Fitted // by feature and question
	width   [][]int             // by feature and question: the number of columns
	static  []bool              // by feature: its rows do not depend on ratings
	model   regress.Model
	columnStats
}

// newDesigned fits the features to all respondents of the corpus; the model is still to come.
func newDesigned(c *corpus, extractors []features.Extractor) *designed {
	c = c.unprepared()
	d := &designed{
		fitted: make([][]features.Fitted, len(extractors)), width: make([][]int, len(extractors)), static: make([]bool, len(extractors)),
	}
	sideBySide(len(extractors), func(k int) {
		b := c.prepare(extractors[k])
		d.fitted[k], d.static[k] = b.fitted(c, c.everyone()), b.isStatic()
		for _, f := range d.fitted[k] {
			d.width[k] = append(d.width[k], len(f.Columns()))
		}
	})
	for _, fitted := range d.fitted {
		d.columns, d.groups = append(d.columns, c.columnNames(fitted)...), append(d.groups, columnQuestions(fitted)...)
	}
	return d
}

// unprepared is the corpus with no response known beforehand. What is known saves time in trials that share texts; for a
// model it would cost, and change the last bits.
func (c *corpus) unprepared() *corpus {
	u := *c
	u.questions = make([]*features.Question, len(c.questions))
	for j, q := range c.questions {
		bare := *q
		bare.Docs = nil
		u.questions[j] = &bare
	}
	return &u
}

// learn fits the regressor. Training rows that depend on ratings are made with what is known beforehand, which is faster.
func (d *designed) learn(c *corpus, extractors []features.Extractor, r regress.Regressor) error {
	made := make([][]*regress.Matrix, len(extractors))
	sideBySide(len(extractors), func(k int) {
		if d.static[k] { // the same either way
			made[k] = c.blocks(d.fitted[k], c.everyone())
		} else {
			made[k] = []*regress.Matrix{trainMatrix(c.fit(extractors[k]), len(c.ratings))}
		}
	})
	blocks := slices.Concat(made...)
	train := regress.HStack(blocks[0], blocks[1:]...)
	if _, columns := train.Dims(); columns != len(d.columns) {
		return fmt.Errorf("%d columns with the responses known beforehand and %d without, expected the same", columns, len(d.columns))
	}
	for _, b := range blocks { // one by one, as their rows are at hand
		s := newColumnStats(b)
		d.Mean, d.SD = append(d.Mean, s.Mean...), append(d.SD, s.SD...)
	}
	var err error
	d.model, err = r.Fit(regress.Problem{X: train, Y: c.ratings, Groups: d.groups})
	return err
}

func (d *designed) part(question int, response *text.Doc) part {
	rows := make([]features.Row, len(d.fitted))
	for e := range d.fitted {
		d.fitted[e][question].Append(&rows[e], response)
	}
	return part{rows: rows}
}

// matrix lays the parts of one respondent side by side.
func (d *designed) matrix(parts []part) *regress.Matrix {
	var row regress.Row
	offset := int32(0)
	for e := range d.fitted {
		for j, p := range parts {
			for k, i := range p.rows[e].Index {
				row.Index = append(row.Index, offset+i)
				row.Value = append(row.Value, p.rows[e].Value[k])
			}
			offset += int32(d.width[e][j])
		}
	}
	m := regress.NewMatrix(1, len(d.columns))
	m.Append(row)
	return m
}

func (d *designed) rating(parts []part) float64 {
	if l, ok := d.model.(*regress.Linear); ok {
		return bounded(d.linear(l, parts))
	}
	return d.predict(d.matrix(parts))[0]
}

// linear is what l predicts, summed as it does but without a matrix.
func (d *designed) linear(l *regress.Linear, parts []part) float64 {
	coef := l.Coef
	var s float64
	for e, width := range d.width {
		for j, p := range parts {
			r := &p.rows[e]
			for k, i := range r.Index {
				s += r.Value[k] * coef[i]
			}
			coef = coef[width[j]:]
		}
	}
	return l.Intercept + s
}

func (d *designed) warnings() []error { return d.model.Diagnostics().Warnings }
