package regress

import (
	"fmt"
	"math"
)

// defaultHuberEpsilon is Huber's usual threshold, at which the estimate is 95 % as efficient as
// least squares where errors are normal.
const defaultHuberEpsilon = 1.35

// Huber is robust regression with an intercept, the scale of the errors being
// estimated along with the weights, and an L2 penalty:
//
//	min over w, b, σ > 0  Σᵢ (σ + σ H((yᵢ - xᵢ·w - b)/σ)) + α ||w||²
//	H(z) = z² where |z| < ε,  2ε|z| - ε² elsewhere
//
// X is n x p; it is centred implicitly and not scaled, and the intercept is not
// penalised. The problem is convex, and that of scikit-learn's HuberRegressor. Rows
// further than εσ from their prediction pull as strongly as those at εσ, no more. Where
// columns tell nothing the prediction is a location between the least and the greatest
// target, not their mean.
//
// With Alpha 0 both scale and penalty come from [Ridge]: σ is not estimated along but held at
// the scale σ₂ of the errors that its leave-one-out makes (solving Σ min(e²/σ², ε²) = n), and
// α = α₂/σ₂, α₂ being the penalty it chooses, so that rows not further than εσ pull as in
// ridge regression. For on wide designs, where any targets can be fitted, the σ of the joint problem tends
// to 0, whatever the penalty, as with scikit-learn's fixed α of 0.0001.
// (The choice of α₂ is not robust.)
//
// Newton's method on w, b and σ together, its steps by preconditioned conjugate
// gradients, each of which costs a product with X and one with Xᵀ, and halved until the
// objective falls, σ being put to its best for w and b where it is not held. σ is kept above 1e-9 max|y - mean(y)|, where more than n(1 - 1/ε²)
// rows fit exactly.
//
// Diagnostics: Alpha is the penalty used, Iterations counts Newton steps; Warnings may hold
// [ErrNoConvergence]. The zero value is ready.
//
// Sources: Huber and Ronchetti, Robust Statistics, 2nd ed., 7.7-7.8; Owen, A Robust Hybrid
// of Lasso and Ridge Regression, Contemporary Mathematics 443, 2007.
type Huber struct {
	// Epsilon is the threshold ε > 1, in units of σ; 0 stands for 1.35.
	Epsilon float64
	// Alpha is the penalty α >= 0; 0 stands for a choice of penalty and scale from the
	// training rows.
	Alpha float64
}

// Name returns "huber".
func (Huber) Name() string { return "huber" }

// Fit returns a [*Linear]. It fails where a hyper-parameter is out of range
// ([ErrOption]) and for the reasons for which [Ridge.Fit] does.
func (h Huber) Fit(p Problem) (Model, error) {
	if h.Epsilon == 0 {
		h.Epsilon = defaultHuberEpsilon
	}
	switch {
	case !(h.Epsilon > 1) || math.IsInf(h.Epsilon, 0):
		return nil, fmt.Errorf("%w: huber: epsilon is %v, want a number above 1", ErrOption, h.Epsilon)
	case !(h.Alpha >= 0) || math.IsInf(h.Alpha, 0):
		return nil, fmt.Errorf("%w: huber: alpha is %v, want a number >= 0", ErrOption, h.Alpha)
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		return nil, err
	}
	if allEqual(p.Y) {
		s.trivial.Intercept = p.Y[0] // to the bit, which the mean need not be
		return s.trivial, nil
	}
	if s.trivial != nil { // the columns tell nothing
		s.yc = deviations(s.y, s.ybar)
	}
	w := make([]float64, len(s.c.mean))
	alpha, sigma := h.Alpha, 0.0
	if alpha == 0 && s.trivial == nil {
		if alpha, sigma, err = startHuber(s, p, h.Epsilon, w); err != nil {
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
	if s.trivial != nil {
		s.ybar = clamp(s.ybar, p.Y)
	}
	m, err := s.model(f.w, d)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// startHuber chooses penalty and scale and sets w to ridge's weights.
func startHuber(s *ridgeSystem, p Problem, eps float64, w []float64) (alpha, sigma float64, err error) {
	var m *Linear
	if s.large() {
		var mse float64
		alpha, mse = s.chooseLarge()
		sigma = math.Sqrt(mse)
		m, err = s.fitLarge(alpha)
	} else {
		d := s.decompose(p)
		alpha, _ = d.choose()
		left := make([]float64, s.n)
		d.leftOut([]float64{alpha}, func(_, row int, e float64) { left[row] = e })
		sigma = huberScale(left, eps)
		m, err = d.fit(alpha)
	}
	if err != nil {
		return 0, 0, err
	}
	copy(w, m.Coef)
	// Rows that are predicted without any error leave no scale; that of rounding will do.
	sigma = max(sigma, leastScale*largest(s.yc))
	return alpha / sigma, sigma, nil
}

// clamp returns v, or the nearest of the least and the greatest of y.
func clamp(v float64, y []float64) float64 {
	lo, hi := y[0], y[0]
	for _, t := range y {
		lo, hi = min(lo, t), max(hi, t)
	}
	return min(max(v, lo), hi)
}
