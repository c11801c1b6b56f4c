package regress

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

const (
	matrixMarketHeader = "%%MatrixMarket matrix coordinate real general"
	arrayHeader        = "%%MatrixMarket matrix array real general"
)

// Limits of [ReadMatrixMarket], so that a few bytes cannot claim all memory.
const (
	maxMatrixMarketRows    = 1 << 20
	maxMatrixMarketCols    = 1 << 26
	maxMatrixMarketEntries = 1 << 27
	maxMatrixMarketLine    = 1 << 16
)

// MatrixMarketError reports where a file departs from the Matrix Market format.
type MatrixMarketError struct {
	Line int   // from 1
	Err  error // what was found and what was expected
}

// Error returns the line and what is wrong with it.
func (e *MatrixMarketError) Error() string {
	return fmt.Sprintf("regress: Matrix Market, line %d: %v", e.Line, e.Err)
}

// Unwrap returns what is wrong with the line.
func (e *MatrixMarketError) Unwrap() error { return e.Err }

// WriteMatrixMarket writes x in the Matrix Market coordinate format: a header, a line "rows columns
// entries", and one line "row column value" per entry, counted from 1, by row. Values are read back
// to the bit.
//
// Source: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.
func WriteMatrixMarket(w io.Writer, x *Matrix) error {
	entries := 0
	for _, r := range x.all() {
		entries += len(r.Index)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n%d %d %d\n", matrixMarketHeader, x.n, x.cols, entries)
	var line []byte
	for i, r := range x.all() {
		for k, j := range r.Index {
			if !finite(r.Value[k]) {
				return fmt.Errorf("%w: %v in row %d, column %d", ErrNotFinite, r.Value[k], i, j)
			}
			line = strconv.AppendInt(line[:0], int64(i)+1, 10)
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(j)+1, 10)
			line = append(line, ' ')
			line = strconv.AppendFloat(line, r.Value[k], 'g', -1, 64)
			b.Write(append(line, '\n')) // Flush reports errors
		}
	}
	return b.Flush()
}

// ReadMatrixMarket reads a real or integer general matrix in coordinate format, whose entries may
// be in any order, each at most once, or in array format: all values by column. Every error in the
// text is a [*MatrixMarketError]; errors of r are returned unchanged.
func ReadMatrixMarket(r io.Reader) (*Matrix, error) {
	in := &matrixMarket{in: bufio.NewScanner(r)}
	in.in.Buffer(make([]byte, 0, 4096), maxMatrixMarketLine)
	if err := in.readHeader(); err != nil {
		return nil, err
	}
	if err := in.readSize(); err != nil {
		return nil, err
	}
	rows := make([]Row, in.rows)
	for k := range in.entries {
		if err := in.readEntry(rows, k); err != nil {
			return nil, err
		}
	}
	if f, err := in.next(); err != nil {
		return nil, err
	} else if f != nil {
		return nil, in.fail("found more than the %d entries declared", in.entries)
	}
	return newMatrix(rows, in.cols), nil
}

// matrixMarket is a file that is being read.
type matrixMarket struct {
	in                  *bufio.Scanner
	line                int  // from 1
	dense               bool // in array format
	rows, cols, entries int
}

func (m *matrixMarket) fail(format string, args ...any) error {
	return &MatrixMarketError{Line: m.line, Err: fmt.Errorf(format, args...)}
}

// next returns the fields of the next line that is neither empty nor a comment, nil at the end.
func (m *matrixMarket) next() ([][]byte, error) {
	for m.in.Scan() {
		m.line++
		text := bytes.TrimSpace(m.in.Bytes())
		if len(text) > 0 && text[0] != '%' {
			return bytes.Fields(text), nil
		}
	}
	m.line++
	if err := m.in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, m.fail("found a line of more than %d bytes", maxMatrixMarketLine)
	} else if err != nil {
		return nil, err
	}
	return nil, nil
}

func (m *matrixMarket) readHeader() error {
	m.line = 1
	if !m.in.Scan() {
		if err := m.in.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
			return err
		}
		return m.fail("expected %q", matrixMarketHeader)
	}
	h := strings.Fields(strings.ToLower(m.in.Text()))
	if len(h) != 5 || h[0] != "%%matrixmarket" || h[1] != "matrix" || h[2] != "coordinate" &&
		h[2] != "array" || h[3] != "real" && h[3] != "integer" || h[4] != "general" {
		return m.fail("found header %.80q, expected %q or %q", m.in.Text(), matrixMarketHeader,
			arrayHeader)
	}
	m.dense = h[2] == "array"
	return nil
}

// readSize reads the line with the numbers of rows, columns and, in coordinate format, entries.
func (m *matrixMarket) readSize() error {
	size, err := m.next()
	if err != nil {
		return err
	}
	limits := []int{maxMatrixMarketRows, maxMatrixMarketCols, maxMatrixMarketEntries}
	if m.dense {
		limits = limits[:2]
	}
	if len(size) != len(limits) {
		return m.fail("found %d fields, expected %d: rows, columns and, of a coordinate matrix, "+
			"entries", len(size), len(limits))
	}
	for i, number := range []*int{&m.rows, &m.cols, &m.entries}[:len(limits)] {
		if *number, err = strconv.Atoi(string(size[i])); err != nil {
			return m.fail("found size %.80q, expected a number", size[i])
		}
		if *number < 0 || *number > limits[i] {
			return m.fail("found size %d, expected a number from 0 to %d", *number, limits[i])
		}
	}
	if m.dense {
		if m.entries = m.rows * m.cols; m.entries > maxMatrixMarketEntries {
			return m.fail("found %d values, expected at most %d", m.entries, maxMatrixMarketEntries)
		}
	}
	return nil
}

// readEntry reads entry k, counted from 0.
func (m *matrixMarket) readEntry(rows []Row, k int) error {
	f, err := m.next()
	switch {
	case err != nil:
		return err
	case f == nil:
		return m.fail("found the end of the file after %d of %d entries", k, m.entries)
	case m.dense && len(f) != 1:
		return m.fail("found %d fields, expected a value", len(f))
	case !m.dense && len(f) != 3:
		return m.fail("found %d fields, expected row, column and value", len(f))
	}
	var i, j int
	if m.dense {
		i = k%m.rows + 1
		j = k/m.rows + 1
	} else if i, err = strconv.Atoi(string(f[0])); err != nil || i < 1 || i > m.rows {
		return m.fail("found row %.80q, expected a number from 1 to %d", f[0], m.rows)
	} else if j, err = strconv.Atoi(string(f[1])); err != nil || j < 1 || j > m.cols {
		return m.fail("found column %.80q, expected a number from 1 to %d", f[1], m.cols)
	}
	value := f[len(f)-1]
	v, err := strconv.ParseFloat(string(value), 64)
	if err != nil || !finite(v) {
		return m.fail("found value %.80q, expected a finite number", value)
	}
	row := &rows[i-1]
	at, twice := slices.BinarySearch(row.Index, int32(j-1))
	if twice {
		return m.fail("found row %d, column %d again", i, j)
	}
	if !m.dense || v != 0 {
		row.Index = slices.Insert(row.Index, at, int32(j-1))
		row.Value = slices.Insert(row.Value, at, v)
	}
	return nil
}
