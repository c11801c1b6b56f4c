package regress

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// defaultHuberEpsilon is Huber's usual threshold. With it the estimate is 95% as efficient as least
// squares for normal errors.
const defaultHuberEpsilon = 1.35

// Huber is robust regression with an intercept and an L2 penalty. The scale of the errors is
// estimated together with the weights:
//
//	min over w, b, σ > 0  Σᵢ (σ + σ H((yᵢ - xᵢ·w - b)/σ)) + α ||w||²
//	H(z) = z² for |z| < ε,  2ε|z| - ε² otherwise
//
// X is n x p, centred implicitly and not scaled; the intercept is not penalised. The problem is
// convex, and the same as that of scikit-learn's HuberRegressor. Rows further than εσ from their
// prediction have no more influence than rows at εσ. If all columns are constant, the prediction is
// a robust location between the minimum and the maximum target, not their mean.
//
// If Alpha is 0, scale and penalty come from [Ridge]. σ is then not estimated jointly but fixed at
// the scale σ₂ of ridge's leave-one-out errors, which solves Σ min(e²/σ², ε²) = n, and α = α₂/σ₂
// for the penalty α₂ that ridge chooses, so that rows within εσ have the same influence as in ridge
// regression. On wide designs, which fit any targets, the σ of the joint problem would tend to 0
// for any penalty, as it does with scikit-learn's fixed α of 0.0001. (The choice of α₂ is not
// robust.)
//
// The solver is Newton's method on w, b and σ together. Its steps are computed by preconditioned
// conjugate gradients, each of which costs a product with X and one with Xᵀ. They are halved until
// the objective falls; σ, unless fixed, is always optimal for w and b. σ is kept above 1e-9 max|y -
// mean(y)|, for problems in which more than n(1 - 1/ε²) rows are fitted exactly.
//
// Diagnostics: Alpha is the penalty used; Iterations counts Newton steps; Warnings may hold
// [ErrNoConvergence]. The zero value is ready to use.
//
// Sources: Huber and Ronchetti, Robust Statistics, 2nd ed., 7.7-7.8; Owen, A Robust Hybrid of Lasso
// and Ridge Regression, Contemporary Mathematics 443, 2007.
type Huber struct {
	// Epsilon is the threshold ε > 1, in units of σ; 0 means 1.35.
	Epsilon float64
	// Alpha is the penalty α >= 0; 0 means a choice of penalty and scale on the training rows.
	Alpha float64
}

// Name returns "huber".
func (Huber) Name() string { return "huber" }

// Fit returns a [*Linear]. It fails if a hyper-parameter is out of range ([ErrOption]) and for the
// same reasons as [Ridge.Fit].
func (h Huber) Fit(p Problem) (Model, error) {
	h.Epsilon = cmp.Or(h.Epsilon, defaultHuberEpsilon)
	if !(h.Epsilon > 1) || math.IsInf(h.Epsilon, 0) {
		return nil, fmt.Errorf("%w: huber: epsilon is %v, want a number above 1",
			ErrOption, h.Epsilon)
	}
	if err := checkOption("huber", "alpha", h.Alpha); err != nil {
		return nil, err
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		return nil, err
	}
	if allEqual(p.Y) {
		s.ybar = p.Y[0] // exact, unlike the mean
		return s.mean(), nil
	}
	w := make([]float64, len(s.c.mean))
	alpha, sigma := h.Alpha, 0.0
	if alpha == 0 && !s.constant {
		if alpha, sigma, err = startHuber(s, h.Epsilon, w); err != nil {
			return nil, err
		}
	}
	f := newHuberFit(s, h.Epsilon, alpha, sigma, w)
	d := Diagnostics{Alpha: alpha}
	d.Iterations, err = f.run()
	if err != nil {
		d.Warnings = append(d.Warnings, err)
	}
	s.ybar += f.b
	if s.constant {
		s.ybar = min(max(s.ybar, slices.Min(p.Y)), slices.Max(p.Y))
	}
	return s.model(f.w, d)
}

// startHuber chooses penalty and scale and sets w to the weights of ridge regression.
func startHuber(
	s *ridgeSystem, eps float64, w []float64,
) (alpha, sigma float64, err error) {
	var m Model
	var left []float64
	if s.large() {
		alpha, left = s.choose()
		m, err = s.fitLarge(alpha)
	} else {
		d := s.decompose()
		alpha = d.choose()
		left = d.leftOut(alpha)
		m, err = d.fit(alpha)
	}
	if err != nil {
		return 0, 0, err
	}
	copy(w, m.(*Linear).Coef)
	// Without any errors there is no scale; take that of rounding.
	sigma = max(huberScale(left, eps), minScale*maxAbs(s.yc))
	return alpha / sigma, sigma, nil
}
