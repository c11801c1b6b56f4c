package regress

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// fullRankCondition is a reciprocal condition number at which the rank is clearly full, so that the
// triangular factor may be solved directly.
const fullRankCondition = 1e-10

// solveTall solves by the QR decomposition of the columns of Xc that vary, with y as an additional
// last column. Rows are absorbed block by block (sequential TSQR: Demmel, Grigori, Hoemmen and
// Langou 2012), so that no dense n x p matrix is made. It returns nil if the singular value
// decomposition of the factor fails.
func solveTall(c *centred, yc []float64) *solution {
	n, p := c.x.Dims()
	q := c.varying
	varying, place := c.places()
	f := &triangle{n: q + 1, data: make([]float64, (q+1)*(q+1))}
	rows := max(2*(q+1), 512)
	block := make([]float64, min(rows, n)*(q+1))
	for from := 0; from < n; from += rows {
		m := min(rows, n-from)
		b := block[:m*(q+1)]
		for k, j := range varying {
			column := b[k*m : (k+1)*m]
			for i := range column {
				column[i] = -c.mean[j]
			}
		}
		for i, r := range c.x.all()[from : from+m] {
			for k, j := range r.Index {
				if !c.constant[j] {
					b[place[j]*m+i] = r.Value[k] - c.mean[j]
				}
			}
		}
		copy(b[q*m:], yc[from:from+m])
		f.absorb(b, m)
	}

	// The factor of [Xc yc] is [R Qᵀy; 0 ρ].
	r := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: q, Stride: q + 1, Data: f.data}
	z := make([]float64, q)
	for i := range z {
		z[i] = f.data[i*(q+1)+q]
	}
	s := &solution{rank: q, w: make([]float64, p)}
	condition := lapack64.Trcon(lapack.MaxColumnSum, r, make([]float64, 3*q), make([]int, q))
	if condition > fullRankCondition {
		blas64.Trsv(blas.NoTrans, r, blas64.Vector{N: q, Inc: 1, Data: z})
	} else {
		square := mat.NewDense(q, q, nil)
		for i := range q {
			copy(square.RawRowView(i)[i:], f.data[i*(q+1)+i:i*(q+1)+q])
		}
		small := pseudoSolve(square, z, rankTolerance(n, p))
		if small == nil {
			return nil
		}
		z = small.w
		s.rank = small.rank
		s.unclear = small.unclear
	}
	for k, j := range varying {
		s.w[j] = z[k]
	}
	return s
}

// triangle is the upper triangular factor R of the rows absorbed so far.
type triangle struct {
	n    int
	data []float64 // n x n by rows
}

// absorb replaces R by the factor of R with the m rows of b below it, by Householder reflections. b
// is m x n by columns and is overwritten. Since R is triangular, the reflection of column k changes
// only row k of R and b.
func (t *triangle) absorb(b []float64, m int) {
	for k := range t.n {
		row := t.data[k*t.n : (k+1)*t.n]
		v := b[k*m : (k+1)*m]
		below := dot(v, v)
		if below == 0 {
			continue
		}
		alpha := row[k]
		beta := -math.Copysign(math.Sqrt(alpha*alpha+below), alpha)
		tau := (beta - alpha) / beta
		for i := range v {
			v[i] /= alpha - beta
		}
		row[k] = beta
		for j := k + 1; j < t.n; j++ {
			x := b[j*m : (j+1)*m]
			s := tau * (row[j] + dot(v, x))
			row[j] -= s
			for i, u := range v {
				x[i] -= s * u
			}
		}
	}
}
