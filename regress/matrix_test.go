package regress

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestGram(t *testing.T) {
	x := bagOfWords(30, 40, 70, 15).X
	rows := toDense(x)
	g := Gram(x)
	for i, a := range rows {
		for k, b := range rows {
			if want := dot(a, b); math.Abs(g.At(i, k)-want) > 1e-12*(1+math.Abs(want)) {
				t.Fatalf("element %d, %d is %v, want %v", i, k, g.At(i, k), want)
			}
		}
	}
	// The Gram matrix of some rows in order is that part of the whole to the bit.
	dense := gaussian(rand.New(rand.NewPCG(31, 1)), 20, 9).X
	whole := Gram(dense)
	pick := []int{3, 4, 9, 17}
	part := Gram(dense.Select(pick))
	for a, i := range pick {
		for b, k := range pick {
			if part.At(a, b) != whole.At(i, k) {
				t.Errorf("element %d, %d: %v, of the whole %v", a, b, part.At(a, b), whole.At(i, k))
			}
		}
	}
	if Gram(NewMatrix(0, 3)) != nil {
		t.Error("a Gram matrix of no rows")
	}
	if g := Gram(fromDense(make([][]float64, 2), 0)); g.At(0, 1) != 0 || g.SymmetricDim() != 2 {
		t.Errorf("without columns: %v", g)
	}
}

func TestHStack(t *testing.T) {
	a := fromDense([][]float64{{1, 0}, {0, 0}, {0, 2}}, 2)
	b := fromDense([][]float64{{0, 3, 0}, {4, 0, 5}, {0, 0, 0}}, 3)
	got := toDense(HStack(a, b))
	for i, row := range [][]float64{{1, 0, 0, 3, 0}, {0, 0, 4, 0, 5}, {0, 2, 0, 0, 0}} {
		if !sameBits(got[i], row) {
			t.Errorf("row %d: %v, want %v", i, got[i], row)
		}
	}
	if n, p := HStack(NewMatrix(0, 2), NewMatrix(0, 0)).Dims(); n != 0 || p != 2 {
		t.Errorf("%d x %d", n, p)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for different numbers of rows")
		}
	}()
	HStack(a, NewMatrix(0, 1))
}

func TestMean(t *testing.T) {
	if m := Mean([]float64{1, 2, 6}); m != 3 {
		t.Errorf("mean %v", m)
	}
	if m := Mean(nil); !math.IsNaN(m) {
		t.Errorf("mean of nothing is %v", m)
	}
	// Where the numbers lie must not matter.
	y := gaussian(rand.New(rand.NewPCG(32, 1)), 301, 1).Y
	for shift := range 4 {
		moved := append(make([]float64, shift), y...)[shift:]
		if Mean(moved) != Mean(y) {
			t.Errorf("moved by %d: %v, want %v", shift, Mean(moved), Mean(y))
		}
	}
}
