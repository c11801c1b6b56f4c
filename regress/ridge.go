package regress

import "fmt"

const (
	// maxElements is the maximum number of elements of R in [decomposed].
	maxElements = 5e7
	// maxRidgeRows is the number of rows from which the penalty of a large system is chosen.
	maxRidgeRows = 1500
)

// Ridge is least squares with an intercept and an L2 penalty:
//
//	min over w, b  ||y - X w - b·1||² + α ||w||²
//
// X is n x p, centred implicitly and not scaled; the intercept is not penalised. The penalty is
// that of scikit-learn's Ridge. Constant columns have weight 0.
//
// If Alpha is 0, the penalty is the one with the least mean squared leave-one-out error. The error
// is exact; each fold has its own intercept:
//
//	Σᵢ ((yᵢ - ŷᵢ) / (1 - Hᵢᵢ))² / n,  H = 11ᵀ/n + Xc (XcᵀXc + αI)⁻¹ Xcᵀ.
//
// Candidates are m·10^(k/2), k = -12 … 12, where m = ||Xc||²/min(n-1, p') is the mean eigenvalue
// and p' the number of columns that vary; then twice 9 more between the neighbours of the best,
// equally spaced in log α, down to steps of 5%. Of equal errors the greater penalty wins; with two
// rows all are equal.
//
// One decomposition to tridiagonal form serves all penalties: of the centred Gram matrix (order
// n-1) or, if p' < n-1, of XcᵀXc. It takes O(m³) time for the order m, and each penalty O(n m).
// Iterative refinement against X itself makes up for rounding.
//
// Above order 2048, or if n m² > 10¹¹ or n m > 5·10⁷, the solver is conjugate gradients, which
// takes some hundred products with X. [Problem].Groups makes these fewer and cheaper: a block of
// the columns of each group is solved exactly, and equal rows of a group are multiplied once. If
// Alpha is 0, the penalty is then that of the least leave-one-out error among 1500 of the rows,
// evenly spaced: it is a ratio of variances and does not grow with the rows.
//
// Diagnostics: Alpha is the penalty used; Iterations counts the refinements or the steps;
// Warnings may hold [ErrNoConvergence]. The zero value is ready to use.
//
// Sources: Hoerl and Kennard, Ridge Regression, Technometrics 12(1), 1970; Allen, The Relationship
// Between Variable Selection and Data Augmentation and a Method for Prediction, Technometrics
// 16(1), 1974 (leave-one-out in closed form); Golub and Van Loan, Matrix Computations, 4th ed., 8.3
// (tridiagonal form) and 11.5 (preconditioned conjugate gradients).
type Ridge struct {
	// Alpha is the penalty α >= 0, in squared units of the columns; 0 means a choice by
	// leave-one-out.
	Alpha float64
}

// Name returns "ridge".
func (Ridge) Name() string { return "ridge" }

// Fit returns a [*Linear]. It fails if Alpha is out of range ([ErrOption]), for the same reasons as
// [OLS.Fit], and if squares of the columns' norms overflow ([ErrNotFinite]).
func (r Ridge) Fit(p Problem) (Model, error) {
	if err := checkOption("ridge", "alpha", r.Alpha); err != nil {
		return nil, err
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		return nil, err
	}
	if s.constant {
		return s.mean(), nil
	}
	if s.large() {
		return s.fitLarge(r.Alpha)
	}
	d := s.decompose()
	if r.Alpha == 0 {
		return d.fit(d.choose())
	}
	return d.fit(r.Alpha)
}

// ridgeSystem is a problem to be solved for one or more penalties.
type ridgeSystem struct {
	*centredProblem
	n      int
	order  int     // of the smaller of the two Gram matrices
	middle float64 // mean eigenvalue of that matrix
}

func newRidgeSystem(p Problem) (*ridgeSystem, error) {
	b, err := centreProblem(p, true)
	if err != nil {
		return nil, err
	}
	b.c.dropNegligible()
	b.constant = b.constant || b.c.varying == 0
	square := dot(b.c.norm, b.c.norm)
	if !(square < 1e290) || maxAbs(p.Y) > 1e150 {
		return nil, fmt.Errorf("%w: the squares of columns or targets overflow; rescale them",
			ErrNotFinite)
	}
	order := min(len(p.Y)-1, b.c.varying)
	return &ridgeSystem{b, len(p.Y), order, square / float64(order)}, nil
}

// large reports whether a decomposition would take too long.
func (s *ridgeSystem) large() bool {
	n, m := float64(s.n), float64(s.order)
	return m > 2048 || n*m*m > 1e11 || n*m > maxElements
}

// model returns the model with the weights w.
func (s *ridgeSystem) model(w []float64, d Diagnostics) (Model, error) {
	return s.c.finish(w, s.ybar, d).moved(s.means).checked()
}

// choose returns the penalty of least leave-one-out error among at most 1500 rows, evenly spaced,
// and these errors; the mean eigenvalue and none if nothing can be learned from these rows.
func (s *ridgeSystem) choose() (alpha float64, left []float64) {
	x, y := tuningRows(s.p.X, s.p.Y, maxRidgeRows)
	some, err := newRidgeSystem(Problem{X: x, Y: y})
	if err != nil || some.constant {
		return s.middle, nil
	}
	d := some.decompose()
	alpha = d.choose()
	return alpha, d.leftOut(alpha)
}
