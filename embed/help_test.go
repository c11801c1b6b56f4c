package embed

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// small returns three words in three dimensions.
func small(t testing.TB, storage Storage) *Vectors {
	t.Helper()
	v, err := New(About{"small", "made up", "none"}, []string{"cat", "dog", "Zürich"},
		[][]float32{{1, 0, 2}, {.5, -1, 4}, {0, 0, -3}}, storage)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// random returns n words w0, w1, … with normally distributed vectors.
func random(t testing.TB, n, dim int, storage Storage) *Vectors {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	words, rows := make([]string, n), make([][]float32, n)
	for i := range words {
		words[i], rows[i] = "w"+strconv.Itoa(i), make([]float32, dim)
		for j := range rows[i] {
			rows[i][j] = float32(rng.NormFloat64())
		}
	}
	v, err := New(About{}, words, rows, storage)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func luna(t testing.TB, v *Vectors, storage Storage) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, v, storage); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// binaryFile returns the binary format, with feed after each vector.
func binaryFile(v *Vectors, feed string) []byte {
	b := []byte(strconv.Itoa(v.Len()) + " " + strconv.Itoa(v.Dim()) + "\n")
	for i := range v.Len() {
		b = append(append(b, v.word(i)...), ' ')
		for _, x := range v.appendRow(nil, i) {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		b = append(b, feed...)
	}
	return b
}

func zipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func save(t testing.TB, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vectors")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// equal compares words and vectors.
func equal(t *testing.T, got, want *Vectors) {
	t.Helper()
	if got.Len() != want.Len() || got.Dim() != want.Dim() {
		t.Fatalf("%d words of %d numbers, want %d of %d", got.Len(), got.Dim(), want.Len(),
			want.Dim())
	}
	for i := range got.Len() {
		if got.word(i) != want.word(i) {
			t.Errorf("word %d: %q, want %q", i, got.word(i), want.word(i))
		}
		x, y := got.appendRow(nil, i), want.appendRow(nil, i)
		for j := range x {
			if x[j] != y[j] {
				t.Errorf("word %q: %v, want %v", got.word(i), x, y)
				break
			}
		}
	}
}

// fails checks that err is one line that contains all of wants.
func fails(t *testing.T, err error, wants ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one about %q", wants)
		return
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("error of several lines: %q", err)
	}
	for _, w := range wants {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}
