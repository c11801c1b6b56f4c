package regress

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/dense"
)

const (
	maxRefinements = 8
	// grayZone times the rank tolerance is the least pivot at which the rank is clear.
	grayZone = 100
	// normalTol bounds each |x·r| of the normal equations, relative to the norms of the column
	// and of y.
	normalTol = 1e-11
)

// solveDual finds w = Xcᵀ β through the Gram matrix K = Xc Xcᵀ. Such a w is in the row space, so it
// has the least norm if it satisfies the normal equations Xcᵀ(y - Xc w) = 0. These are checked
// against X itself; if they do not hold or the rank is not clear, solveDual returns nil.
//
// gram may hold X Xᵀ. Forming K squares the condition number; the refinement w += S(y - Xc w),
// where S is the approximate pseudo-inverse, makes up for that.
func solveDual(c *centred, yc []float64, gram *mat.SymDense) *solution {
	n, p := c.x.Dims()
	if gram == nil {
		gram = Gram(c.x)
	}
	k, top := centreGram(gram, true)
	f := newFactor(k, n, top)
	if f == nil {
		return nil
	}

	s := &solution{w: make([]float64, p), rank: f.rank - 1}
	residual := append([]float64(nil), yc...)
	beta, step := make([]float64, n), make([]float64, p)
	var before float64
	for s.steps = 0; ; s.steps++ {
		if s.steps == 0 || len(f.others) == 0 {
			f.solve(beta, residual)
		} else {
			// Rows that depend on others leave a residual, which errors of M would turn into
			// errors of w. Its gradient g = Xcᵀ r tends to 0, so start from that:
			// (XcᵀXc)⁺ g = S(S(Xc g)).
			c.transposed(step, residual)
			c.multiply(beta, step)
			f.solve(beta, beta)
			f.solve(beta, beta)
		}
		c.transposed(step, beta)
		size := norm2(step)
		if s.steps > 0 && !(size < before/2) {
			break // at the level of rounding, or not converging: see the check below
		}
		floats.Add(s.w, step)
		c.subtract(residual, yc, s.w)
		length := norm2(s.w)
		// Steps shrink geometrically: stop if the next would not count.
		if size == 0 || s.steps == maxRefinements ||
			s.steps > 0 && size*(size/before) < 1e-15*length {
			break
		}
		before = size
	}
	c.transposed(step, residual)
	bound := normalTol * norm2(yc)
	for j, g := range step {
		if !(math.Abs(g) <= bound*c.norm[j]) {
			return nil
		}
	}
	return s
}

// centreGram returns J K J + s·11ᵀ, J = I - 11ᵀ/n, as the upper triangle of an n x n matrix by
// rows, and the maximum diagonal element of K. If it is lifted, s takes the null vector 1 of J K J
// to the mean eigenvalue, so that a design of full rank n-1 has a positive definite matrix; since
// targets are centred, the solution does not change. Otherwise s is 0.
func centreGram(gram *mat.SymDense, lifted bool) (k []float64, top float64) {
	raw := gram.RawSymmetric()
	n := raw.N
	mean := make([]float64, n)
	for i := range n {
		row := raw.Data[i*raw.Stride+i : i*raw.Stride+n]
		top = max(top, row[0])
		sum := mean[i] + row[0]
		below := mean[i+1:]
		for t, v := range row[1:] {
			sum += v
			below[t] += v
		}
		mean[i] = sum
	}
	for i := range mean {
		mean[i] /= float64(n)
	}
	grand := Mean(mean)
	var trace float64
	for i := range n {
		trace += raw.Data[i*raw.Stride+i] - 2*mean[i] + grand
	}
	shift := grand
	if lifted {
		shift += trace / float64(n) / float64(n)
	}
	k = make([]float64, n*n)
	for i := range n {
		from, to := raw.Data[i*raw.Stride+i:i*raw.Stride+n], k[i*n+i:(i+1)*n]
		mi := shift - mean[i]
		for t, v := range from {
			to[t] = v + (mi - mean[i+t])
		}
	}
	return k, top
}

// factor is a pivoted Cholesky decomposition PᵀAP = Uᵀ U of a positive semidefinite matrix of rank
// r; U = [U1 U2] is r x n. The rows of the design that were not chosen as pivots are M times those
// that were, M = U2ᵀ U1⁻ᵀ.
type factor struct {
	n, rank int
	piv     []int
	u       []float64      // U1, by rows of length n
	mt      blas64.General // Mᵀ, r x (n-r)
	// inner is the factor of I + M Mᵀ or, if that is smaller, of I + Mᵀ M.
	inner   []float64
	primal  bool // the latter
	chosen  []float64
	others  []float64
	scratch []float64
}

// newFactor decomposes the upper triangle a, which it overwrites. Pivots up to the rounding error
// of numbers as large as top count as zero. It returns nil if that leaves the rank in doubt.
func newFactor(a []float64, n int, top float64) *factor {
	tol := 4 * rankTolerance(n, n) * top
	if !finite(tol) || tol == 0 {
		return nil
	}
	f := &factor{n: n, piv: make([]int, n), u: a}
	f.rank = dense.PivotedCholesky(a, n, n, f.piv, tol)
	rank, rest := f.rank, n-f.rank
	if rank == 0 {
		return nil
	}
	if last := a[(rank-1)*n+rank-1]; last*last < grayZone*tol {
		return nil
	}
	f.chosen, f.others = make([]float64, rank), make([]float64, rest)
	if rest == 0 {
		return f
	}

	f.mt = blas64.General{Rows: rank, Cols: rest, Stride: rest, Data: make([]float64, rank*rest)}
	for i := range rank {
		copy(f.mt.Data[i*rest:(i+1)*rest], a[i*n+rank:(i+1)*n])
	}
	dense.SolveMany(a, rank, n, f.mt.Data, rest, rest)
	f.primal = rank < rest
	order, add := rest, dense.AddInner
	if f.primal {
		order, add = rank, dense.AddOuter
	}
	f.inner = make([]float64, order*order)
	for i := range order {
		f.inner[i*order+i] = 1
	}
	add(f.inner, order, order, f.mt.Data, max(rank, rest), rest)
	if !dense.Cholesky(f.inner, order, order) {
		return nil
	}
	f.scratch = make([]float64, order)
	return f
}

// solve sets beta, which may be y, such that Xcᵀ beta is the least squares solution of least norm
// for the right-hand side y; beta is zero outside the pivots. In terms of the fitted values u of
// the pivot rows the problem is
//
//	min ||y1 - u||² + ||y2 - M u||²,  u = (I + MᵀM)⁻¹ (y1 + Mᵀ y2)
//	                                    = y1 + Mᵀ (I + M Mᵀ)⁻¹ (y2 - M y1),
//
// which is well conditioned, since pivoting keeps M small; beta = A11⁻¹ u.
func (f *factor) solve(beta, y []float64) {
	for i, row := range f.piv {
		if i < f.rank {
			f.chosen[i] = y[row]
		} else {
			f.others[i-f.rank] = y[row]
		}
	}
	u := vector(f.chosen)
	if len(f.others) > 0 {
		y2, inner := vector(f.others), vector(f.scratch)
		if f.primal {
			blas64.Gemv(blas.NoTrans, 1, f.mt, y2, 1, u)
			f.solveInner(f.chosen)
		} else {
			copy(f.scratch, f.others)
			blas64.Gemv(blas.Trans, -1, f.mt, u, 1, inner)
			f.solveInner(f.scratch)
			blas64.Gemv(blas.NoTrans, 1, f.mt, inner, 1, u)
		}
	}
	dense.SolveTransposed(f.u, f.rank, f.n, f.chosen)
	dense.Solve(f.u, f.rank, f.n, f.chosen)
	clear(beta)
	for i, v := range f.chosen {
		beta[f.piv[i]] = v
	}
}

func (f *factor) solveInner(v []float64) {
	n := len(v)
	dense.SolveTransposed(f.inner, n, n, v)
	dense.Solve(f.inner, n, n, v)
}

func vector(data []float64) blas64.Vector {
	return blas64.Vector{N: len(data), Inc: 1, Data: data}
}
