package regress

import (
	"fmt"
	"math"
)

// OLS is ordinary least squares with an intercept:
//
//	min over w, b  ||y - X w - b·1||²
//
// and, where many w attain the minimum, the one of least ||w||²; the intercept is
// not part of the norm. Columns are centred, not scaled: scaling would change which
// of the solutions has the least norm. Constant columns get weight 0.
//
// X is n x p. Where rows are many (p <= n/4) the fit is a Householder QR
// decomposition of the centred X; elsewhere a pivoted Cholesky decomposition of
// the centred n x n Gram matrix with iterative refinement against X itself. A
// design either cannot resolve goes to a singular value decomposition, in which
// singular values up to max(n,p)·ε times the largest, ε = 2⁻⁵², count as zero.
// The results agree where the paths meet.
//
// Where n p² > 10¹⁰ for many rows, there are more than 4096 rows elsewhere, or the last resort would take n p min(n,p) > 10¹¹, the fit is by products with the sparse X
// alone (LSMR from w = 0), until the gradient or the residual is 10⁻¹⁰ of what it could be, and for 2000 steps at most. What
// it has then, where that was not enough, is told by a warning: weights are still too small along directions in which
// rows hardly differ. More often than not such weights would fit noise.
//
// Costs: O(n p²) time and O(p²) memory for many rows; O(n³) time and O(n²) memory
// elsewhere, O(n² p) time and O(n p) memory for the last resort; a step of LSMR two products with X.
//
// Diagnostics: Rank is that of the centred design, 0 for LSMR; Iterations counts the
// refinements or steps; Warnings may hold [ErrIllConditioned] or [ErrNoConvergence]. The zero value is ready.
//
// Sources: Golub and Van Loan, Matrix Computations, 4th ed., 5.2-5.5; Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., 10.3, 12 and 20; Fong and Saunders, LSMR: An Iterative Algorithm
// for Sparse Least-Squares Problems, SIAM J. Sci. Comput. 33(5), 2011.
type OLS struct{}

// Name returns "ols".
func (OLS) Name() string { return "ols" }

// Fit returns a [*Linear]. It fails on a problem without rows ([ErrNoRows]), of
// shapes that do not match ([ErrShape]) or with values that are not finite, or
// so large or small that the solution is not ([ErrNotFinite]).
func (OLS) Fit(p Problem) (Model, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	n, cols := p.X.Dims()
	c := newCentred(p.X)
	if c.varying == 0 || allEqual(p.Y) {
		m := constantModel(cols, p.Y)
		if err := m.checkFinite(); err != nil {
			return nil, err
		}
		return m, nil
	}
	ybar := Mean(p.Y)
	yc := deviations(p.Y, ybar)

	s, err := solveCentred(c, yc, p, n)
	if err != nil {
		return nil, err
	}
	for j, constant := range c.constant {
		if constant {
			s.w[j] = 0
		}
	}
	m := c.finish(s.w, ybar, s.diagnostics())
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	return m, nil
}

// solution is what a path of the least squares fit found.
type solution struct {
	w       []float64 // p
	rank    int
	steps   int     // refinements
	unclear float64 // where not 0: the least kept singular value over the largest
	open    float64 // where not 0: what an iterative method left of the gradient
}

func (s *solution) diagnostics() Diagnostics {
	d := Diagnostics{Rank: s.rank, Iterations: s.steps}
	if s.unclear != 0 {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: singular values down to %.2g of the largest count towards the rank of %d", ErrIllConditioned, s.unclear, s.rank))
	}
	if s.open != 0 {
		d.Warnings = append(d.Warnings, fmt.Errorf("%w: ols: after %d steps the gradient is %.2g of what it could be: weights along directions in which rows hardly differ are too small", ErrNoConvergence, s.steps, s.open))
	}
	return d
}

// solveCentred chooses the path by shape alone, so that a hint never does.
func solveCentred(c *centred, yc []float64, p Problem, n int) (*solution, error) {
	// Squares of extreme values would overflow or vanish; the last resort scales.
	moderate := c.widest() < 1e100 && c.widest() > 1e-100 && largest(yc) < 1e100
	if moderate {
		tall := c.varying <= n/4
		switch {
		case manyForDense(n, c.varying, tall):
			return solveSparse(c, yc, maxSparseSteps), nil
		case tall:
			if s := solveTall(c, yc); s != nil {
				return s, nil
			}
		default:
			if s := solveDual(c, yc, p.Gram); s != nil {
				return s, nil
			}
		}
	}
	if least := float64(min(n, len(c.mean))); moderate && float64(n)*float64(len(c.mean))*least > mostSVDWork {
		return solveSparse(c, yc, maxSparseSteps), nil
	}
	return solveSVD(c, yc)
}

// rankTolerance is what a singular value over the largest must exceed to count.
func rankTolerance(n, p int) float64 {
	return float64(max(n, p)) * (math.Nextafter(1, 2) - 1)
}
