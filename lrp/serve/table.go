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
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grade"
)

const typeForm = "multipart/form-data"

// upload is a table that was sent.
type upload struct {
	name string // of the file, for messages and for the answer
	data []byte
	datasets.TableOptions
}

// table answers POST /table: a table of responses, as the body or as the file of a form, with the
// same table and the ratings added, or with a page if the client is a browser.
func (s *service) table(c *call) error {
	u, err := s.upload(c)
	var t *ratedTable
	if err == nil {
		t, err = s.rateTable(c, u)
	}
	if err != nil {
		s.countBad(err)
		return err
	}
	if c.fromBrowser() {
		p := s.newPage(c)
		p.Table = t.page(u)
		return s.finish(c, p, nil)
	}
	if strings.Contains(c.r.Header.Get("Accept"), typeJSON) {
		return s.answer(c.w, t.answer())
	}
	setNotes(c.w, append(t.Warnings, t.notes()...))
	c.w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": t.name}))
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
	if err != nil {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv",
			c.kind)
	}
	if kind == typeJSON || kind == typeLines {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv; "+
			"records go to predict", kind)
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
	if len(u.data) == 0 {
		return nil, badRequest("%s: found nothing, expected a table: choose a .csv, .tsv or .xlsx "+
			"file", u.name)
	}
	return u, u.checkUnzipped(s.o.MaxBody)
}

// tableField is a parameter of the query, and a field of a form, that says how a table is read. It
// has the name of the command line's flag, which messages advise to use.
type tableField struct {
	Name, Label, Hint string
	set               func(o *datasets.TableOptions, value string)
}

var tableFields = []tableField{
	{"sheet", "Sheet of a workbook", "name or number",
		func(o *datasets.TableOptions, v string) { o.Sheet = v }},
	{"id-column", "Column that identifies people", "name, or #2 for the second",
		func(o *datasets.TableOptions, v string) { o.IDColumn = v }},
	{"question-columns", "The only columns of answers", "separated by commas",
		func(o *datasets.TableOptions, v string) { o.Questions = listOf(v) }},
	{"ignore-columns", "Columns to leave out", "separated by commas",
		func(o *datasets.TableOptions, v string) { o.Ignore = listOf(v) }},
	{"question-column", "Column of the questions, if each row is an answer", "name, or #2",
		func(o *datasets.TableOptions, v string) { o.QuestionColumn = v }},
	{"response-column", "Column of the answers, if each row is one", "name, or #3",
		func(o *datasets.TableOptions, v string) { o.ResponseColumn = v }},
	{"attempts", "Which of a person's rows count", "first, last or all",
		func(o *datasets.TableOptions, v string) { o.Attempts = v }},
	{"header-row", "Row with the names of the columns", "a number",
		func(o *datasets.TableOptions, v string) { o.HeaderRow = rowNumber(v) }},
	{"layout", "Layout", "wide or long",
		func(o *datasets.TableOptions, v string) { o.Layout = v }},
	{"delimiter", "Delimiter of a text", "comma, semicolon, tab or pipe",
		func(o *datasets.TableOptions, v string) { o.Delimiter = v }},
	{"encoding", "Encoding of a text", "such as windows-1252",
		func(o *datasets.TableOptions, v string) { o.Encoding = v }},
}

// tableParams are the names of the fields.
func tableParams() (names []string) {
	for _, f := range tableFields {
		names = append(names, f.Name)
	}
	return names
}

// set sets what a parameter says.
func (u *upload) set(name, value string) {
	for _, f := range tableFields {
		if f.Name == name {
			f.set(&u.TableOptions, strings.TrimSpace(value))
		}
	}
}

// rowNumber returns the number of a row, one that no table has if it is none; empty stands for 0.
func rowNumber(value string) int {
	n, err := strconv.Atoi(cmp.Or(value, "0"))
	if err != nil || n < 0 {
		return math.MaxInt
	}
	return n
}

// listOf returns the names in a list.
func listOf(value string) []string {
	return strings.FieldsFunc(value, func(c rune) bool { return c == ',' })
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
		if err != nil {
			return badRequest("found a form that cannot be read (%v), expected a field file", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return badRequest("found a form that cannot be read (%v), expected a field file", err)
		}
		if name := part.FormName(); name == "file" {
			u.data, u.name = data, cmp.Or(part.FileName(), u.name)
		} else {
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
	return name + cmp.Or(end, ".csv")
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
	var told *files.Error
	var usage *datasets.UsageError
	notes := notesOf(err)
	switch {
	case errors.Is(err, files.ErrTooLarge):
		err = tooLarge("%v", err)
	case errors.As(err, &told):
		err = unprocessable("%v", told)
	case errors.As(err, &usage):
		err = badRequest("%v", usage)
	}
	return datasets.WithNotes(err, notes)
}

// notesOf returns what had been found out about a table before an error.
func notesOf(err error) []string {
	if noted := (*datasets.NotedError)(nil); errors.As(err, &noted) {
		return noted.Notes
	}
	return nil
}

// page returns what the page shows of the rated table.
func (t *ratedTable) page(u *upload) *pageTable {
	out := &pageTable{
		Title: fmt.Sprintf("%s: %s rated", u.name, text.Count(len(t.Rows), "row")), File: t.name,
		Download: template.URL("data:" + t.contentType + ";base64," +
			base64.StdEncoding.EncodeToString(t.file)),
		Graded: t.Graded(), Warnings: grade.Sentences(t.Warnings), Notes: grade.Sentences(t.notes()),
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		p := pageRow{ID: row.ID, Value: t.Format(row.Rating), Range: t.Range(row), Bar: bar(t.Result, row),
			First: row.First}
		if t.Data.Table.ID == "" { // it is the number of the row
			p.ID = "row " + p.ID
		}
		if v := t.given(i); !math.IsNaN(v) {
			p.Given, out.Given = fmt.Sprintf("%.6g", v), true
		}
		out.Ranges = out.Ranges || p.Range != ""
		p.ID = snip(p.ID, 200)
		out.Rows = append(out.Rows, p)
	}
	return out
}

// ratedTable is a table with the predictions for its rows.
type ratedTable struct {
	*grade.Result
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
	ds, err := grade.Read(in, u.name, c.m.Questions(), o)
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
func (s *service) rateRows(c *call, ds *datasets.Dataset) (*grade.Result, error) {
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
	return grade.Predicted(ds, c.m, list), nil
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
