package serve

import (
	"bytes"
	"context"
	"io"
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grading"
)

// ratedTable is a table with the predictions for its rows.
type ratedTable struct {
	*grading.Result
	file              []byte // the table with columns added
	name, contentType string // of the file
}

// rateTable reads a table, predicts its rows and writes it again.
func (s *service) rateTable(c *call, u *upload) (*ratedTable, error) {
	t := &ratedTable{}
	err := s.limit.computeTable(c.r.Context(), func() error {
		ds, err := s.readTable(c, u)
		if err == nil {
			t.Result, err = s.rateRows(c, ds)
		}
		if err == nil {
			err = t.write(c, u)
		}
		if err != nil && c.r.Context().Err() != nil {
			return errGone
		}
		return err
	})
	return t, asTableError(err)
}

// readTable reads the responses to the model's questions, in their order.
func (s *service) readTable(c *call, u *upload) (*datasets.Dataset, error) {
	o := u.TableOptions
	o.MaxBytes = maxExpansion * s.o.MaxBody
	in := whileHere{c.r.Context(), bytes.NewReader(u.data), nil}
	ds, err := grading.Read(in, u.name, c.m.Questions(), o)
	if err != nil {
		return nil, err
	}
	if n := s.o.MaxRecords; len(ds.Respondents) > n {
		return nil, tooLarge("%s: row %d: found more than %d rows, expected at most that many: send "+
			"them in parts, or start the server with a larger --max-records", u.name,
			ds.Table.Rows[n], n)
	}
	for i, r := range ds.Respondents {
		for j, text := range r.Responses {
			if n := len(text); n > s.o.MaxResponse {
				return nil, unprocessable("%s: row %d, question %q: found a response of %d bytes, "+
					"expected at most %d: shorten it, or start the server with a larger "+
					"--max-response", u.name, ds.Table.Rows[i], snip(ds.Questions[j].ID, 60), n,
					s.o.MaxResponse)
			}
		}
	}
	return ds, nil
}

// rateRows predicts the rows until the client is gone, and lets others compute between them.
func (s *service) rateRows(c *call, ds *datasets.Dataset) (*grading.Result, error) {
	var list []lrp.Prediction
	var responses [][]string
	for _, r := range ds.Respondents {
		responses = append(responses, r.Responses)
	}
	if w := c.m.Unlike(responses); w != "" {
		ds.Warnings = append(ds.Warnings, w)
	}
	for i := range ds.Respondents {
		if c.r.Context().Err() != nil {
			return nil, errGone
		}
		p, err := c.m.Predict(ds.Respondents[i].Responses)
		if err != nil {
			return nil, err
		}
		s.predicted.Add(1)
		list = append(list, p)
		s.limit.yield()
	}
	return grading.Predicted(ds, known(c.m), list), nil
}

// write writes the table with columns added.
func (t *ratedTable) write(c *call, u *upload) error {
	var b bytes.Buffer
	t.name = u.graded(t.Data.Table)
	err := t.WriteTable(whileHere{c.r.Context(), nil, &b}, t.name, bytes.NewReader(u.data),
		u.TableOptions)
	t.file, t.contentType = b.Bytes(), contentType(t.name, b.Bytes())
	return err
}

// whileHere reads and writes until the client is gone.
type whileHere struct {
	context.Context
	in  io.Reader
	out io.Writer
}

func (w whileHere) Read(p []byte) (int, error) {
	if w.Err() != nil {
		return 0, errGone
	}
	return w.in.Read(p)
}

func (w whileHere) Write(p []byte) (int, error) {
	if w.Err() != nil {
		return 0, errGone
	}
	return w.out.Write(p)
}

// tableAnswer is the answer in JSON.
type tableAnswer struct {
	File     string     `json:"file"`
	Notes    []string   `json:"notes"`
	Warnings []string   `json:"warnings"`
	Rows     []tableRow `json:"rows"`
}

// tableRow is a row in the user's units, as in the file.
type tableRow struct {
	ID     string    `json:"id"`
	Given  *float64  `json:"given,omitempty"` // total in the table
	Rating float64   `json:"rating"`
	Low    *float64  `json:"low,omitempty"`
	High   *float64  `json:"high,omitempty"`
	Points []float64 `json:"points,omitempty"`
	First  int       `json:"first"`
}

func (t *ratedTable) answer() tableAnswer {
	a := tableAnswer{File: t.name, Notes: t.notes(), Warnings: append([]string{}, t.Warnings...)}
	for i := range t.Rows {
		row := &t.Rows[i]
		r := tableRow{ID: row.ID, Rating: t.Round(row.Rating), Points: t.Suggested(row),
			First: row.First}
		if t.Range(row) != "" {
			low, high := t.Round(row.Low), t.Round(row.High)
			r.Low, r.High = &low, &high
		}
		if v := t.given(i); !math.IsNaN(v) {
			r.Given = &v
		}
		a.Rows = append(a.Rows, r)
	}
	return a
}

// notes are those on the table and on the model.
func (t *ratedTable) notes() []string { return append(append([]string{}, t.Data.Notes...), t.Notes...) }

// given returns the total that the table has in a row, NaN if it has none.
func (t *ratedTable) given(i int) float64 {
	if given := t.Data.Table.Given; i < len(given) {
		return given[i]
	}
	return math.NaN()
}
