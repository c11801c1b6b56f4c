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

// ReadMatrixMarket reads a real or integer general matrix in coordinate format, whose entries may be
// in any order, each at most once, or in array format: all values by column. Every error in the
// text is a [*MatrixMarketError]; errors of r are returned unchanged.
func ReadMatrixMarket(r io.Reader) (*Matrix, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 4096), maxMatrixMarketLine)
	line := 0
	fail := func(format string, args ...any) error {
		return &MatrixMarketError{Line: line, Err: fmt.Errorf(format, args...)}
	}
	// next returns the fields of the next line that is neither empty nor a comment.
	next := func() ([][]byte, error) {
		for in.Scan() {
			line++
			text := bytes.TrimSpace(in.Bytes())
			if len(text) > 0 && text[0] != '%' {
				return bytes.Fields(text), nil
			}
		}
		line++
		if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
			return nil, fail("found a line of more than %d bytes", maxMatrixMarketLine)
		} else if err != nil {
			return nil, err
		}
		return nil, nil
	}

	line = 1
	if !in.Scan() {
		if err := in.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
			return nil, err
		}
		return nil, fail("expected %q", matrixMarketHeader)
	}
	h := strings.Fields(strings.ToLower(in.Text()))
	if len(h) != 5 || h[0] != "%%matrixmarket" || h[1] != "matrix" || h[2] != "coordinate" &&
		h[2] != "array" || h[3] != "real" && h[3] != "integer" || h[4] != "general" {
		return nil, fail("found header %.80q, expected %q or %q", in.Text(), matrixMarketHeader,
			arrayHeader)
	}

	dense := h[2] == "array"
	size, err := next()
	if err != nil {
		return nil, err
	}
	limits := []int{maxMatrixMarketRows, maxMatrixMarketCols, maxMatrixMarketEntries}
	if dense {
		limits = limits[:2]
	}
	if len(size) != len(limits) {
		return nil, fail("found %d fields, expected %d: rows, columns and, of a coordinate matrix, "+
			"entries", len(size), len(limits))
	}
	var dims [3]int
	for i, limit := range limits {
		if dims[i], err = strconv.Atoi(string(size[i])); err != nil {
			return nil, fail("found size %.80q, expected a number", size[i])
		}
		if dims[i] < 0 || dims[i] > limit {
			return nil, fail("found size %d, expected a number from 0 to %d", dims[i], limit)
		}
	}
	if dense {
		if dims[2] = dims[0] * dims[1]; dims[2] > maxMatrixMarketEntries {
			return nil, fail("found %d values, expected at most %d", dims[2], maxMatrixMarketEntries)
		}
	}

	want := "row, column and value"
	if dense {
		want = "a value"
	}
	rows := make([]Row, dims[0])
	for k := range dims[2] {
		f, err := next()
		if err != nil {
			return nil, err
		}
		if f == nil {
			return nil, fail("found the end of the file after %d of %d entries", k, dims[2])
		}
		if dense != (len(f) == 1) {
			return nil, fail("found %d fields, expected %s", len(f), want)
		}
		if dense {
			f = [][]byte{strconv.AppendInt(nil, int64(k%dims[0])+1, 10),
				strconv.AppendInt(nil, int64(k/dims[0])+1, 10), f[0]}
		}
		if len(f) != 3 {
			return nil, fail("found %d fields, expected %s", len(f), want)
		}
		i, ierr := strconv.Atoi(string(f[0]))
		j, jerr := strconv.Atoi(string(f[1]))
		v, verr := strconv.ParseFloat(string(f[2]), 64)
		switch {
		case ierr != nil || i < 1 || i > dims[0]:
			return nil, fail("found row %.80q, expected a number from 1 to %d", f[0], dims[0])
		case jerr != nil || j < 1 || j > dims[1]:
			return nil, fail("found column %.80q, expected a number from 1 to %d", f[1], dims[1])
		case verr != nil || !finite(v):
			return nil, fail("found value %.80q, expected a finite number", f[2])
		}
		row := &rows[i-1]
		at, twice := slices.BinarySearch(row.Index, int32(j-1))
		if twice {
			return nil, fail("found row %d, column %d again", i, j)
		}
		if !dense || v != 0 {
			row.Index = slices.Insert(row.Index, at, int32(j-1))
			row.Value = slices.Insert(row.Value, at, v)
		}
	}
	if f, err := next(); err != nil {
		return nil, err
	} else if f != nil {
		return nil, fail("found more than the %d entries declared", dims[2])
	}
	return newMatrix(rows, dims[1]), nil
}
