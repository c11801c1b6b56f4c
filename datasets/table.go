package datasets

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

// TableOptions are the options of [Table]. The zero value finds everything out. Columns are named
// as in the header or, by their numbers from 1, as "#3".
type TableOptions struct {
	IDColumn     string   // of the respondents' identifiers
	RatingColumn string   // of the totals
	Questions    []string // the only columns that are questions
	Ignore       []string // columns to leave out
	// Max is the highest attainable total; 0 stands for what the table says: a header such as
	// "Grade/10.00", cells such as "12 / 20", a row of points, or else the highest total.
	Max float64
	// ScoreMax is the highest score of a response; 0 stands for 1 in the long form, and in the
	// wide form for what the table says.
	ScoreMax float64
	// Key is a file of acceptable answers: a table with the columns question, text and answer,
	// one answer per row, or a table in wide form with one row.
	Key string
	// Sheet is the name or number of a workbook's sheet.
	Sheet string
	// Layout is "wide", "long" or, to find out, "auto" or empty.
	Layout string
	// Delimiter is comma, semicolon, tab, pipe or, to find out, "auto" or empty.
	Delimiter string
	// Encoding is the name of a text's encoding, such as "windows-1252".
	Encoding string
	// Expected are the questions of a model. If there are any, the table is read for responses
	// alone: columns may also be named by the identifiers or texts of these questions, and scores,
	// totals and keys are left out.
	Expected []Question
	// MaxBytes bounds the cells in bytes, unpacked and with 16 more for each. If it is 0, the only
	// limit is one of 1 GiB for the wide form.
	MaxBytes int64
}

// Table returns the format of tables: delimited text (.csv, .tsv, .txt) and workbooks (.xlsx), in
// wide or in long form.
//
// In wide form each row is a respondent and each column a question. A row whose identifier is "key"
// holds acceptable answers, separated by "|"; one whose identifier is "points" the attainable
// points of each question and in total. A rating is the total divided by the highest attainable
// one; rows without a total are unrated.
//
// In long form each row is a response, in the columns respondent, question, response and,
// optionally, score and rating. Scores run from 0 to ScoreMax. A rating is in [0,1], or in
// [0,Max] where Max is set, and the same in all rows of a respondent that state one. Where there is
// no such column, it is the sum of the scores divided by the highest attainable one.
//
// Dataset.Notes says what was found out, and Dataset.Table where.
func Table(o TableOptions) Format {
	return Format{
		Name: "csv", Aliases: []string{"tsv", "xlsx"}, Argument: "FILE",
		Extensions: []string{".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm"},
		Description: "a table (.csv .tsv .txt .xlsx): a row per respondent and a column per " +
			"question, or respondent,question,response[,score][,rating]",
		Open: func(path string, opts Options) ([]*Dataset, error) {
			if err := o.check(); err != nil {
				return nil, err
			}
			return one(readTable(path, o, opts))
		}}
}

// CSVOptions are the options of [CSV].
type CSVOptions struct {
	// Key is TableOptions.Key.
	Key string
	// ScoreMax is TableOptions.ScoreMax.
	ScoreMax float64
}

// CSV returns [Table] with some of its options.
func CSV(o CSVOptions) Format { return Table(TableOptions{Key: o.Key, ScoreMax: o.ScoreMax}) }

// check returns a [*UsageError] if an option is invalid.
func (o TableOptions) check() error {
	for _, m := range []struct {
		name  string
		value float64
	}{{"total", o.Max}, {"score", o.ScoreMax}} {
		if math.IsNaN(m.value) || math.IsInf(m.value, 0) || m.value < 0 {
			return &UsageError{Msg: fmt.Sprintf("found highest %s %v, expected a positive number",
				m.name, m.value)}
		}
	}
	if !slices.Contains([]string{"", "auto", "wide", "long"}, o.Layout) {
		return &UsageError{Msg: "found layout " + fileerr.Quote(o.Layout) +
			", expected auto, wide or long"}
	}
	_, err := o.sheet()
	return err
}

// sheet returns the options for reading rows.
func (o TableOptions) sheet() (sheet.Options, error) {
	comma, err := sheet.ParseComma(o.Delimiter)
	s := sheet.Options{Sheet: o.Sheet, Comma: comma, Encoding: o.Encoding}
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return s, &UsageError{Msg: err.Error()}
	}
	return s, nil
}

// columns returns the options for finding out the columns.
func (o TableOptions) columns() columns.Options {
	c := columns.Options{ID: o.IDColumn, Rating: o.RatingColumn, Questions: o.Questions,
		Ignore: o.Ignore, Layout: o.Layout}
	if c.Layout == "auto" {
		c.Layout = ""
	}
	return c
}

// TableInfo says where in a table the respondents and columns of a data set are.
type TableInfo struct {
	File   string // the path or name
	Sheet  string // of a workbook
	Wide   bool
	Header int // line of a text or row of a sheet, from 1
	// Rows are the lines or rows of the respondents; in long form of their first responses.
	Rows []int
	// Answers and Points are the rows marked "key" and "points", 0 if there are none.
	Answers, Points int
	ID, Rating      string // names of columns, empty if there are none
	// NotRated says why nobody is rated, if a column has the name of totals and no numbers.
	NotRated  string
	Questions []string // names of the columns, in wide form
	Columns   []string // names of all columns
}

// headRows is how many rows are looked at to find the header.
const headRows = 25

// tableReader reads one table.
type tableReader struct {
	o     TableOptions
	opts  Options
	path  string
	d     *Dataset
	in    *sheet.Reader
	head  []sheet.Row // read, but not yet used
	after error       // that follows these rows, nil if there is none
	row   sheet.Row   // the header
	texts []string    // of the columns, from a second row of the header
	key   *answerKey
	size  int64 // of the cells that were read, in bytes
}

// ReadTable reads a table as the format [Table] does. Errors call it name, which is also the name
// of the data set, without folder and extension. Options that name files are read from disk.
func ReadTable(r io.Reader, name string, o TableOptions, opts Options) (*Dataset, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s, err := o.sheet()
	if err != nil {
		return nil, err
	}
	var key *answerKey
	if o.Key != "" {
		if key, err = openKey(o.Key, opts); err != nil {
			return nil, err
		}
	}
	in, err := sheet.NewReader(r, name, s)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	d, err := readRows(in, name, key, o, opts)
	if err != nil {
		return nil, err
	}
	d.Name = stem(name)
	return d, d.Validate()
}

func readTable(path string, o TableOptions, opts Options) (*Dataset, error) {
	s, err := o.sheet()
	if err != nil {
		return nil, err
	}
	var key *answerKey
	if o.Key != "" {
		if key, err = openKey(o.Key, opts); err != nil {
			return nil, err
		}
	}
	in, err := sheet.Open(path, s)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readRows(in, path, key, o, opts)
}

// openKey reads a key file.
func openKey(path string, opts Options) (*answerKey, error) {
	in, err := sheet.Open(path, sheet.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readKey(in, path, opts)
}

// readRows reads a table from its rows, which errors call path.
func readRows(
	in *sheet.Reader, path string, key *answerKey, o TableOptions, opts Options,
) (*Dataset, error) {
	t := &tableReader{o: o, opts: opts, path: path, in: in, key: key,
		d: &Dataset{Name: "csv", Table: &TableInfo{File: path}}}
	if err := t.chooseSheet(); err != nil {
		return nil, err
	}
	if t.in != in {
		defer t.in.Close()
	}
	if err := t.readHeader(); err != nil {
		return nil, err
	}
	layout, err := columns.Recognise(t.row.Cells, cellsOf(t.head), t.known(t.o.columns()))
	switch {
	case err == nil && layout.Long != nil:
		err = t.readLong(layout)
	case err == nil || o.Layout != "long": // the first rows alone may mislead
		err = t.readWide()
	}
	if err != nil {
		return nil, t.place(err, t.d.Table.Header)
	}
	return t.d, nil
}

// chooseSheet finds the sheet of the responses and that of the key.
func (t *tableReader) chooseSheet() error {
	sheets := t.in.Sheets()
	if t.d.Table.Sheet = t.in.Dialect().Sheet; len(sheets) < 2 {
		return nil
	}
	chosen := t.d.Table.Sheet
	if t.o.Sheet == "" {
		i := slices.IndexFunc(sheets, func(s string) bool { return !columns.IsKeySheet(s) })
		if i > 0 && sheets[0] == chosen {
			if second, err := t.hasKey(sheets[0]); err != nil || !second {
				i = 0
			}
		}
		if i > 0 {
			in, err := t.in.Open(sheets[i])
			if err != nil {
				return err
			}
			t.in, chosen = in, sheets[i]
			t.d.Table.Sheet = chosen
		}
	}
	var others []string
	for _, s := range sheets {
		if s == chosen {
			continue
		}
		if t.key == nil {
			found, err := t.hasKey(s)
			if err != nil {
				return err
			}
			if found && t.o.Expected != nil {
				continue
			}
			if found {
				if err := t.readKeySheet(s); err != nil {
					return err
				}
				continue
			}
		}
		others = append(others, fileerr.Quote(s))
	}
	if len(others) > 0 && t.o.Sheet == "" {
		t.note("sheet %s is read, not %s (choose with --sheet)", fileerr.Quote(chosen),
			strings.Join(others, ", "))
	}
	return nil
}

// hasKey reports whether a sheet is a table of acceptable answers.
func (t *tableReader) hasKey(name string) (bool, error) {
	in, err := t.in.Open(name)
	if err != nil {
		return false, err
	}
	defer in.Close()
	row, err := in.Next()
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, found := columns.RecogniseKey(row.Cells)
	return found || columns.IsKeySheet(name), nil
}

func (t *tableReader) readKeySheet(name string) error {
	in, err := t.in.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	t.key, err = readKey(in, t.path+", sheet "+name, t.opts)
	if err == nil {
		t.note("acceptable answers are in sheet %s", fileerr.Quote(name))
	}
	return err
}

func (t *tableReader) note(format string, args ...any) {
	t.d.Notes = append(t.d.Notes, fmt.Sprintf(format, args...))
}

// fault returns an error with its place.
func (t *tableReader) fault(row int, found, expected string) error {
	return fileerr.New(t.path, row, found, expected)
}

// place adds the place to an error that lacks it.
func (t *tableReader) place(err error, row int) error {
	if told, ok := err.(*fileerr.Error); ok && told.File == "" {
		return &fileerr.Error{File: t.path, Line: row, Msg: told.Msg, Err: told.Err}
	}
	return err
}

// next returns the next row.
func (t *tableReader) next() (sheet.Row, error) {
	if len(t.head) > 0 {
		row := t.head[0]
		t.head = t.head[1:]
		return row, nil
	}
	if t.after != nil {
		return sheet.Row{}, t.after
	}
	return t.read()
}

func (t *tableReader) read() (sheet.Row, error) {
	row, err := t.in.Next()
	if bad, ok := err.(*sheet.BadRow); ok {
		err = bad.Fault
	}
	for _, c := range row.Cells {
		t.size += int64(len(c)) + 16
	}
	if most := t.o.MaxBytes; most > 0 && t.size > most && err == nil {
		err = &fileerr.Error{File: t.path, Line: row.Number, Err: fileerr.ErrTooLarge,
			Msg: fmt.Sprintf("found cells of more than %d bytes, expected a smaller table", most)}
	}
	return row, err
}

// readHeader finds the header and reads it.
func (t *tableReader) readHeader() error {
	for len(t.head) < headRows {
		row, err := t.read()
		if err == io.EOF {
			break
		}
		if err != nil {
			if len(t.head) == 0 {
				return err
			}
			t.after = err
			break
		}
		t.head = append(t.head, row)
	}
	if len(t.head) == 0 {
		return t.fault(0, "an empty file", "a table with the names of its columns in the first row")
	}
	all := cellsOf(t.head)
	i := columns.HeaderRow(all)
	t.row = t.head[i]
	for n := len(t.row.Cells); n > 0 && strings.TrimSpace(t.row.Cells[n-1]) == ""; n-- {
		t.row.Cells = t.row.Cells[:n-1]
	}
	if i > 0 {
		t.note("the header is in row %d", t.row.Number)
	}
	n, texts := columns.SubHeaders(all[i+1:])
	t.head, t.texts = t.head[i+1+n:], texts
	t.d.Table.Header, t.d.Table.Columns = t.row.Number, t.row.Cells
	if t.o.columns().Layout == "" && len(t.o.Questions) == 0 &&
		columns.LooksLikeData(t.row.Cells, all[i+1+n:]) {
		return t.fault(t.row.Number, "data in the first row",
			"the names of the columns: insert a row such as Name, Q1, Q2, Total above it")
	}
	return nil
}

func cellsOf(rows []sheet.Row) [][]string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = r.Cells
	}
	return cells
}

// known adds the questions of the key, or those expected, to the options.
func (t *tableReader) known(o columns.Options) columns.Options {
	for _, q := range t.o.Expected {
		o.Known = append(o.Known, columns.Known{ID: q.ID, Text: q.Text})
	}
	if t.key != nil {
		for _, q := range t.key.questions {
			o.Known = append(o.Known, columns.Known{ID: q.ID, Text: q.Text})
		}
	}
	return o
}

// stem returns the name of a file without folder and extensions.
func stem(path string) string {
	base := filepath.Base(path)
	for _, packed := range []string{".gz", ".zst"} {
		if len(base) > len(packed) && strings.EqualFold(base[len(base)-len(packed):], packed) {
			base = base[:len(base)-len(packed)]
		}
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}
