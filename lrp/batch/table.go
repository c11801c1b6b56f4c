package batch

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/lines"
)

// table reads one record per row of CSV.
type table struct {
	guard   *rowGuard
	buffer  *bufio.Reader
	in      *csv.Reader
	name    string
	line    int // of the last row
	width   int
	id      int   // column of the identifier
	columns []int // by question
}

func newTable(in io.Reader, name string, ids []string) (*table, error) {
	t := &table{guard: &rowGuard{in: in}, name: name}
	t.buffer = bufio.NewReaderSize(t.guard, 64<<10)
	mark, err := t.buffer.Peek(len(lines.ByteOrderMark))
	if err == nil && string(mark) == lines.ByteOrderMark {
		if _, err := t.buffer.Discard(len(mark)); err != nil {
			return nil, err
		}
	}
	t.in = csv.NewReader(t.buffer)
	t.in.FieldsPerRecord = -1
	header, err := t.in.Read()
	if err == io.EOF {
		return nil, fmt.Errorf(
			"%s: found an empty file, expected a header with id and one column per question", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t.width = len(header)
	if err := t.findColumns(header, ids); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	return t, nil
}

// findColumns finds the columns of the identifier and the questions.
func (t *table) findColumns(header, ids []string) error {
	t.id = -1
	column := make(map[string]int)
	for k, h := range header {
		h = strings.TrimSpace(h)
		if _, ok := column[h]; ok {
			return fmt.Errorf("found column %q twice, expected it once", h)
		}
		column[h] = k
		if strings.EqualFold(h, "id") {
			t.id = k
		}
	}
	if t.id < 0 {
		return errors.New(
			"found no column id in the header, expected it and one column per question")
	}
	var missing []string
	for _, id := range ids {
		k, ok := column[id]
		if !ok {
			missing = append(missing, id)
		}
		t.columns = append(t.columns, k)
	}
	if len(missing) > 0 {
		return fmt.Errorf("found no column for %s, expected one for each question of the model",
			listed(missing))
	}
	return nil
}

// idle reports whether the buffer is empty; a row may continue beyond it.
func (t *table) idle() bool { return t.buffer.Buffered() == 0 }

func (t *table) next() (raw, error) {
	t.guard.read = 0
	row, err := t.in.Read()
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return raw{}, io.EOF
	case errors.As(err, &syntax):
		err = fmt.Errorf("%w at line %d, column %d", syntax.Err, syntax.Line, syntax.Column)
		return raw{line: syntax.StartLine, err: err}, nil
	case err != nil:
		return raw{}, fmt.Errorf("%s: after line %d: %w", t.name, t.line, err)
	}
	t.line, _ = t.in.FieldPos(0)
	if len(row) != t.width {
		err = fmt.Errorf("found %d fields, expected %d", len(row), t.width)
		return raw{line: t.line, err: err}, nil
	}
	// The identifier and then the responses.
	fields := []string{row[t.id]}
	for _, k := range t.columns {
		fields = append(fields, row[k])
	}
	return raw{line: t.line, fields: fields}, nil
}

// rowGuard fails on a row without an end, where a quotation mark is missing, before it takes all
// memory.
type rowGuard struct {
	in   io.Reader
	read int // since the present row began
}

func (g *rowGuard) Read(p []byte) (int, error) {
	if g.read > maxRecord {
		return 0, fmt.Errorf("found a row of more than %d bytes, expected the quotation mark that "+
			"ends its field", maxRecord)
	}
	n, err := g.in.Read(p)
	g.read += n
	return n, err
}
