package serve

import (
	ziparchive "archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
)

const typeForm = "multipart/form-data"

// upload is a table that was sent.
type upload struct {
	name string // of the file, for messages and for the answer
	data []byte
	datasets.TableOptions
	invalid error    // that some of these are invalid
	roles   []string // that a person has chosen for the columns, nil if nobody has
	seen    string   // what they had seen, see [upload.how]
}

// table answers POST /table: a table of responses, as the body or as the file of a form, with the
// same table and the ratings added, or with a page if the client is a browser.
func (s *service) table(c *call) error {
	u, err := s.upload(c)
	t := &ratedTable{}
	if err == nil {
		err = s.rateTable(c, u, t)
	}
	if _, refused := errors.AsType[*httpx.Error](err); refused {
		s.bad.Add(1)
	}
	if c.fromBrowser() {
		p := s.newPage(c)
		if p.Columns = t.columns; err == nil && t.Result != nil {
			p.Table = t
		}
		return s.finish(c, p, err)
	}
	if err != nil {
		return err
	}
	if strings.Contains(c.r.Header.Get("Accept"), typeJSON) {
		return s.answer(c.w, t.answer())
	}
	setNotes(c.w, append(t.Warnings, t.AllNotes()...))
	c.w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": t.Name}))
	s.write(c.w, http.StatusOK, t.contentType, t.file)
	return nil
}

// maxNotes bounds the header of the notes.
const maxNotes = 4 << 10

// setNotes puts notes into a header: a JSON array in ASCII of as many as fit.
func setNotes(w http.ResponseWriter, notes []string) {
	for ; len(notes) > 0; notes = notes[:len(notes)-1] {
		var b strings.Builder
		for _, c := range utf16.Encode([]rune(string(bytes.TrimSpace(encode(notes))))) {
			if c < 0x7f {
				b.WriteByte(byte(c))
			} else {
				fmt.Fprintf(&b, `\u%04x`, c)
			}
		}
		if b.Len() <= maxNotes {
			w.Header().Set("Lrp-Notes", b.String())
			return
		}
	}
}

// upload reads the table of a request.
func (s *service) upload(c *call) (*upload, error) {
	u := &upload{name: cmp.Or(c.query.Get("name"), "table.csv"), data: c.body}
	kind, params, err := mime.ParseMediaType(cmp.Or(c.kind, "text/csv"))
	if err != nil || kind == typeJSON || kind == typeLines {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv; "+
			"records go to predict", c.kind)
	}
	for name := range c.query {
		u.set(name, c.query.Get(name))
	}
	if kind == typeForm {
		if err := u.fromForm(params["boundary"]); err != nil {
			return nil, err
		}
	}
	u.name = safeName(u.name)
	if u.invalid != nil || u.seen != u.how() { // they have not seen what they would choose for
		u.roles = nil
	}
	if len(u.data) == 0 {
		return nil, badRequest("%s: found nothing, expected a table: choose a .csv, .tsv, .xlsx or .parquet "+
			"file", u.name)
	}
	return u, u.checkUnzipped(s.o.MaxBody)
}

// tableFields are the options that a parameter of the query or a field of the form sets. They have
// the names of the command line's flags, which messages advise to use.
func tableFields(o *datasets.TableOptions) []datasets.Field {
	return slices.DeleteFunc(o.Fields(), func(f datasets.Field) bool { return f.Label == "" && f.Name != "yes" })
}

// tableParams are the names of the fields.
func tableParams() (names []string) {
	for _, f := range tableFields(new(datasets.TableOptions)) {
		names = append(names, f.Name)
	}
	return names
}

// set sets what a parameter says.
func (u *upload) set(name, value string) {
	value = strings.TrimSpace(value)
	for _, f := range tableFields(&u.TableOptions) {
		if f.Name == name && value != "" {
			if err := f.Set(value); err != nil {
				u.invalid = cmp.Or[error](u.invalid, badRequest("%v", err))
			}
		}
	}
}

// fromForm takes the table from a form.
func (u *upload) fromForm(boundary string) error {
	form := multipart.NewReader(bytes.NewReader(u.data), boundary)
	u.data = nil
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return nil
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(part)
		}
		if err != nil {
			return badRequest("found a form that cannot be read (%v), expected a field file", err)
		}
		switch name := part.FormName(); name {
		case "file":
			u.data, u.name = data, cmp.Or(part.FileName(), u.name)
		case "table":
			if u.data, err = base64.StdEncoding.DecodeString(string(data)); err != nil {
				return badRequest("found a table that cannot be read (%v), expected base64", err)
			}
		case "name":
			u.name = string(data)
		case "seen":
			u.seen = string(data)
		case "role":
			u.roles = append(u.roles, string(data))
		default:
			u.set(name, string(data))
		}
	}
}

// maxExpansion bounds the size of an unpacked workbook as a multiple of the largest body.
const maxExpansion = 8

// checkUnzipped refuses a workbook that unpacks to too much.
func (u *upload) checkUnzipped(maxBody int64) error {
	z, err := ziparchive.NewReader(bytes.NewReader(u.data), int64(len(u.data)))
	if err != nil {
		return nil // no workbook, or one that the reader refuses
	}
	var size uint64
	for _, f := range z.File {
		if size += f.UncompressedSize64; size > uint64(maxExpansion*maxBody) ||
			f.UncompressedSize64 > uint64(maxExpansion*maxBody) {
			return tooLarge("%s: found a workbook of more than %d bytes unpacked, expected at most "+
				"that many: send its sheet as .csv", u.name, maxExpansion*maxBody)
		}
	}
	return nil
}

// safeName returns the last element of a file's name without what could disturb a message or
// header.
func safeName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`"<>|:*?`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	return cmp.Or(snip(name, 100), "table.csv")
}

// graded returns the name of the answer's file, from what the table is rather than from its given
// name. A table that is not wide, with a row for each person, comes back as a new one, which is not
// compressed.
func (u *upload) graded(t *datasets.TableInfo) string {
	name := u.name
	if sheet.Packing(name) != "" {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	end := filepath.Ext(name)
	name = strings.TrimSuffix(name, end) + "-graded"
	if t.Wide {
		return name + t.Extension
	}
	return name + sheet.Extension(t.Extension)
}

// contentType returns the content type of a table that is answered.
func contentType(name string, data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case strings.HasSuffix(name, ".gz"), strings.HasSuffix(name, ".zst"):
		return "application/octet-stream"
	case sheet.Extension(name) == ".tsv":
		return "text/tab-separated-values"
	}
	return "text/csv"
}

// asTableError returns the failure for an error of reading a table.
func asTableError(err error) error {
	notes := notesOf(err)
	if errors.Is(err, files.ErrTooLarge) {
		err = tooLarge("%v", err)
	} else if told, ok := errors.AsType[*files.Error](err); ok {
		err = unprocessable("%v", told)
	} else if usage, ok := errors.AsType[*datasets.UsageError](err); ok {
		err = badRequest("%v", usage)
	}
	return datasets.WithNotes(err, notes)
}

// notesOf returns what had been found out about a table before an error.
func notesOf(err error) []string {
	if noted, ok := errors.AsType[*datasets.NotedError](err); ok {
		return noted.Notes
	}
	return nil
}

// ratedTable is a table with the predictions for its rows.
type ratedTable struct {
	*grade.Result     // nil if the columns are to be confirmed before
	columns           *pageColumns
	Source            string // name of the table
	file              []byte // the table with columns added
	Name, contentType string // of the file
}

// Download returns the file as a link.
func (t *ratedTable) Download() template.URL {
	return template.URL("data:" + t.contentType + ";base64," + base64.StdEncoding.EncodeToString(t.file))
}

// Who returns the identifier of a row.
func (t *ratedTable) Who(i int) string {
	if t.Data.Table.ID == "" { // it is the number of the row
		return "row " + t.Rows[i].ID
	}
	return snip(t.Rows[i].ID, 200)
}

// Bar draws the rating of a row.
func (t *ratedTable) Bar(row *grade.Row) template.HTML { return bar(t.Result, row) }

// Ranges reports whether there are any.
func (t *ratedTable) Ranges() bool { return len(t.Rows) > 0 && t.Range(&t.Rows[0]) != "" }

// HasGiven reports whether the table has totals.
func (t *ratedTable) HasGiven() bool {
	return slices.ContainsFunc(t.Data.Table.Given, func(v float64) bool { return !math.IsNaN(v) })
}

// rateTable reads a table, predicts its rows and writes it again, unless a person is to confirm the
// columns before.
func (s *service) rateTable(c *call, u *upload, t *ratedTable) error {
	return asTableError(s.limit.computeTable(c.r.Context(), func() error {
		ds, err := s.confirmed(c, u, t)
		if err == nil && ds != nil {
			if t.Result, err = s.rateRows(c, ds); err == nil {
				err = t.write(c, u)
			}
		}
		if err != nil && c.r.Context().Err() != nil {
			return errGone
		}
		return err
	}))
}

// confirmed reads a table, nil if a person is to confirm the columns before. One that no page can
// carry is read as for programs.
func (s *service) confirmed(c *call, u *upload, t *ratedTable) (ds *datasets.Dataset, err error) {
	o, person := u.TableOptions, c.fromBrowser() && !u.Accept
	o.Accept = o.Accept || person
	if err = u.invalid; err == nil {
		ds, err = s.readTable(c, u, o)
	}
	if person {
		t.columns = s.columns(c, u, ds)
	}
	switch {
	case t.columns == nil:
		return ds, err
	case u.roles == nil && t.columns.lacking: // which is to be chosen
		return nil, nil
	case u.roles == nil:
		return nil, err
	}
	if o, err = u.chosen(c.m.Questions()); err != nil {
		return nil, err
	}
	return s.readTable(c, u, o)
}

// readTable reads the responses to the model's questions, in their order. With an error about these
// alone, it returns what it has read.
func (s *service) readTable(
	c *call, u *upload, o datasets.TableOptions,
) (*datasets.Dataset, error) {
	o.MaxBytes = maxExpansion * s.o.MaxBody
	in := whileHere{c.r.Context(), bytes.NewReader(u.data), nil}
	ds, err := grade.Read(in, u.name, c.m.Questions(), o)
	if err != nil {
		return ds, err
	}
	if n := s.o.MaxRecords; len(ds.Respondents) > n {
		return ds, tooLarge("%s: row %d: found more than %d rows, expected at most that many: send "+
			"them in parts", u.name, ds.Table.Rows[n], n)
	}
	for i, r := range ds.Respondents {
		for j, text := range r.Responses {
			if n := len(text); n > s.o.MaxResponse {
				return ds, unprocessable("%s: row %d, question %q: found a response of %d bytes, "+
					"expected at most %d: shorten it", u.name, ds.Table.Rows[i], snip(ds.Questions[j].ID, 60), n,
					s.o.MaxResponse)
			}
		}
	}
	return ds, nil
}

// rateRows predicts the rows until the client is gone, and lets others compute between them.
func (s *service) rateRows(c *call, ds *datasets.Dataset) (*grade.Result, error) {
	var list []lrp.Prediction
	var responses [][]string
	for _, r := range ds.Respondents {
		responses = append(responses, r.Responses)
	}
	if w := c.m.Unlike(responses); w != "" {
		ds.Warnings = append(ds.Warnings, w)
	}
	if err := c.m.Encode(c.r.Context(), responses...); err != nil {
		return nil, err
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
		s.limit.yield(c.r.Context())
	}
	return grade.Predicted(ds, c.m, list), nil
}

// write writes the table with columns added.
func (t *ratedTable) write(c *call, u *upload) error {
	var b bytes.Buffer
	t.Source, t.Name = u.name, u.graded(t.Data.Table)
	err := t.WriteTable(whileHere{c.r.Context(), nil, &b}, t.Name, bytes.NewReader(u.data),
		u.TableOptions)
	t.file, t.contentType = b.Bytes(), contentType(t.Name, b.Bytes())
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
	a := tableAnswer{File: t.Name, Notes: t.AllNotes(), Warnings: append([]string{}, t.Warnings...)}
	for i := range t.Rows {
		row := &t.Rows[i]
		r := tableRow{ID: row.ID, Given: t.Given(i), Rating: t.Round(row.Rating),
			Points: t.Suggested(row), First: row.First}
		if t.Range(row) != "" {
			low, high := t.Round(row.Low), t.Round(row.High)
			r.Low, r.High = &low, &high
		}
		a.Rows = append(a.Rows, r)
	}
	return a
}

// AllNotes are those on the table and on the model.
func (t *ratedTable) AllNotes() []string {
	return append(append([]string{}, t.Data.Notes...), t.Notes...)
}

// Given returns the total that the table has in a row, nil if it has none.
func (t *ratedTable) Given(i int) *float64 {
	if given := t.Data.Table.Given; i < len(given) && !math.IsNaN(given[i]) {
		return &given[i]
	}
	return nil
}
