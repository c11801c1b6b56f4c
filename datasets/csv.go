package datasets

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// table reads a comma-separated file with a header, by column name.
type table struct {
	file   string
	csv    *csv.Reader
	guard  *files.Guard
	column map[string]int
	width  int
	line   int
	row    []string
	err    error
}

// newTable reads the header. Columns may come in any order. All required columns must be
// present, optional ones may be, and no others. Names are case-insensitive.
func newTable(r io.Reader, file string, required, optional []string) (*table, error) {
	g := files.NewGuard(r, file, maxLine)
	t := &table{file: file, guard: g, csv: csv.NewReader(g), column: map[string]int{}}
	t.csv.FieldsPerRecord = -1 // checked in next, with a clearer message
	all := slices.Concat(required, optional)
	expected := "a header with the columns " + strings.Join(required, ",")
	if len(optional) > 0 {
		expected += " and optionally " + strings.Join(optional, ",")
	}
	if !t.next() {
		if t.err != nil {
			return nil, t.err
		}
		return nil, files.New(file, 0, "an empty file", expected)
	}
	for i, name := range t.row {
		name = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(all, name) {
			return nil, files.New(file, t.line, "column "+text.Quote(name), expected)
		}
		if _, twice := t.column[name]; twice {
			return nil, files.New(file, t.line, "column "+text.Quote(name)+" twice", expected)
		}
		t.column[name] = i
	}
	for _, name := range required {
		if !t.has(name) {
			return nil, files.New(file, t.line, "no column "+text.Quote(name), expected)
		}
	}
	t.width = len(t.row)
	return t, nil
}

func (t *table) has(name string) bool {
	_, ok := t.column[name]
	return ok
}

// field returns the named field of the row, or "" if the table has no such column.
func (t *table) field(name string) string {
	if i, ok := t.column[name]; ok {
		return t.row[i]
	}
	return ""
}

// id returns the named field, which must not be empty.
func (t *table) id(name string) (string, error) {
	s := strings.TrimSpace(t.field(name))
	if s == "" {
		return "", files.New(t.file, t.line, "no "+name, "one in every row")
	}
	return rawText(s), nil
}

// next advances to the next row and reports whether there is one.
func (t *table) next() bool {
	if t.err != nil {
		return false
	}
	row, err := t.csv.Read()
	if t.guard.Err() != nil { // takes precedence over the fault it causes
		t.err = t.guard.Err()
		return false
	}
	if err == io.EOF {
		return false
	}
	if err != nil {
		line, msg := 0, text.OneLine(err.Error())
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			line, msg = bad.StartLine, bad.Err.Error()
		}
		t.err = &Error{File: t.file, Line: line, Err: err,
			Msg: "found a damaged row (" + msg +
				"), expected comma-separated fields, quoted by \" where needed"}
		return false
	}
	t.line, _ = t.csv.FieldPos(0)
	t.row = row
	if t.width > 0 && len(row) != t.width {
		t.err = files.New(t.file, t.line, text.Count(len(row), "column"),
			fmt.Sprintf("%d, as in the header", t.width))
		return false
	}
	return true
}

// parseNumber parses a decimal number in [lo,hi]. Infinities, NaN and the hexadecimal and
// underscore forms of Go are refused.
func parseNumber(s string, lo, hi float64) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789.eE+-") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < lo || v > hi {
		return 0, false
	}
	return v, true
}

// numberField is parseNumber with an error that names the field and the line.
func numberField(file string, line int, field, s string, lo, hi float64) (float64, error) {
	v, ok := parseNumber(s, lo, hi)
	if !ok {
		return 0, files.New(file, line, field+" "+text.Quote(s),
			fmt.Sprintf("a number from %v to %v", lo, hi))
	}
	return v, nil
}

// figure writes a number for people.
func figure(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// unit reports whether a value lies in [0,1].
func unit(v float64) bool { return v >= 0 && v <= 1 }

// mean returns the mean of the values, NaN if there are none.
func mean(vs []float64) float64 {
	sum := 0.0
	for _, v := range vs {
		sum += v
	}
	return sum / float64(len(vs))
}
