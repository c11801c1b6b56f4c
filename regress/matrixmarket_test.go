package regress

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func sameMatrix(a, b *Matrix) bool {
	return a.cols == b.cols && slices.EqualFunc(a.all(), b.all(), func(x, y Row) bool {
		return slices.Equal(x.Index, y.Index) && sameBits(x.Value, y.Value)
	})
}

func TestMatrixMarketRoundTrip(t *testing.T) {
	for name, p := range designs() {
		var b bytes.Buffer
		if err := WriteMatrixMarket(&b, p.X); err != nil {
			t.Fatal(err)
		}
		back, err := ReadMatrixMarket(&b)
		if err != nil || !sameMatrix(back, p.X) {
			t.Errorf("%s: %v", name, err)
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

func TestReadMatrixMarket(t *testing.T) {
	m, err := ReadMatrixMarket(strings.NewReader("%%matrixmarket MATRIX coordinate integer " +
		"general\r\n% a comment\n\n2 3 3\n2 3 5\n% another\n1 1 -1\n 2 1\t4 \n\n"))
	if err != nil || !sameMatrix(m, fromDense([][]float64{{-1, 0, 0}, {4, 0, 5}}, 3)) {
		t.Errorf("%v, %v", m, err)
	}
	const array = "%%MatrixMarket matrix array real general\n"
	m, err = ReadMatrixMarket(strings.NewReader(array + "%\n2 3\n-1\n4\n0\n0\n0\n5e0\n"))
	if err != nil || !sameMatrix(m, fromDense([][]float64{{-1, 0, 0}, {4, 0, 5}}, 3)) {
		t.Errorf("%v, %v", m, err)
	}
	const head = "%%MatrixMarket matrix coordinate real general\n"
	for text, want := range map[string]string{
		"":                        "line 1: expected",
		array:                     "line 2: found 0 fields, expected 2",
		array + "1 1 1\n":         "line 2: found 3 fields, expected 2",
		array + "999999 999999\n": "expected at most",
		array + "2 1\n1\n":        "line 4: found the end of the file after 1 of 2",
		array + "1 1\n1\n2\n":     "line 4: found more than the 1",
		array + "1 1\nx\n":        `line 3: found value "x", expected`,
		array + "1 1\n1 2\n":      "line 3: found 2 fields, expected a value",
		"%%MatrixMarket matrix coordinate pattern general\n":       "line 1: found header",
		"%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n": "line 1: found header",
		head:                                           "line 2: found 0 fields",
		head + "1 1\n":                                 "line 2: found 2 fields",
		head + "1 x 1\n":                               "line 2: found size \"x\"",
		head + "1 -1 1\n":                              "line 2: found size -1",
		head + "99999999 1 0\n":                        "line 2: found size 99999999",
		head + "1 1 1\n":                               "line 3: found the end of the file after 0 of 1",
		head + "1 1 1\n1 1\n":                          "line 3: found 2 fields",
		head + "2 2 1\n3 1 1\n":                        "line 3: found row \"3\"",
		head + "2 2 1\n1 0 1\n":                        "line 3: found column \"0\"",
		head + "2 2 1\n1 1 NaN\n":                      "line 3: found value \"NaN\"",
		head + "2 2 1\n1 1 1e999\n":                    "line 3: found value \"1e999\"",
		head + "2 2 2\n1 1 1\n1 1 2\n":                 "line 4: found row 1, column 1 again",
		head + "2 2 1\n1 1 1\n%\n2 2 1\n":              "line 5: found more than the 1 entries",
		head + "2 2 1\n%" + strings.Repeat("x", 1<<17): "line 3: found a line of more than",
	} {
		_, err := ReadMatrixMarket(strings.NewReader(text))
		var e *MatrixMarketError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: error %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadMatrixMarket(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("reader's error: %v", err)
	}
}

func FuzzReadMatrixMarket(f *testing.F) {
	f.Add([]byte("%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 5\n1 1 -1e-3\n"))
	f.Add([]byte("%%MatrixMarket matrix coordinate integer general\n%\n1 1 0\n"))
	f.Add([]byte("%%MatrixMarket matrix coordinate real general\n1 2 2\n1 2 1\n1 2 1\n"))
	f.Add([]byte("%%MatrixMarket matrix array real general\n2 1\n3\n-4\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ReadMatrixMarket(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteMatrixMarket(&b, m); err != nil {
			t.Fatal(err)
		}
		back, err := ReadMatrixMarket(&b)
		if err != nil || !sameMatrix(m, back) {
			t.Errorf("a matrix that was read is not read again: %v", err)
		}
		// Append checks the rows.
		again := NewMatrix(m.n, m.cols)
		for _, r := range m.all() {
			again.Append(r)
		}
	})
}
