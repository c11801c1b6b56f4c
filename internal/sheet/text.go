package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// Limits of a row of text.
const (
	maxRow   = 16 << 20 // bytes
	maxCells = 1 << 17
)

// text reads the rows of a delimited text.
type textFile struct {
	name  string
	raw   *bufio.Reader // undecoded
	in    *bufio.Reader
	guard *guard
	csv   *csv.Reader
	tape  *tape
	width int // of the row before
	bare  int // the line of the first row with bare quotation marks, 0 if there is none
	comma rune
	first int // lines before the ones that csv counts
	line  int // of the last row
	code  *code
	pool  pool
}

// openText finds out how a text is written. Raw is the input that unpacked reads from.
func openText(
	raw, unpacked *bufio.Reader, name string, o Options, eager bool, d Dialect,
) (*textFile, Dialect, error) {
	c, err := findCode(unpacked, name, o.Encoding, eager)
	if err != nil {
		return nil, d, readError(name, 0, err)
	}
	t := &textFile{name: name, raw: raw, code: c, guard: &guard{in: c, name: name, line: 1},
		pool: pool{seed: maphash.MakeSeed()}}
	t.in = bufio.NewReaderSize(t.guard, sample)
	start, err := peekLine(t.in, eager)
	if err != nil {
		return nil, d, readError(name, 0, err)
	}
	d.LineEnd = lineEnd(start)
	t.guard.loneCR = d.LineEnd == "\r"
	if t.guard.loneCR { // what was read already
		rest, _ := t.in.Peek(t.in.Buffered())
		t.in = bufio.NewReaderSize(io.MultiReader(
			bytes.NewReader(bytes.ReplaceAll(rest, []byte("\r"), []byte("\n"))), t.guard), sample)
		start, _ = t.in.Peek(len(rest))
	}
	d.Comma, d.Separator = o.Comma, false
	if comma, length := separatorLine(start); length > 0 {
		d.Separator = true
		d.Comma = cmp.Or(d.Comma, comma)
		t.in.Discard(length)
		start = start[length:]
		t.first = 1
	}
	if d.Comma == 0 {
		d.Comma = sniff(start, Extension(name))
	}
	if _, width := consistency(start, d.Comma); width < 2 && strings.HasPrefix(Extension(name), ".xls") {
		return nil, d, refuse(name, "no workbook")
	}
	d.Marked = c.marked
	t.comma = d.Comma
	t.tape = &tape{in: t.in}
	t.csv = csv.NewReader(t.tape)
	t.csv.Comma = d.Comma
	t.csv.FieldsPerRecord = -1
	return t, d, nil
}

// sample is the maximum number of bytes examined to find out how a text is written.
const sample = 64 << 10

// peekLine returns the start of the input: if it is eager as much as the sample holds, otherwise
// what there is with the first line.
func peekLine(in *bufio.Reader, eager bool) ([]byte, error) {
	for n := 1; ; n = in.Buffered() + 1 {
		if n > in.Size() {
			return in.Peek(in.Size())
		}
		_, err := in.Peek(n)
		start, _ := in.Peek(in.Buffered())
		switch {
		case err == io.EOF:
			return start, nil
		case err != nil:
			return nil, err
		case !eager && hasHeader(start):
			return start, nil
		}
	}
}

// hasHeader reports whether a text's start holds its first line with what ends it. A line that only
// names the delimiter does not count.
func hasHeader(start []byte) bool {
	if bytes.Contains(bytes.ToLower(start[:min(len(start), 6)]), []byte("sep=")) {
		i := bytes.IndexByte(start, '\n')
		if i < 0 {
			return false
		}
		start = start[i+1:]
	}
	i := bytes.IndexAny(start, "\r\n")
	return i >= 0 && (start[i] == '\n' || i+1 < len(start))
}

func (t *textFile) encoding() string { return t.code.name() }

// tape keeps the bytes that were read for the last row.
type tape struct {
	in    io.Reader
	kept  []byte
	start int64 // of what is kept
}

func (t *tape) Read(p []byte) (int, error) {
	n, err := t.in.Read(p)
	t.kept = append(t.kept, p[:n]...)
	return n, err
}

// forget drops what is before an offset.
func (t *tape) forget(offset int64) {
	n := copy(t.kept, t.kept[offset-t.start:])
	t.kept, t.start = t.kept[:n], offset
}

func (t *textFile) next() (Row, error) {
	t.guard.row = 0
	t.tape.forget(t.csv.InputOffset())
	cells, err := t.csv.Read()
	if t.guard.err != nil { // takes precedence over the fault it causes
		return Row{}, t.guard.err
	}
	syntax := (*csv.ParseError)(nil)
	switch {
	case err == io.EOF:
		return Row{}, io.EOF
	case errors.As(err, &syntax):
		t.line = syntax.StartLine
		if cells = t.lazily(); cells == nil {
			return Row{Number: t.line + t.first}, t.damaged(syntax)
		}
		t.bare = cmp.Or(t.bare, t.line+t.first)
	case err != nil:
		return Row{}, readError(t.name, t.line+t.first, err)
	default:
		t.line, _ = t.csv.FieldPos(0)
	}
	t.width = len(cells)
	for k, c := range cells {
		cells[k] = restore(c)
	}
	t.pool.share(cells)
	return Row{t.line + t.first, cells}, nil
}

// lazily returns the cells of the last row as spreadsheets read them, where quotation marks inside
// a cell stand for themselves. It returns nil if these may have hidden the end of a cell or of the
// row.
func (t *textFile) lazily() []string {
	line := strings.TrimRight(string(t.tape.kept[:t.csv.InputOffset()-t.tape.start]), "\r\n")
	if strings.Contains(line, "\n") {
		return nil
	}
	in := csv.NewReader(strings.NewReader(line))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes = t.comma, -1, true
	cells, err := in.Read()
	if err == nil && len(cells) > 0 && !strings.HasSuffix(line, `"`) &&
		!strings.HasSuffix(line, string(t.comma)+cells[len(cells)-1]) {
		cells = t.quoteFirst(line) // the last cell is not closed
	}
	if err == nil && t.fits(cells) {
		return cells
	}
	if cells = t.quoteFirst(line); t.fits(cells) {
		return cells
	}
	// Delimiters before a space may belong to the text.
	var joined []string
	for _, c := range strings.Split(line, string(t.comma)) {
		if last := len(joined) - 1; last >= 0 && strings.HasPrefix(c, " ") {
			joined[last] += string(t.comma) + c
		} else {
			joined = append(joined, c)
		}
	}
	if strings.Contains(line, string(t.comma)+`"`) || !t.fits(joined) {
		return nil
	}
	return joined
}

// fits reports whether a row has as many cells as the one before.
func (t *textFile) fits(cells []string) bool { return t.width == 0 || len(cells) == t.width }

// quoteFirst returns the cells of a line in which a quoted cell may continue after its quotation
// mark.
func (t *textFile) quoteFirst(line string) (cells []string) {
	for more := true; more; {
		cell := ""
		for strings.HasPrefix(line, `"`) {
			within, rest, closed := strings.Cut(line[1:], `"`)
			if !closed {
				return nil
			}
			if cell != "" {
				cell += `"`
			}
			cell, line = cell+within, rest
		}
		var rest string
		rest, line, more = strings.Cut(line, string(t.comma))
		cells = append(cells, cell+rest)
	}
	return cells
}

// damaged describes a row that breaks the rules of quotation marks.
func (t *textFile) damaged(bad *csv.ParseError) error {
	return &BadRow{&files.Error{File: t.name, Line: bad.StartLine + t.first, Err: bad,
		Msg: fmt.Sprintf("found a damaged row (%v), expected cells delimited by %s, quoted by \" "+
			"where needed, with \"\" for each \" inside", bad.Err, commaName(t.comma, false))}}
}

// guard bounds rows and refuses binary files.
type guard struct {
	in     io.Reader
	name   string
	loneCR bool // turn each CR into LF
	line   int  // being read, from 1
	row    int  // bytes since the row began
	cells  int  // delimiters since the line began
	err    error
}

func (g *guard) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	if g.row > maxRow {
		return 0, g.fail(fmt.Sprintf("a row of more than %d bytes", maxRow),
			`the " that ends its cell`)
	}
	n, err := g.in.Read(p)
	g.row += n
	for i, c := range p[:n] {
		if c == ' ' || c > ';' && c != '|' { // as most are
			continue
		}
		if c == '\r' && g.loneCR {
			c, p[i] = '\n', '\n'
		}
		switch {
		case c == '\n':
			g.line++
			g.cells = 0
		case c == 0:
			return i, g.fail("a NUL byte (a binary or damaged file)", "text")
		case c == ',', c == ';', c == '\t', c == '|':
			if g.cells++; g.cells > maxCells {
				return i, g.fail(fmt.Sprintf("a row of more than %d cells", maxCells), "fewer")
			}
		}
	}
	if err != nil && err != io.EOF {
		g.err = readError(g.name, g.line, err)
		err = g.err
	}
	return n, err
}

func (g *guard) fail(found, expected string) error {
	g.err = files.New(g.name, g.line, found, expected)
	return g.err
}

// lineEnd returns what lines end in, "\n" if nothing ends them. Carriage returns end lines only
// where no line feed does.
func lineEnd(start []byte) string {
	quoted, first, feed := false, -1, false
	for i, c := range start {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted || c != '\r' && c != '\n':
			continue
		case first < 0:
			first = i
		}
		feed = feed || c == '\n' && !quoted
	}
	switch {
	case first < 0 || start[first] == '\n':
		return "\n"
	case feed || first+1 == len(start): // or it was not received yet
		return "\r\n"
	}
	return "\r"
}

// separatorLine returns the delimiter that Excel's first line "sep=;" names and the line's length,
// 0 if there is none.
func separatorLine(start []byte) (comma rune, length int) {
	line, _, found := strings.Cut(string(start[:min(len(start), 16)]), "\n")
	name := strings.Trim(strings.TrimSuffix(line, "\r"), `"`)
	if !found || len(name) != 5 || !strings.EqualFold(name[:4], "sep=") {
		return 0, 0
	}
	for _, d := range delimiters {
		if rune(name[4]) == d {
			return d, len(line) + 1
		}
	}
	return 0, 0
}
