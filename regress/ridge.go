package regress

import (
	"fmt"
	"math"
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
// Above order 2048, or if n m² > 10¹¹, the solver is conjugate gradients; a fit then takes some
// hundred to two thousand products with X. If Alpha is 0, the same candidates are then compared by
// 5-fold cross-validation on shuffled rows, except those for which 300 steps of bidiagonalisation
// do not suffice. The penalty chosen is near that of leave-one-out but not the same.
//
// Diagnostics: Alpha is the penalty used; Iterations counts the refinements or the steps of
// conjugate gradients; Warnings may hold [ErrNoConvergence]. The zero value is ready to use.
//
// Sources: Hoerl and Kennard, Ridge Regression, Technometrics 12(1), 1970; Allen, The Relationship
// Between Variable Selection and Data Augmentation and a Method for Prediction, Technometrics
// 16(1), 1974 (leave-one-out in closed form); Golub and Van Loan, Matrix Computations, 4th ed., 8.3
// (tridiagonal form).
type Ridge struct {
	// Alpha is the penalty α >= 0, in squared units of the columns; 0 means a choice by
	// leave-one-out.
	Alpha float64
}

// Name returns "ridge".
func (Ridge) Name() string { return "ridge" }

// Fit returns a [*Linear]. It fails if Alpha is out of range ([ErrOption]), for the reasons for
// which [OLS.Fit] does, and if squares of the columns' norms overflow ([ErrNotFinite]).
func (r Ridge) Fit(p Problem) (Model, error) {
	if !(r.Alpha >= 0) || math.IsInf(r.Alpha, 0) {
		return nil, fmt.Errorf("%w: ridge: alpha is %v, want a number >= 0", ErrOption, r.Alpha)
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		return nil, err
	}
	if s.trivial != nil {
		return s.trivial, nil
	}
	if s.large() {
		return s.fitLarge(r.Alpha)
	}
	d := s.decompose(p)
	alpha := r.Alpha
	if alpha == 0 {
		alpha, _ = d.choose()
	}
	return d.fit(alpha)
}

// ridgeSystem is a centred problem to be solved for one or more penalties.
type ridgeSystem struct {
	trivial *Linear // the constant model, if only the mean can be learned
	c       *centred
	y, yc   []float64
	ybar    float64
	n       int
	order   int     // of the smaller of the two Gram matrices
	mean    float64 // mean eigenvalue of that matrix
}

func newRidgeSystem(p Problem) (*ridgeSystem, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	n, cols := p.X.Dims()
	s := &ridgeSystem{c: newCentred(p.X), y: p.Y, ybar: Mean(p.Y), n: n}
	s.c.dropNegligible()
	m := constantModel(cols, p.Y)
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	var square float64
	for _, v := range s.c.norm {
		square += v * v
	}
	if !(square < 1e290) || maxAbs(p.Y) > 1e150 {
		return nil, fmt.Errorf("%w: the squares of columns or targets overflow; rescale them",
			ErrNotFinite)
	}
	if s.c.varying == 0 || allEqual(p.Y) {
		s.trivial = m
		return s, nil
	}
	s.yc = deviations(p.Y, s.ybar)
	s.order = min(n-1, s.c.varying)
	s.mean = square / float64(s.order)
	return s, nil
}

// large reports whether a decomposition would take too long.
func (s *ridgeSystem) large() bool {
	return s.order > 2048 || float64(s.n)*float64(s.order)*float64(s.order) > 1e11
}

// model makes the model of the weights w.
func (s *ridgeSystem) model(w []float64, d Diagnostics) (*Linear, error) {
	for j, constant := range s.c.constant {
		if constant {
			w[j] = 0
		}
	}
	m := s.c.finish(w, s.ybar, d)
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	return m, nil
}
