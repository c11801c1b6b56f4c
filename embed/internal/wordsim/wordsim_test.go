package wordsim

import (
	"math"
	"strings"
	"testing"
)

func TestCorrelations(t *testing.T) {
	// By hand: ranks of y are 1, 2.5, 2.5, 4.
	x, y := []float64{1, 2, 3, 4}, []float64{1, 5, 5, 100}
	if got, want := Spearman(x, y), 4.5/math.Sqrt(5*4.5); math.Abs(got-want) > 1e-12 {
		t.Errorf("Spearman: %v, want %v", got, want)
	}
}

func TestRead(t *testing.T) {
	pairs, err := Read(strings.NewReader("# comment\ngem\tjewel\t3.94\n"), "f")
	if err != nil || len(pairs) != 1 || pairs[0] != (Pair{"gem", "jewel", 3.94}) {
		t.Errorf("%v, %v", pairs, err)
	}
	for _, bad := range []string{"gem\tjewel", "gem\tjewel\tx", "a\tb\tNaN"} {
		if _, err := Read(strings.NewReader(bad), "f"); err == nil ||
			!strings.HasPrefix(err.Error(), "f:1: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
