package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// table reads one record per row of a table in wide form.
type table struct {
	in       *sheet.Reader
	name     string
	head     []sheet.Row // read, but not yet returned
	after    error       // that follows them
	width    int
	id       int   // column of the identifier, -1 if there is none
	number   int   // of the last row, counted as a spreadsheet does
	columns  []int // by question
	marks    []int
	workbook bool
}

// headRows is how many rows are looked at, if they are there, to find out what the columns are.
const headRows = 25

// newTable finds out what the columns of a table are.
func newTable(in io.Reader, name string, known []columns.Known, o Options) (source, error) {
	comma, err := sheet.ParseComma(o.Table.Delimiter)
	if err != nil {
		return nil, err
	}
	copied := &recorder{in: in}
	r, err := sheet.NewReader(copied, name,
		sheet.Options{Sheet: o.Table.Sheet, Comma: comma, Encoding: o.Table.Encoding})
	if err != nil {
		return nil, err
	}
	t := &table{in: r, name: name, id: -1, workbook: r.Sheets() != nil}
	if err := t.readHead(); err != nil {
		return nil, err
	}
	all := make([][]string, len(t.head))
	for i, row := range t.head {
		all[i] = row.Cells
	}
	first := columns.HeaderRow(all)
	n, _ := columns.SubHeaders(all[first+1:])
	header := t.head[first]
	t.head, t.width = t.head[first+1+n:], len(header.Cells)
	t.number = header.Number + n
	t.marks = columns.MarkColumns(header.Cells, o.Table.IDColumn)
	layout, err := columns.Recognise(header.Cells, t.respondents(all[first+1+n:]), columns.Options{
		ID: o.Table.IDColumn, Rating: o.Table.RatingColumn, Questions: o.Table.Questions,
		Ignore: o.Table.Ignore, Layout: strings.TrimPrefix(o.Table.Layout, "auto"), Known: known})
	if told := (*fileerr.Error)(nil); errors.As(err, &told) && told.File == "" {
		return nil, &fileerr.Error{File: name, Line: header.Number, Msg: told.Msg, Err: told.Err}
	} else if err != nil {
		return nil, err
	}
	if layout.Long != nil {
		r.Close()
		return newLong(copied.again(), name, known, o)
	}
	copied.stop()
	return t, t.match(layout, header.Number, known, o)
}

// readHead reads the first rows, of an input that may be slow only those that are there.
func (t *table) readHead() error {
	for len(t.head) < headRows && (len(t.head) == 0 || !t.in.Idle()) {
		row, err := t.in.Next()
		if err != nil {
			t.after = err
			break
		}
		t.head = append(t.head, row)
	}
	switch {
	case len(t.head) > 0:
		return nil
	case t.after == io.EOF:
		return fmt.Errorf("%s: found an empty file, expected a header with one column per question",
			t.name)
	}
	return t.after
}

// respondents returns the rows that are not marked as something else.
func (t *table) respondents(rows [][]string) [][]string {
	var list [][]string
	for _, cells := range rows {
		if !t.marked(cells) {
			list = append(list, cells)
		}
	}
	return list
}

// marked reports whether a row is no respondent's.
func (t *table) marked(cells []string) bool {
	for _, k := range t.marks {
		c := columns.At(cells, k)
		if columns.IsKey(c) || columns.IsPoints(c) || columns.IsSummary(c) {
			return true
		}
	}
	return false
}

// match finds the columns of the model's questions.
func (t *table) match(l *columns.Layout, line int, known []columns.Known, o Options) error {
	found, missing, inOrder := l.Match(known)
	if missing > 0 {
		var ids []string
		for i, k := range known {
			if found[i] < 0 {
				ids = append(ids, k.ID)
			}
		}
		return fmt.Errorf("%s:%d: found no column for %s, expected one for each question of the "+
			"model (the columns of responses are %s)", t.name, line, listed(ids), questionList(l))
	}
	t.columns, t.id = found, l.ID
	if inOrder {
		o.Note("the columns have other names than the model's questions: they are matched in order")
	}
	if l.ID < 0 {
		o.Note("no column identifies the respondents: the rows are numbered as in a spreadsheet")
	}
	var left []int
	for k, h := range l.Header {
		used := k == l.ID || strings.TrimSpace(h) == ""
		for _, c := range found {
			used = used || c == k
		}
		if !used {
			left = append(left, k)
		}
	}
	if len(left) > 0 {
		o.Note("columns left out: " + columns.ListColumns(l.Header, left))
	}
	for _, note := range l.Notes {
		o.Note(note)
	}
	return nil
}

func questionList(l *columns.Layout) string {
	var list []int
	for _, q := range l.Questions {
		list = append(list, q.Column)
	}
	return columns.ListColumns(l.Header, list)
}

// idle reports whether no more input was received; a row may continue beyond it.
func (t *table) idle() bool { return len(t.head) == 0 && t.in.Idle() }

func (t *table) next() (raw, error) {
	for {
		row, err := t.read()
		bad := (*sheet.BadRow)(nil)
		switch {
		case err == io.EOF:
			return raw{}, io.EOF
		case errors.As(err, &bad):
			t.number++
			return raw{line: row.Number, err: errors.New(bad.Fault.Msg)}, nil
		case err != nil:
			return raw{}, err
		}
		if t.number++; t.workbook {
			t.number = row.Number
		}
		if t.marked(row.Cells) || blank(row.Cells) {
			continue
		}
		if n := len(row.Cells); n != t.width && (!t.workbook && n < t.width ||
			n > t.width && !blank(row.Cells[t.width:])) {
			return raw{line: row.Number, err: fmt.Errorf("found %d fields, expected %d", n,
				t.width)}, nil
		}
		// The identifier and then the responses.
		id := strconv.Itoa(t.number)
		if t.id >= 0 {
			id = strings.TrimSpace(columns.At(row.Cells, t.id))
		}
		fields := []string{id}
		for _, k := range t.columns {
			fields = append(fields, columns.At(row.Cells, k))
		}
		return raw{line: row.Number, fields: fields}, nil
	}
}

func (t *table) read() (sheet.Row, error) {
	if len(t.head) > 0 {
		row := t.head[0]
		t.head = t.head[1:]
		return row, nil
	}
	if err := t.after; err != nil {
		t.after = nil
		if bad := (*sheet.BadRow)(nil); errors.As(err, &bad) {
			return sheet.Row{Number: bad.Fault.Line}, err
		}
		return sheet.Row{}, err
	}
	return t.in.Next()
}

func blank(cells []string) bool {
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			return false
		}
	}
	return true
}

// recorder keeps what is read from its input until it is stopped, to read it again.
type recorder struct {
	in      io.Reader
	kept    bytes.Buffer
	stopped bool
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if !r.stopped {
		r.kept.Write(p[:n])
	}
	return n, err
}

func (r *recorder) stop() { r.stopped, r.kept = true, bytes.Buffer{} }

// again returns the whole input.
func (r *recorder) again() io.Reader {
	r.stopped = true
	return io.MultiReader(&r.kept, r.in)
}

// long is a table in long form, which is read as a whole.
type long struct {
	d       *datasets.Dataset
	columns []int
	i       int
}

func newLong(
	in io.Reader, name string, known []columns.Known, o Options,
) (source, error) {
	options := o.Table
	options.Key, options.Layout, options.RatingColumn = "", "long", ""
	for _, k := range known {
		options.Expected = append(options.Expected, datasets.Question{ID: k.ID, Text: k.Text})
	}
	d, err := datasets.ReadTable(in, name, options, datasets.Options{Raw: true})
	if err != nil {
		return nil, err
	}
	layout := &columns.Layout{}
	for i, q := range d.Questions {
		layout.Header = append(layout.Header, q.ID)
		layout.Questions = append(layout.Questions, columns.Question{Column: i, ID: q.ID})
	}
	found, missing, inOrder := layout.Match(known)
	if missing == len(known) {
		return nil, otherQuestions(name, layout.Header, idsOf(known))
	}
	if inOrder {
		o.Note("the questions have other names than the model's: they are matched in order")
	}
	for _, note := range d.Notes {
		o.Note(note)
	}
	if missing > 0 {
		o.Note(fmt.Sprintf("%d of the model's %d questions have no response", missing, len(known)))
	}
	return &long{d: d, columns: found}, nil
}

func idsOf(known []columns.Known) []string {
	var ids []string
	for _, k := range known {
		ids = append(ids, k.ID)
	}
	return ids
}

func (l *long) idle() bool { return false }

func (l *long) next() (raw, error) {
	if l.i == len(l.d.Respondents) {
		return raw{}, io.EOF
	}
	r := &l.d.Respondents[l.i]
	fields := []string{r.ID}
	for _, k := range l.columns {
		fields = append(fields, columns.At(r.Responses, k))
	}
	l.i++
	return raw{line: l.d.Table.Rows[l.i-1], fields: fields}, nil
}
