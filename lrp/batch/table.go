package batch

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// table reads a record a row of CSV.
type table struct {
	guard  *guard
	buffer *bufio.Reader
	in     *csv.Reader
	name   string
	line   int // of the last row
	width  int
	id     int   // the identifier's column
	at     []int // by question: its column
}

func newTable(in io.Reader, name string, ids []string) (*table, error) {
	t := &table{guard: &guard{in: in}, name: name, id: -1, at: make([]int, len(ids))}
	t.buffer = bufio.NewReaderSize(t.guard, 64<<10)
	if mark, err := t.buffer.Peek(3); err == nil && string(mark) == "\ufeff" {
		if _, err := t.buffer.Discard(3); err != nil {
			return nil, err
		}
	}
	t.in = csv.NewReader(t.buffer)
	t.in.FieldsPerRecord = -1
	header, err := t.in.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: found an empty file, expected a header with id and a column a question", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	column := make(map[string]int)
	for k, h := range header {
		h = strings.TrimSpace(h)
		if _, ok := column[h]; ok {
			return nil, fmt.Errorf("%s:1: found column %q twice, expected it once", name, h)
		}
		column[h] = k
		if strings.EqualFold(h, "id") {
			t.id = k
		}
	}
	if t.id < 0 {
		return nil, fmt.Errorf("%s:1: found no column id in the header, expected it and a column a question", name)
	}
	var missing []string
	for j, id := range ids {
		k, ok := column[id]
		if !ok {
			missing = append(missing, id)
		}
		t.at[j] = k
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s:1: found no column for %s, expected one for each question of the model", name, listed(missing))
	}
	t.width = len(header)
	return t, nil
}

// idle never says so before the end of what was read at once: a row may go on in the next line.
func (t *table) idle() bool { return t.buffer.Buffered() == 0 }

func (t *table) next() (raw, error) {
	t.guard.read = 0
	row, err := t.in.Read()
	var wrong *csv.ParseError
	switch {
	case err == io.EOF:
		return raw{}, io.EOF
	case errors.As(err, &wrong):
		return raw{line: wrong.StartLine, err: fmt.Errorf("%w at line %d, column %d", wrong.Err, wrong.Line, wrong.Column)}, nil
	case err != nil:
		return raw{}, fmt.Errorf("%s: after line %d: %w", t.name, t.line, err)
	}
	line, _ := t.in.FieldPos(0)
	t.line = line
	if len(row) != t.width {
		return raw{line: line, err: fmt.Errorf("found %d fields, expected %d", len(row), t.width)}, nil
	}
	// The identifier and then the responses.
	fields := []string{row[t.id]}
	for _, k := range t.at {
		fields = append(fields, row[k])
	}
	return raw{line: line, fields: fields}, nil
}

// guard ends a row that does not end by itself, for want of a quotation mark, before it takes all memory.
type guard struct {
	in   io.Reader
	read int // since the present row began
}

func (g *guard) Read(p []byte) (int, error) {
	if g.read > longest {
		return 0, fmt.Errorf("found a row of more than %d bytes, expected the quotation mark that ends its field", longest)
	}
	n, err := g.in.Read(p)
	g.read += n
	return n, err
}
