package regress

import (
	"fmt"
	"math"
)

// OLS is ordinary least squares with an intercept:
//
//	min over w, b  ||y - X w - b·1||²
//
// If many w attain the minimum, the one of least ||w||² is the solution; the intercept is not part
// of the norm. Columns are centred, not scaled, since scaling would change which of the solutions
// has the least norm. Constant columns have weight 0.
//
// X is n x p. With many rows (p <= n/4) the fit is a Householder QR decomposition of the centred X;
// otherwise it is a pivoted Cholesky decomposition of the centred n x n Gram matrix, with iterative
// refinement against X itself. A design that neither can resolve goes to a singular value
// decomposition, in which singular values up to max(n,p)·ε times the largest, ε = 2⁻⁵², count as
// zero. The methods agree where they meet.
//
// The fit takes only products with the sparse X (LSMR from w = 0) if n p² > 10¹⁰ with many rows, if
// there are more than 4096 rows otherwise, or if the singular value decomposition would take n p
// min(n,p) > 10¹¹. LSMR ends when the gradient or the residual is 10⁻¹⁰ of its upper bound, or
// after 2000 steps with a warning. Weights are then still too small in directions in which rows
// hardly differ; more often than not such weights would fit noise. With more than 200,000 rows and
// [Problem].Groups, products are computed from the distinct rows of each group, and 10⁻⁶ is enough
// for the gradient.
//
// Costs: O(n p²) time and O(p²) memory with many rows; O(n³) time and O(n²) memory otherwise; O(n²
// p) time and O(n p) memory for the singular value decomposition; two products with X for a step of
// LSMR.
//
// Diagnostics: Rank is that of the centred design, 0 for LSMR; Iterations counts refinements or
// steps; Warnings may hold [ErrIllConditioned] or [ErrNoConvergence]. The zero value is ready to
// use.
//
// Sources: Golub and Van Loan, Matrix Computations, 4th ed., 5.2-5.5; Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., 10.3, 12 and 20; Fong and Saunders, LSMR: An
// Iterative Algorithm for Sparse Least-Squares Problems, SIAM J. Sci. Comput. 33(5), 2011.
type OLS struct{}

// Name returns "ols".
func (OLS) Name() string { return "ols" }

// Fit returns a [*Linear]. It fails for a problem without rows ([ErrNoRows]), with shapes that do
// not match ([ErrShape]), or with values that are not finite or so large or small that the solution
// is not ([ErrNotFinite]).
func (OLS) Fit(p Problem) (Model, error) {
	b, err := centreProblem(p, false)
	if err != nil {
		return nil, err
	}
	if b.constant {
		return b.mean(), nil
	}
	s, err := b.solve()
	if err != nil {
		return nil, err
	}
	return b.c.finish(s.w, b.ybar, s.diagnostics()).checked()
}

// solution is the result of a least squares method.
type solution struct {
	w            []float64 // p
	rank         int
	steps        int     // refinements
	unclear      float64 // if not 0: the least singular value kept over the largest
	openGradient float64 // if not 0: relative gradient at the end of an iterative method
}

func (s *solution) diagnostics() Diagnostics {
	d := Diagnostics{Rank: s.rank, Iterations: s.steps}
	if s.unclear != 0 {
		d.Warnings = append(d.Warnings,
			fmt.Errorf("%w: singular values down to %.2g of the largest count for the rank of %d",
				ErrIllConditioned, s.unclear, s.rank))
	}
	if s.openGradient != 0 {
		d.Warnings = append(d.Warnings,
			fmt.Errorf("%w: ols: after %d steps the gradient is %.2g of its upper bound: "+
				"weights in directions in which rows hardly differ are too small",
				ErrNoConvergence, s.steps, s.openGradient))
	}
	return d
}

// solve chooses the method by shape alone, so that a Gram matrix given as a hint never changes it.
func (b *centredProblem) solve() (*solution, error) {
	c, yc := b.c, b.yc
	n, cols := c.x.Dims()
	// Squares of extreme values would overflow or vanish; solveSVD scales them.
	top := maxAbs(c.norm)
	if !(top < 1e100 && top > 1e-100 && maxAbs(yc) < 1e100) {
		return solveSVD(c, yc)
	}
	tall := c.varying <= n/4
	switch {
	case manyForDense(n, c.varying, tall):
		c.x = c.x.byDistinct(b.p.Groups)
		return solveSparse(c, yc, maxSparseSteps), nil
	case tall:
		if s := solveTall(c, yc); s != nil {
			return s, nil
		}
	default:
		if s := solveDual(c, yc, b.p.Gram); s != nil {
			return s, nil
		}
	}
	if float64(n)*float64(cols)*float64(min(n, cols)) > maxSVDWork {
		return solveSparse(c, yc, maxSparseSteps), nil
	}
	return solveSVD(c, yc)
}

// rankTolerance is the ratio to the largest singular value above which another counts.
func rankTolerance(n, p int) float64 {
	return float64(max(n, p)) * (math.Nextafter(1, 2) - 1)
}
