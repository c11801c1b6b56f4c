package batch

import (
	"io"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grading"
)

// table has one record per respondent of a table, which is read as a whole.
type table struct {
	of *datasets.Dataset
	i  int
}

func newTable(m *lrp.Model, in io.Reader, name string, o Options) (source, error) {
	ds, err := grading.Read(in, name, m.Questions(), o.Table)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]string{ds.Notes, ds.Warnings} {
		for _, note := range list {
			o.Note(note)
		}
	}
	if o.totals != nil {
		*o.totals = slices.ContainsFunc(ds.Table.Given, func(y float64) bool { return !math.IsNaN(y) })
	}
	return &table{of: ds}, nil
}

func (*table) idle() bool { return false }

// next returns the identifier and then the responses.
func (t *table) next() (raw, error) {
	if t.i == len(t.of.Respondents) {
		return raw{}, io.EOF
	}
	r := &t.of.Respondents[t.i]
	t.i++
	row := raw{line: t.of.Table.Rows[t.i-1], fields: append([]string{r.ID}, r.Responses...)}
	if given := t.of.Table.Given; given != nil {
		row.total = number(given[t.i-1])
	}
	return row, nil
}
