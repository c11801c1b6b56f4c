package regress

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// WriteMatrixMarket writes x in the Matrix Market coordinate format: a header, a line "rows columns
// entries", and one line "row column value" per entry, counted from 1, by row. Values
// have the digits that it takes to read them back unchanged.
//
// Source: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.
func WriteMatrixMarket(w io.Writer, x *Matrix) error {
	entries := 0
	for _, r := range x.all() {
		entries += len(r.Index)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n%d %d %d\n", "%%MatrixMarket matrix coordinate real general", x.n, x.cols, entries)
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
