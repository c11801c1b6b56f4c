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
	// The Gram matrix of a selection of rows is that part of the full one to the bit.
	dense := gaussian(rand.New(rand.NewPCG(31, 1)), 20, 9).X
	joined := Gram(dense)
	elementsAt := []int{3, 4, 9, 17}
	part := Gram(dense.Select(elementsAt))
	for a, i := range elementsAt {
		for b, k := range elementsAt {
			if part.At(a, b) != joined.At(i, k) {
				t.Errorf("element %d, %d: %v, of the whole %v",
					a, b, part.At(a, b), joined.At(i, k))
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
	// The address of the numbers must not matter.
	y := gaussian(rand.New(rand.NewPCG(32, 1)), 301, 1).Y
	for shift := range 4 {
		moved := append(make([]float64, shift), y...)[shift:]
		if Mean(moved) != Mean(y) {
			t.Errorf("moved by %d: %v, want %v", shift, Mean(moved), Mean(y))
		}
	}
}

// plain returns the matrix with each row stored separately.
func plain(m *Matrix) *Matrix { return fromDense(toDense(m), m.cols) }

// shared returns a matrix of blocks with few distinct rows, some with the same row numbers, and one
// block with distinct rows.
func shared(rng *rand.Rand, n int) *Matrix {
	m := NewMatrix(0, 0)
	var at []int32
	for k := range 5 {
		distinct := bagOfWords(rng.Uint64(), 9, 12, 4).X.all()
		if k%2 == 0 {
			at = make([]int32, n)
			for i := range at {
				at[i] = int32(rng.IntN(len(distinct)))
			}
		}
		block := Repeat(distinct, at, 12)
		if k == 0 {
			m = block
		} else {
			m = HStack(m, block)
		}
	}
	single := []Row{sparse(map[int]float64{0: 3}), {}, sparse(map[int]float64{0: -1})}
	numbers := make([]int32, n)
	for i := range numbers {
		numbers[i] = int32(rng.IntN(len(single)))
	}
	return HStack(m, NewMatrix(0, 0).wide(n), Repeat(single, numbers, 1), gaussian(rng, n, 3).X,
		gaussian(rng, n, 1).X)
}

// wide returns a matrix of n rows without columns.
func (m *Matrix) wide(n int) *Matrix {
	for range n {
		m.Append(Row{})
	}
	return m
}

// Results do not depend on how rows are stored, to the bit.
func TestMatrixShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	x := shared(rng, 40)
	rows := []int{7, 3, 3, 39, 0, 12, 12, 25, 31}
	kept := make([]bool, x.cols)
	for j := range kept {
		kept[j] = rng.IntN(3) > 0
	}
	same := func(name string, got, want *Matrix) {
		t.Helper()
		if got.n != want.n || got.cols != want.cols {
			t.Fatalf("%s: %d x %d, want %d x %d", name, got.n, got.cols, want.n, want.cols)
		}
		for i, row := range toDense(got) {
			if !sameBits(row, toDense(want)[i]) || got.Row(i).check(got.cols) != nil {
				t.Errorf("%s: row %d is %v, want %v", name, i, got.Row(i), want.Row(i))
			}
		}
		y := gaussian(rng, max(1, want.n), 1).Y[:want.n]
		a, b := newCentred(got), newCentred(want)
		if !sameBits(a.mean, b.mean) || !sameBits(a.norm, b.norm) || a.varying != b.varying {
			t.Errorf("%s: other means or norms", name)
		}
		u, v := make([]float64, want.cols), make([]float64, want.cols)
		a.transposed(u, y)
		b.transposed(v, y)
		if !sameBits(u, v) {
			t.Errorf("%s: Xᵀy is %v, want %v", name, u, v)
		}
		r, s := make([]float64, want.n), make([]float64, want.n)
		a.subtract(r, y, v)
		b.subtract(s, y, v)
		if !sameBits(r, s) {
			t.Errorf("%s: y - Xw is %v, want %v", name, r, s)
		}
	}
	same("stacked", x, plain(x))
	same("selected", x.Select(rows), plain(x).Select(rows))
	same("selected twice", x.Select(rows).Select([]int{4, 1, 1}), plain(x).Select([]int{0, 3, 3}))
	same("masked", x.Mask(kept).Select(rows), plain(x).Mask(kept).Select(rows))
	same("stacked again", HStack(x.Select(rows), x.Select(rows).Mask(kept)),
		HStack(plain(x).Select(rows), plain(x.Mask(kept)).Select(rows)))
	// Parts of a matrix too large to be joined are selected one by one.
	large := HStack(x)
	large.entries = smallEntries + 1
	same("large", HStack(large.Select(rows)), plain(x).Select(rows))

	// Appending to a matrix does not affect others that share its rows.
	a := fromDense([][]float64{{1, 2}}, 2)
	b := HStack(a)
	a.Append(Row{[]int32{0}, []float64{3}})
	b.Append(Row{[]int32{1}, []float64{4}})
	same("appended", a, fromDense([][]float64{{1, 2}, {3, 0}}, 2))
	same("appended to the other", b, fromDense([][]float64{{1, 2}, {0, 4}}, 2))
	y := HStack(x)
	y.Append(x.Row(3))
	same("appended to parts", y.Select([]int{40, 3}), plain(x).Select([]int{3, 3}))
}

// Products on all processors are the same to the bit, and those by distinct rows but for rounding.
//
//luna:race
func TestMatrixProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	x := shared(rng, 3*productRows+7)
	groups := make([]int, x.cols)
	for j := range groups {
		groups[j] = j / 12 % 3
	}
	y, w := gaussian(rng, x.n, 1).Y, gaussian(rng, x.cols, 1).Y
	times := func(m *Matrix) []float64 { return m.times0(w) }
	transposed := func(m *Matrix) []float64 {
		sums := make([]float64, m.cols)
		m.addTransposed(sums, y)
		return sums
	}
	large, distinct := HStack(x), x.grouped(groups)
	x.entries, large.entries = 0, minParallel
	for _, product := range []func(*Matrix) []float64{times, transposed} {
		want := product(x)
		if !sameBits(product(large), want) {
			t.Error("other products on all processors")
		}
		if d := furthest(product(distinct), want); d > 1e-9 {
			t.Errorf("products by distinct rows are up to %v apart", d)
		}
	}
	for i := range x.n {
		if !sameBits(toDense(x.Select([]int{i}))[0], toDense(distinct.Select([]int{i}))[0]) {
			t.Fatalf("row %d differs", i)
		}
	}
	if x.byDistinct(groups) != x {
		t.Error("products by distinct rows of few rows")
	}
}

func TestRepeatPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"no such row": func() { Repeat([]Row{{}}, []int32{0, 1}, 2) },
		"negative":    func() { Repeat([]Row{{}}, []int32{-1}, 2) },
		"column":      func() { Repeat([]Row{{[]int32{2}, []float64{1}}}, nil, 2) },
		"selected":    func() { Repeat([]Row{{}}, []int32{0, 0}, 2).Select([]int{2}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
