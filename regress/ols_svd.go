package regress

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// solveSVD applies the pseudo-inverse of the dense Xc. Scaling by powers of two, which is exact,
// keeps extreme values from overflowing.
func solveSVD(c *centred, yc []float64) (*solution, error) {
	n, p := c.x.Dims()
	design := mat.NewDense(n, p, nil)
	for i, r := range c.x.all() {
		row := design.RawRowView(i)
		for j, m := range c.mean {
			if !c.constant[j] {
				row[j] = -m
			}
		}
		for k, j := range r.Index {
			if !c.constant[j] {
				row[j] = r.Value[k] - c.mean[j]
			}
		}
	}
	var top float64
	for i := range n {
		top = max(top, maxAbs(design.RawRowView(i)))
	}
	ytop := maxAbs(yc)
	if !finite(top) || !finite(ytop) {
		return nil, fmt.Errorf("%w: the mean of a column or of the targets overflows; rescale them",
			ErrNotFinite)
	}
	_, xexp := math.Frexp(top)
	_, yexp := math.Frexp(ytop)
	for i := range n {
		row := design.RawRowView(i)
		for j := range row {
			row[j] = math.Ldexp(row[j], -xexp)
		}
	}
	y := make([]float64, n)
	for i, v := range yc {
		y[i] = math.Ldexp(v, -yexp)
	}
	s := pseudoSolve(design, y, rankTolerance(n, p))
	if s == nil {
		return nil, fmt.Errorf("regress: the singular value decomposition of %d rows and %d "+
			"columns did not converge", n, p)
	}
	for j := range s.w {
		s.w[j] = math.Ldexp(s.w[j], yexp-xexp)
	}
	return s, nil
}

// pseudoSolve returns A⁺ y. Only singular values of A above tol times the largest count. It returns
// nil if the decomposition fails.
func pseudoSolve(a *mat.Dense, y []float64, tol float64) *solution {
	n, p := a.Dims()
	wide := n < p
	var svd mat.SVD
	var work mat.Matrix = a
	if wide { // the decomposition is meant for tall matrices
		work = a.T()
	}
	if !svd.Factorize(work, mat.SVDThin) {
		return nil
	}
	sigma := svd.Values(nil)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	if wide {
		u, v = v, u
	}
	s := &solution{w: make([]float64, p)}
	for s.rank < len(sigma) && sigma[s.rank] > tol*sigma[0] {
		s.rank++
	}
	if s.rank == 0 {
		return s
	}
	z := make([]float64, s.rank)
	for i := range n {
		row := u.RawRowView(i)
		for k := range z {
			z[k] += row[k] * y[i]
		}
	}
	for k := range z {
		z[k] /= sigma[k]
	}
	for j := range s.w {
		s.w[j] = dot(z, v.RawRowView(j)[:s.rank])
	}
	if last := sigma[s.rank-1] / sigma[0]; last < 100*tol {
		s.unclear = last
	}
	return s
}
