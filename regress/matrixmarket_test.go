package regress

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// readMatrixMarket reads what WriteMatrixMarket writes, into full rows.
func readMatrixMarket(text string) (rows [][]float64, entries int, err error) {
	in := strings.NewReader(text)
	var n, cols int
	if _, err := fmt.Fscanf(in, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n",
		&n, &cols, &entries); err != nil {
		return nil, 0, err
	}
	for range n {
		rows = append(rows, make([]float64, cols))
	}
	for range entries {
		var i, j int
		var v float64
		if _, err := fmt.Fscanln(in, &i, &j, &v); err != nil {
			return nil, 0, err
		}
		rows[i-1][j-1] = v
	}
	if in.Len() > 0 {
		return nil, 0, errors.New("more lines than entries")
	}
	return rows, entries, nil
}

func TestMatrixMarket(t *testing.T) {
	for name, p := range designs() {
		var b strings.Builder
		if err := WriteMatrixMarket(&b, p.X); err != nil {
			t.Fatal(err)
		}
		rows, entries, err := readMatrixMarket(b.String())
		if err != nil || len(rows) != p.X.n {
			t.Fatalf("%s: %d rows, error %v", name, len(rows), err)
		}
		for i, r := range p.X.all() {
			want := make([]float64, p.X.cols)
			for k, j := range r.Index {
				want[j] = r.Value[k]
			}
			if entries -= len(r.Index); !sameBits(rows[i], want) {
				t.Errorf("%s: row %d is %v, want %v", name, i, rows[i], want)
			}
		}
		if entries != 0 {
			t.Errorf("%s: %d entries too many", name, entries)
		}
	}
	var b strings.Builder
	m := fromDense([][]float64{{0, -.1}, {0, 0}, {3, 1e300}}, 2)
	if err := WriteMatrixMarket(&b, m); err != nil {
		t.Fatal(err)
	}
	const want = "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 2 -0.1\n3 1 3\n3 2 " +
		"1e+300\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if err := WriteMatrixMarket(io.Discard, fromDense([][]float64{{math.NaN()}},
		1)); !errors.Is(err, ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
}
