package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// untouched marks elements that must be neither read nor written.
const untouched = 1e300

// sizes lists all small sizes and some with more than one panel.
var sizes = func() []int {
	s := []int{100, 127, 128, 129, 135, 200}
	for n := range 71 {
		s = append(s, n)
	}
	return s
}()

// gram returns XXᵀ of a random X, n x rank, as an upper triangle by rows, untouched elsewhere.
func gram(n, rank, stride int, rng *rand.Rand) []float64 {
	x := make([]float64, n*rank)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	a := make([]float64, n*stride)
	for i := range a {
		a[i] = untouched
	}
	for i := range n {
		for j := i; j < n; j++ {
			a[i*stride+j] = blas64.Dot(vector(x[i*rank:(i+1)*rank]), vector(x[j*rank:(j+1)*rank]))
		}
	}
	return a
}

// matrix returns a random matrix, untouched right of its columns.
func matrix(rows, cols, stride int, rng *rand.Rand) []float64 {
	a := make([]float64, rows*stride)
	for i := range a {
		a[i] = untouched
		if i%stride < cols {
			a[i] = rng.NormFloat64()
		}
	}
	return a
}

// triangle returns a random upper triangle far from singular.
func triangle(n, stride int, rng *rand.Rand) []float64 {
	u := matrix(n, n, stride, rng)
	for i := range n {
		for j := range i {
			u[i*stride+j] = untouched
		}
		u[i*stride+i] = math.Sqrt(float64(n)) + rng.Float64()
	}
	return u
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

func symmetric(a []float64, n, stride int) blas64.Symmetric {
	return blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: stride, Data: a}
}

func triangular(u []float64, n, stride int) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: stride, Data: u}
}

// same reports whether all bits agree. All NaNs are equal.
func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool {
		return math.Float64bits(v) == math.Float64bits(w) || v != v && w != w
	})
}

// distance returns the maximum difference, NaN if any element is NaN.
func distance(a, b []float64) float64 {
	var worst float64
	for i, v := range a {
		worst = max(worst, math.Abs(v-b[i]))
	}
	return worst
}

// plainCholesky is the textbook loop.
func plainCholesky(a []float64, n, stride int) bool {
	for i := range n {
		for j := i; j < n; j++ {
			v := a[i*stride+j]
			for t := range i {
				v -= float64(a[t*stride+i] * a[t*stride+j])
			}
			if i == j && !(v > 0) {
				return false
			}
			if i == j {
				a[i*stride+j] = math.Sqrt(v)
			} else {
				a[i*stride+j] = v * (1 / a[i*stride+i])
			}
		}
	}
	return true
}

func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range sizes {
		stride := max(1, n+n%3)
		a := gram(n, n+2, stride, rng)
		got, plain, library := slices.Clone(a), slices.Clone(a), slices.Clone(a)
		if !Cholesky(got, n, stride) || !plainCholesky(plain, n, stride) {
			t.Fatalf("n = %d: not positive definite", n)
		}
		if !same(got, plain) {
			t.Errorf("n = %d: not the bits of the plain loop", n)
		}
		lapack64.Potrf(symmetric(library, n, stride))
		back := slices.Clone(a)
		for i := range n {
			clear(back[i*stride+i : i*stride+n])
		}
		u := slices.Clone(got)
		for i := range n {
			clear(u[i*stride : i*stride+i])
		}
		AddInner(back, n, stride, u, n, stride)
		if d := distance(got, library); !(d < 1e-10) {
			t.Errorf("n = %d: %g from the library's factor", n, d)
		}
		if d := distance(back, a); !(d < 1e-11) {
			t.Errorf("n = %d: UᵀU is %g from A", n, d)
		}
	}
}

func TestCholeskyRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 4, 7, 64, 65, 150} {
		for _, at := range []int{0, n / 2, n - 1} {
			for _, bad := range []float64{0, -1, math.NaN(), math.Inf(-1)} {
				a := gram(n, n+2, n, rng)
				a[at*n+at] = bad
				if Cholesky(a, n, n) {
					t.Errorf("n = %d: accepts %g in place %d", n, bad, at)
				}
			}
		}
	}
}

func TestCholeskyOfExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, scale := range []float64{0x1p-1000, 0x1p-400, 0x1p400, 0x1p1000} {
		const n = 90
		a := gram(n, n+2, n, rng)
		for i := range n {
			for j := range a[i*n : (i+1)*n] {
				if a[i*n+j] *= scale; j < i {
					a[i*n+j] = untouched
				}
			}
		}
		plain := slices.Clone(a)
		if !Cholesky(a, n, n) || !plainCholesky(plain, n, n) || !same(a, plain) {
			t.Errorf("scale %g: not as by the plain loop", scale)
		}
	}
}

func TestPivotedCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range sizes {
		for _, rank := range []int{n, n - 1, n / 2, 3, 1} {
			if rank < 1 || rank > n {
				continue
			}
			stride := n + n%3
			a := gram(n, rank, stride, rng)
			if rank%2 == 1 { // equal rows: equal pivots
				for i := range n {
					a[i*stride+i] = math.Round(a[i*stride+i])
				}
			}
			checkPivoted(t, fmt.Sprintf("n = %d, rank %d", n, rank), a, n, stride)
		}
	}
}

func TestPivotedCholeskyOfEqualRows(t *testing.T) {
	const n = 150
	rng := rand.New(rand.NewPCG(9, 10))
	some := gram(n/3, n/3, n/3, rng)
	a := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			p, q := i%(n/3), j%(n/3)
			a[i*n+j] = some[min(p, q)*n/3+max(p, q)]
		}
	}
	checkPivoted(t, "three of each", a, n, n)
}

func TestPivotedCholeskyRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const n = 100
	for _, bad := range []float64{math.NaN(), math.Inf(-1), -1, 0} {
		for _, at := range []int{0, 50, n - 1} {
			a := gram(n, n+2, n, rng)
			a[at*n+at] = bad
			checkPivoted(t, fmt.Sprintf("%g in place %d", bad, at), a, n, n)
		}
	}
	zero := make([]float64, n*n)
	if rank := PivotedCholesky(zero, n, n, make([]int, n), 0); rank != 0 {
		t.Errorf("rank %d of the zero matrix", rank)
	}
}

// checkPivoted compares with LAPACK's algorithm in gonum and multiplies the factors.
func checkPivoted(t *testing.T, name string, a []float64, n, stride int) {
	t.Helper()
	const tol = 1e-9
	got, library := slices.Clone(a), slices.Clone(a)
	pivots, wantPivots := make([]int, n), make([]int, n)
	rank := PivotedCholesky(got, n, stride, pivots, tol)
	_, want, _ := lapack64.Pstrf(symmetric(library, n, stride), wantPivots, tol,
		make([]float64, 2*n))
	if rank != want || !slices.Equal(pivots, wantPivots) {
		t.Errorf("%s: rank %d and pivots %v, want %d and %v", name, rank, pivots, want, wantPivots)
		return
	}
	for i := range rank {
		if d := distance(got[i*stride+i:i*stride+n], library[i*stride+i:i*stride+n]); !(d < 1e-11) {
			t.Errorf("%s: row %d is %g from the library's", name, i, d)
		}
		for j := i; j < rank; j++ {
			var v float64
			for k := range i + 1 {
				v += got[k*stride+i] * got[k*stride+j]
			}
			p, q := min(pivots[i], pivots[j]), max(pivots[i], pivots[j])
			if w := a[p*stride+q]; !(math.Abs(v-w) < 1e-10) {
				t.Errorf("%s: element %d, %d is %g, want %g", name, i, j, v, w)
			}
		}
	}
	for i := range n {
		for j := range stride {
			if (j < i || j >= n) && got[i*stride+j] != a[i*stride+j] {
				t.Fatalf("%s: wrote to row %d, column %d", name, i, j)
			}
		}
	}
}

func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, n := range sizes {
		stride := max(1, n+n%3)
		u := triangle(n, stride, rng)
		x := matrix(1, n, max(1, n), rng)[:n]
		for _, c := range []struct {
			name  string
			solve func([]float64, int, int, []float64)
			trans blas.Transpose
		}{{"U", Solve, blas.NoTrans}, {"Uᵀ", SolveTransposed, blas.Trans}} {
			got, want := slices.Clone(x), slices.Clone(x)
			c.solve(u, n, stride, got)
			blas64.Trsv(c.trans, triangular(u, n, stride), vector(want))
			if d := distance(got, want); !(d < 1e-13) {
				t.Errorf("n = %d, %s: off by %g", n, c.name, d)
			}
		}
	}
}

func TestSolveMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for i, n := range sizes {
		cols := 1 + i%19
		stride, bstride := max(1, n+n%3), cols+n%2
		u := triangle(n, stride, rng)
		b := matrix(n, cols, bstride, rng)
		for _, c := range []struct {
			name  string
			solve func([]float64, int, int, []float64, int, int)
			trans blas.Transpose
		}{{"U", SolveMany, blas.NoTrans}, {"Uᵀ", SolveTransposedMany, blas.Trans}} {
			got, want := slices.Clone(b), slices.Clone(b)
			c.solve(u, n, stride, got, cols, bstride)
			if n > 0 {
				blas64.Trsm(blas.Left, c.trans, 1, triangular(u, n, stride),
					blas64.General{Rows: n, Cols: cols, Stride: bstride, Data: want})
			}
			if d := distance(got, want); !(d < 1e-13) {
				t.Errorf("%s, %d x %d: off by %g", c.name, n, cols, d)
			}
		}
	}
}

func TestInverseDiagonal(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, n := range sizes {
		stride := max(1, n+n%3)
		a := gram(n, n+8, stride, rng)
		want := make([]float64, n)
		if n > 0 {
			var c mat.Cholesky
			var inverse mat.SymDense
			s := mat.NewSymDense(n, nil)
			for i := range n {
				for j := i; j < n; j++ {
					s.SetSym(i, j, a[i*stride+j])
				}
			}
			if !c.Factorize(s) || c.InverseTo(&inverse) != nil {
				t.Fatalf("n = %d: not positive definite", n)
			}
			for i := range want {
				want[i] = inverse.At(i, i)
			}
		}
		if !Cholesky(a, n, stride) {
			t.Fatalf("n = %d: not positive definite", n)
		}
		for i, v := range InverseDiagonal(a, n, stride) {
			if !(math.Abs(v-want[i]) < 1e-10*want[i]) {
				t.Errorf("n = %d: element %d is %g, want %g", n, i, v, want[i])
			}
		}
	}
}

func TestAdd(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for i, n := range sizes {
		k := []int{0, 1, 5, 64, 70}[i%5]
		c := gram(n, 2, n+1, rng)
		a := matrix(n, k, k+1, rng)
		transposed := make([]float64, k*(n+1))
		for i := range n {
			for j := range k {
				transposed[j*(n+1)+i] = a[i*(k+1)+j]
			}
		}
		outer, inner, want := slices.Clone(c), slices.Clone(c), slices.Clone(c)
		AddOuter(outer, n, n+1, a, k, k+1)
		AddInner(inner, n, n+1, transposed, k, n+1)
		for i := range n {
			for j := i; j < n; j++ {
				for t := range k {
					want[i*(n+1)+j] += float64(a[i*(k+1)+t] * a[j*(k+1)+t])
				}
			}
		}
		if !same(outer, want) || !same(inner, want) {
			t.Errorf("%d x %d: not the bits of the plain loop", n, k)
		}
	}
}

// TestShared decomposes a matrix that is large enough for its rows to be shared among processors.
//
//luna:race
func TestShared(t *testing.T) {
	const n = 460
	rng := rand.New(rand.NewPCG(23, 24))
	a := gram(n, n+2, n, rng)
	factor := func(processors int) (u, diagonal []float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		u = slices.Clone(a)
		if !Cholesky(u, n, n) {
			t.Fatal("not positive definite")
		}
		return u, InverseDiagonal(u, n, n)
	}
	u1, d1 := factor(1)
	u3, d3 := factor(3)
	plain := slices.Clone(a)
	plainCholesky(plain, n, n)
	if !same(u1, plain) || !same(u3, plain) {
		t.Error("not the bits of the plain loop")
	}
	if !same(d1, d3) {
		t.Error("the diagonal of the inverse depends on the number of processors")
	}
}
