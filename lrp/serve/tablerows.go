package serve

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grading"
)

// ratedTable is a table with the predictions for its rows.
type ratedTable struct {
	*grading.Result
	units     units
	predicted []lrp.Prediction
	graded    bool // with a suggestion for each question

	file              []byte // the table with columns added
	name, contentType string // of the file
}

// rateTable reads a table, predicts its rows and writes it again.
func (s *service) rateTable(c *call, u *upload) (*ratedTable, error) {
	t := &ratedTable{units: units{c.m.Scale()}}
	var ds *datasets.Dataset
	err := s.limit.computeTable(c.r.Context(), func() (err error) {
		if ds, err = s.readTable(c.m, u); err != nil {
			return err
		}
		return t.rate(c.r.Context(), c.m, ds, s.limit.yield)
	})
	if err != nil {
		return nil, asTableError(err)
	}
	t.Result = grading.Predicted(ds, c.m.Scale(), c.m.Info().Dataset.Points, t.predicted)
	t.name = u.graded(ds.Table.Wide)
	var b bytes.Buffer
	if err := t.WriteTable(&b, t.name, bytes.NewReader(u.data), u.TableOptions); err != nil {
		return nil, asTableError(err)
	}
	t.file, t.contentType = b.Bytes(), contentType(t.name, b.Bytes())
	return t, nil
}

// readTable reads the responses to the model's questions, in their order.
func (s *service) readTable(m model, u *upload) (*datasets.Dataset, error) {
	o := u.TableOptions
	o.Expected, o.MaxBytes = m.Questions(), maxExpansion*s.o.MaxBody
	ds, err := datasets.ReadTable(bytes.NewReader(u.data), u.name, o, datasets.Options{Raw: true})
	if err != nil {
		return nil, err
	}
	if n := s.o.MaxRecords; len(ds.Respondents) > n {
		return nil, tooLarge("%s: row %d: found more than %d rows, expected at most that many: send "+
			"them in parts, or start the server with a larger --max-records", u.name,
			ds.Table.Rows[n], n)
	}
	of, err := match(m, ds)
	if err != nil {
		return nil, err
	}
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		texts := make([]string, len(of))
		for j, k := range of {
			texts[j] = strings.TrimSpace(columns.At(r.Responses, k))
			if n := len(texts[j]); n > s.o.MaxResponse {
				return nil, unprocessable("%s: row %d, column %q: found a response of %d bytes, "+
					"expected at most %d: shorten it, or start the server with a larger "+
					"--max-response", u.name, ds.Table.Rows[i], snip(columnOf(ds, k), 60), n,
					s.o.MaxResponse)
			}
		}
		r.Responses = texts
	}
	ds.Questions = m.Questions()
	return ds, nil
}

// columnOf returns the name of a question's column, or in long form its identifier.
func columnOf(ds *datasets.Dataset, question int) string {
	if ds.Table.Wide {
		return ds.Table.Questions[question]
	}
	return ds.Questions[question].ID
}

// match returns where a table has the model's questions, by their texts or identifiers. In long
// form some may be missing, which is -1.
func match(m model, ds *datasets.Dataset) ([]int, error) {
	var known []columns.Known
	for _, q := range m.Questions() {
		known = append(known, columns.Known{ID: q.ID, Text: q.Text})
	}
	l := &columns.Layout{}
	for j, q := range ds.Questions {
		name := columnOf(ds, j)
		l.Header = append(l.Header, name)
		l.Questions = append(l.Questions, columns.Question{Column: j, ID: q.ID, Text: q.Text,
			Numbered: q.Text != "" && columns.Normal(q.Text) == columns.Normal(name)})
	}
	of, missing, inOrder := l.Match(known)
	if inOrder {
		of, missing = slices.Repeat([]int{-1}, len(known)), len(known)
	}
	if missing == 0 || !ds.Table.Wide && missing < len(known) {
		if missing > 0 {
			ds.Notes = append(ds.Notes, fmt.Sprintf("%d of the model's %d questions have no response",
				missing, len(known)))
		}
		return of, nil
	}
	return nil, noColumns(ds.Table, known, of)
}

// noColumns is the failure for a table that lacks questions.
func noColumns(t *datasets.TableInfo, known []columns.Known, of []int) error {
	var missing []string
	for j, k := range of {
		if k < 0 {
			missing = append(missing, strconv.Quote(snip(known[j].ID, 60)))
		}
	}
	more := ""
	if n := len(missing); n > 5 {
		missing, more = missing[:5], fmt.Sprintf(" and %d more", n-5)
	}
	if !t.Wide {
		return unprocessable("%s: found none of the model's questions %s%s, expected at least one in "+
			"the column of questions", t.File, strings.Join(missing, ", "), more)
	}
	var named []int
	for k, h := range t.Columns {
		if strings.TrimSpace(h) != "" {
			named = append(named, k)
		}
	}
	return unprocessable("%s: row %d: found no column named %s%s among %s, expected one for each "+
		"question, named by its identifier or text: rename the columns in that row", t.File,
		t.Header, strings.Join(missing, ", "), more, columns.ListColumns(t.Columns, named))
}

// rate predicts the rows until the client is gone, and lets others compute between them.
func (t *ratedTable) rate(
	ctx context.Context, m model, ds *datasets.Dataset, yield func(),
) error {
	for i := range ds.Respondents {
		if ctx.Err() != nil {
			return errGone
		}
		p, err := m.Predict(ds.Respondents[i].Responses)
		if err != nil {
			return err
		}
		m.of.predicted.Add(1)
		t.predicted = append(t.predicted, p)
		t.graded = t.graded || p.Grades != nil
		yield()
	}
	return nil
}
