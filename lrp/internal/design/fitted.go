package design

import (
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/regress"
)

// Fitted holds features fitted to one training part. It is immutable and safe for concurrent use.
type Fitted struct {
	Columns []string // QUESTION/FEATURE, or QUESTION/FEATURE/TERM
	Groups  []int    // the question of each column
	corpus  *Corpus
	train   []int
	parts   []fittedFeature
}

// fittedFeature is one feature of a [Fitted] design.
type fittedFeature struct {
	fitted []features.Fitted // by question
	widths []int             // the number of columns by question
	static bool              // the rows do not depend on ratings
}

// Fit fits features of the builder to the training respondents alone. Columns are in the order of
// the features, and of the questions for each feature.
func (b *Builder) Fit(extractors []features.Extractor, train []int) *Fitted {
	d := &Fitted{corpus: b.Corpus, train: train, parts: make([]fittedFeature, len(extractors))}
	rated := b.Corpus.rated(train)
	list := b.of(extractors)
	parallel.EachOf(len(list), 1, func(k int) {
		p := &d.parts[k]
		p.fitted, p.static = list[k].fit(rated), list[k].isStatic()
		for _, f := range p.fitted {
			p.widths = append(p.widths, len(f.Columns()))
		}
	})
	for _, p := range d.parts {
		for j, f := range p.fitted {
			for _, name := range f.Columns() {
				d.Columns = append(d.Columns, b.Corpus.Questions[j].ID+"/"+name)
				d.Groups = append(d.Groups, j)
			}
		}
	}
	return d
}

// Train returns the rows of the training respondents and the statistics of their columns.
func (d *Fitted) Train() (*regress.Matrix, ColumnStats) {
	made := make([][]*regress.Matrix, len(d.parts))
	parallel.EachOf(len(d.parts), 1, func(k int) {
		if p := d.parts[k]; p.static {
			made[k] = rowsOf(p.fitted, d.corpus, d.train)
		} else {
			made[k] = []*regress.Matrix{trainRows(p.fitted, len(d.train))}
		}
	})
	blocks := slices.Concat(made...)
	var stats ColumnStats
	for _, m := range blocks { // whose rows are at hand, other than those of the whole
		s := NewColumnStats(m)
		stats.Mean, stats.SD = append(stats.Mean, s.Mean...), append(stats.SD, s.SD...)
	}
	return regress.HStack(blocks[0], blocks[1:]...), stats
}

// Rows returns the rows of respondents of a corpus who are not in the training part.
func (d *Fitted) Rows(c *Corpus, respondents []int) *regress.Matrix {
	var blocks []*regress.Matrix
	for _, p := range d.parts {
		blocks = append(blocks, rowsOf(p.fitted, c, respondents)...)
	}
	return stack(blocks)
}

// ResponseRows returns the columns of one response, by feature.
func (d *Fitted) ResponseRows(question int, response *text.Doc) []features.Row {
	rows := make([]features.Row, len(d.parts))
	for k, p := range d.parts {
		p.fitted[question].Append(&rows[k], response)
	}
	return rows
}

// Row returns the row of one respondent. The given function returns the [Fitted.ResponseRows] of
// the response to each question.
func (d *Fitted) Row(responseRows func(question int) []features.Row) regress.Row {
	var row regress.Row
	offset := int32(0)
	for k, p := range d.parts {
		for j, width := range p.widths {
			r := responseRows(j)[k]
			for e, i := range r.Index {
				row.Index = append(row.Index, offset+i)
				row.Value = append(row.Value, r.Value[e])
			}
			offset += int32(width)
		}
	}
	return row
}

// Dot returns the product of such a row with coefficients, summed in the order of the columns,
// without making the row.
func (d *Fitted) Dot(responseRows func(question int) []features.Row, coef []float64) float64 {
	var sum float64
	for k, p := range d.parts {
		for j, width := range p.widths {
			r := responseRows(j)[k]
			for e, i := range r.Index {
				sum += r.Value[e] * coef[i]
			}
			coef = coef[width:]
		}
	}
	return sum
}
