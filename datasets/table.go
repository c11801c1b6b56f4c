package datasets

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// Table returns the format of tables: delimited text (.csv, .tsv, .txt), workbooks (.xlsx) and
// Parquet, in wide or in long form.
//
// In wide form each row is a respondent and each column a question. A row whose identifier is "key"
// holds acceptable answers, separated by "|"; one whose identifier is "points" the attainable
// points of each question and in total. A rating is the total divided by the highest attainable
// one; rows without a total are unrated.
//
// In long form each row is a response, in the columns respondent, question, response and,
// optionally, score and rating. Scores run from 0 to what a column of maxima says, to ScoreMax, or
// to 1 or the highest of the question. A rating is in [0,1], or in [0,Max] where Max is set, and
// the same in all rows of a respondent that state one. Where there is no such column, it is the sum
// of the scores divided by the highest attainable one. If each respondent answered one question of
// several, there is a data set for each question.
//
// Dataset.Notes says what was found out, and Dataset.Table where in the table the data are.
func Table(o TableOptions) Format {
	return Format{
		Name: "csv", Aliases: []string{"tsv", "xlsx", "parquet"}, Argument: "FILE",
		Extensions: []string{".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".parquet"},
		Description: "a table (.csv .tsv .txt .xlsx .parquet): a row per respondent and a column per " +
			"question, or respondent,question,response[,score][,rating]",
		Open: func(path string, opts Options) ([]*Dataset, error) {
			if err := o.check(); err != nil {
				return nil, err
			}
			return readTable(path, o, opts, func(s sheet.Options) (*sheet.Reader, error) {
				return sheet.Open(path, s)
			})
		}}
}

// TableInfo says where in a table the respondents and columns of a data set are.
type TableInfo struct {
	File string // the path or name
	// Extension is the file extension that fits the form of the table, whatever File ends in.
	Extension string
	Sheet     string // of a workbook
	Wide      bool
	Header    int // line of a text or row of a sheet, from 1
	// Rows are the lines or rows of the respondents; in long form of their first responses.
	Rows []int
	// Answers and Points are the rows marked "key" and "points", 0 if there are none.
	Answers, Points int
	ID, Rating      string // names of columns, empty if there are none
	Percent         bool   // totals are percentages
	// NotRated says why nobody is rated, if a column named like one of totals has no numbers.
	NotRated string
	// Given are the totals in a table that was read for responses alone, NaN where there is none;
	// nil if they cannot be read.
	Given []float64
	// Graded is what a person wrote into the columns of an earlier lrp grade, nil without such.
	Graded    *Graded
	Questions []string    // names of the columns, in wide form
	Columns   []string    // names of all columns
	Uses      []ColumnUse // by column
	// Doubts are what the table leaves open, and the options that decide.
	Doubts []Doubt
	// Mapping are the options that say how the table was read.
	Mapping TableOptions
}

// headRows is how many rows are looked at to find the header.
const headRows = 25

// tableReader reads one table.
type tableReader struct {
	o       TableOptions
	opts    Options
	path    string
	d       *Dataset
	in      *sheet.Reader
	head    []sheet.Row // read, but not yet used
	rows    []sheet.Row // below the header, without blank ones
	counted []int       // numbers of these rows, counted as a spreadsheet does
	last    int         // number of the last row
	after   error       // that follows these rows, nil if there is none
	row     sheet.Row   // the header
	texts   []string    // of the columns, from a second row of the header
	parts   []string    // of columns without a name, from a second row of the header
	above   [][]string  // rows above the header

	short, firstShort int // rows that are shorter than the header, and the first of them
	before            int // cells of the row before, if it is shorter
	key               *answerKey

	numbers   columns.Notation
	words     map[string]int // in columns of numbers
	worded    []int          // these columns
	firstWord int            // line of the first
}

// ReadTable reads a table as the format [Table] does. Errors call it name, which is also the name
// of the data set, without folder and extension. Options that name files are read from disk.
func ReadTable(r io.Reader, name string, o TableOptions, opts Options) (*Dataset, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	sets, err := readTable(name, o, opts, func(s sheet.Options) (*sheet.Reader, error) {
		return sheet.NewReader(r, name, s)
	})
	d, err := only(sets, err, name)
	if err != nil {
		return nil, err
	}
	d.Name = stem(name)
	return d, d.Validate()
}

// readOne is readRows for a table that must hold one data set.
func readOne(
	in *sheet.Reader, path string, key *answerKey, o TableOptions, opts Options,
) (*Dataset, error) {
	sets, err := readRows(in, path, key, o, opts)
	return only(sets, err, path)
}

// only returns the one data set of a table.
func only(sets []*Dataset, err error, path string) (*Dataset, error) {
	if err != nil {
		return nil, err
	}
	if n := len(sets); n > 1 {
		return nil, files.New(path, 0, fmt.Sprintf("respondents who answered one of %d questions each",
			n), "the same questions for all, or --layout wide to take them for one question")
	}
	return sets[0], nil
}

func readTable(
	path string, o TableOptions, opts Options, open func(sheet.Options) (*sheet.Reader, error),
) ([]*Dataset, error) {
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
	in, err := open(s)
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
) ([]*Dataset, error) {
	t := &tableReader{o: o, opts: opts, path: path, in: in, key: key,
		d: &Dataset{Name: "csv", Table: &TableInfo{File: path}}}
	if err := t.chooseSheet(); err != nil {
		return nil, err
	}
	if t.in != in {
		defer t.in.Close()
	}
	if name := t.d.Table.Sheet; name != "" {
		t.path += ", sheet " + name
	}
	if err := t.readHeader(); err != nil {
		return nil, err
	}
	if err := t.checkColumns(); err != nil {
		return nil, err
	}
	if err := t.readAll(); err != nil {
		return nil, err
	}
	cells := t.joinPairs(cellsOf(t.rows))
	t.fillDown(cells)
	t.findNotation(cells)
	known := t.known(t.o.columns())
	known.Numbers = t.numbers
	known.Hidden = func(column int) bool { return t.in.Hidden(column + 1) }
	layout, err := columns.Recognise(t.row.Cells, cells, known)
	if err != nil {
		return nil, t.place(err, t.d.Table.Header)
	}
	if len(cells)*len(t.row.Cells) > 1<<20 {
		runtime.GC() // of what told the columns apart, which would double the memory of a large table
	}
	t.d.Table.Uses = t.uses(layout)
	var sets []*Dataset
	for _, d := range layout.Doubts {
		t.doubt(d.Found, d.Flags)
	}
	switch {
	case layout.Long != nil:
		sets, err = t.readLong(layout)
	default:
		sets, err = one(t.d, t.readWide(layout))
	}
	if err == nil {
		err = t.settle()
	}
	for _, d := range sets {
		d.Notes = append(d.Notes, t.in.Notes()...)
		d.Table.Extension = t.in.Dialect().Extension(path)
		d.Table.Mapping = t.mapping(layout)
	}
	return sets, WithNotes(t.place(err, t.d.Table.Header), t.d.Notes)
}

func (t *tableReader) note(format string, args ...any) {
	t.d.Notes = append(t.d.Notes, fmt.Sprintf(format, args...))
}

// fault returns an error with its place.
func (t *tableReader) fault(row int, found, expected string) error {
	return files.New(t.path, row, found, expected)
}

// place adds the place to an error that lacks it.
func (t *tableReader) place(err error, row int) error {
	if told, ok := err.(*files.Error); ok && told.File == "" {
		return &files.Error{File: t.path, Line: row, Msg: told.Msg, Err: told.Err}
	}
	return err
}

// readAll reads the rows below the header, without blank ones, and pads them to its width.
func (t *tableReader) readAll() error {
	for t.after == nil {
		row, err := t.read()
		if t.after = err; err == nil {
			t.head = numbers.Append(t.head, row)
		}
	}
	if t.after != io.EOF {
		return t.after
	}
	t.narrow()
	t.rows, t.counted = t.head[:0], make([]int, 0, len(t.head)) // in place of those that are done
	for number := t.row.Number + 1; len(t.head) > 0; number++ {
		row := t.head[0]
		if t.head, t.last = t.head[1:], row.Number; blank(row.Cells) {
			continue
		}
		if err := t.width(&row, len(t.row.Cells)); err != nil {
			return err
		}
		if t.d.Table.Sheet != "" {
			number = row.Number
		}
		t.rows, t.counted = append(t.rows, row), append(t.counted, number)
	}
	if len(t.rows) == 0 {
		return t.fault(max(t.last, t.row.Number), "the end of the file",
			"at least one row after the header")
	}
	return nil
}

// joinPairs makes one row of two where the points of each person's answers stand below them.
func (t *tableReader) joinPairs(cells [][]string) [][]string {
	header, rows, ok := columns.JoinPairs(t.row.Cells, cells)
	if !ok {
		return cells
	}
	t.row.Cells, t.d.Table.Columns = header, header
	for i, cells := range rows {
		t.rows[2*i].Cells = cells
		t.rows[i], t.counted[i] = t.rows[2*i], t.counted[2*i]
	}
	t.rows, t.counted = t.rows[:len(rows)], t.counted[:len(rows)]
	t.note("every second row has the points of the answers above it")
	return rows
}

// fillDown repeats names that stand once above several rows.
func (t *tableReader) fillDown(rows [][]string) {
	if !columns.NamesOnce(t.row.Cells, rows) {
		return
	}
	last := ""
	for _, cells := range rows {
		if strings.TrimSpace(cells[0]) != "" {
			last = cells[0]
		}
		cells[0] = last
	}
	t.note("entries in column %s count for the rows below them", text.Quote(t.row.Cells[0]))
}

// doubt keeps what a table leaves open, and the options that decide.
func (t *tableReader) doubt(found, flags string) {
	if t.o.Expected == nil {
		t.d.Table.Doubts = append(t.d.Table.Doubts, columns.Doubt{Found: found, Flags: flags})
	}
}

// settle refuses what a table leaves open, unless the best guess is accepted.
func (t *tableReader) settle() error {
	doubts := t.d.Table.Doubts
	if len(doubts) == 0 || t.o.Accept {
		for _, d := range doubts {
			t.note("%s: the best guess is taken (%s)", d.Found, d.Flags)
		}
		return nil
	}
	var found, flags []string
	for _, d := range doubts {
		found, flags = append(found, d.Found), append(flags, d.Flags)
	}
	return &files.Error{File: t.path, Line: t.d.Table.Header, Msg: "in doubt: " + strings.Join(found, "; ") +
		"; to decide, " + strings.Join(flags, "; ") + "; --yes accepts the best guess"}
}

func (t *tableReader) read() (sheet.Row, error) {
	row, err := t.in.Next()
	if bad, ok := err.(*sheet.BadRow); ok {
		err = bad.Fault
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
	i, err := t.headerRow(all)
	if err != nil {
		return err
	}
	t.row, t.above = t.head[i], all[:i]
	for n := len(t.row.Cells); n > 0 && strings.TrimSpace(t.row.Cells[n-1]) == ""; n-- {
		t.row.Cells = t.row.Cells[:n-1]
	}
	if i > 0 {
		t.note("the header is in row %d (--header-row names another)", t.row.Number)
	}
	n, texts, parts := columns.SubHeaders(t.row.Cells, all[i+1:])
	t.head, t.texts, t.parts = t.head[i+1+n:], texts, parts
	t.d.Table.Header, t.d.Table.Columns = t.row.Number, t.row.Cells
	if t.o.columns().Layout == "" && len(t.o.Questions) == 0 && t.o.HeaderRow == 0 &&
		columns.LooksLikeData(t.row.Cells, all[i+1+n:]) {
		return t.fault(t.row.Number, "data in the first row",
			"the names of the columns: insert a row such as Name, Q1, Q2, Total above it, or say "+
				"which row has them with --header-row")
	}
	return nil
}

// headerRow returns the index of the row with the names of the columns.
func (t *tableReader) headerRow(all [][]string) (int, error) {
	if t.o.HeaderRow == 0 {
		return columns.HeaderRow(all), nil
	}
	i := slices.IndexFunc(t.head, func(row sheet.Row) bool { return row.Number == t.o.HeaderRow })
	if i < 0 {
		return 0, t.fault(t.o.HeaderRow, "no entry in the row that --header-row names",
			fmt.Sprintf("one of the first %d rows, from %d to %d", headRows, t.head[0].Number,
				t.head[len(t.head)-1].Number))
	}
	return i, nil
}

func cellsOf(rows []sheet.Row) [][]string {
	return numbers.Map(rows, func(r sheet.Row) []string { return r.Cells })
}

// known adds the questions of the key, or those expected, to the options.
func (t *tableReader) known(o columns.Options) columns.Options {
	o.Parts, o.Alone = t.parts, len(t.o.Expected) > 0
	o.Known = append(o.Known, knownOf(t.o.Expected)...)
	if t.key != nil {
		o.Known = append(o.Known, knownOf(t.key.questions)...)
	}
	return o
}

func knownOf(questions []Question) []columns.Known {
	return numbers.Map(questions, func(q Question) columns.Known {
		return columns.Known{ID: q.ID, Text: q.Text}
	})
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
