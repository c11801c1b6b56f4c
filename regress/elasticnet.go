package regress

import (
	"cmp"
	"fmt"
	"math"
)

const (
	defaultDescentMaxIter = 100_000
	defaultDescentTol     = 1e-12
	// defaultL1Ratio is the usual share of the L1 penalty in an [ElasticNet].
	defaultL1Ratio = 0.5
)

// ElasticNet is least squares with an intercept and both an L1 and an L2 penalty:
//
//	min over w, b  1/(2n) ||y - X w - b·1||² + α ρ ||w||₁ + α (1-ρ)/2 ||w||²
//
// X is n x p, centred implicitly and not scaled. The penalties are those of scikit-learn's
// ElasticNet; ρ = 1 is the [Lasso], which is fitted by the same coordinate descent and Newton
// steps. If α ρ >= max|Xᵀ(y - mean(y))|/n, the solution is w = 0, and b is [Mean] of y to the bit.
// For ρ < 1 the weights are unique.
//
// If Alpha is 0, the penalty has minimum error in cross-validation on the training rows; if L1Ratio
// is 0 too, so has the ratio, among 0.1, 0.5 and 0.9. Shuffled rows are dealt into folds, and the
// squared error is averaged within each fold and then over folds, along a grid of 100 penalties in
// geometric progression, from the least at which w = 0 for all rows down to a thousandth of it. The
// search of a grid ends after 20 penalties in a row without an improvement. Of equal errors the
// greater penalty wins.
//
// Diagnostics: Alpha and L1Ratio are those used; Iterations counts the sweeps of the last fit, at
// most 100,000; Gap is the duality gap in the units of the objective. The zero value is ready to
// use.
//
// Sources: Zou and Hastie, Regularization and Variable Selection via the Elastic Net, J. R. Stat.
// Soc. B 67(2), 2005; Friedman, Hastie and Tibshirani, J. Stat. Softw. 33(1), 2010.
type ElasticNet struct {
	// Alpha is the penalty α >= 0. 0 means a choice by cross-validation.
	Alpha float64
	// L1Ratio is ρ in (0, 1]. 0 means 0.5 if Alpha is given, and a choice by cross-validation if it
	// is not. For ρ = 0 use [Ridge].
	L1Ratio float64
	// Folds is the number of folds of cross-validation, at least 2; 0 means 5. With fewer rows than
	// folds, each row is a fold.
	Folds int
	// Seed of the shuffling.
	Seed uint64
	// maxIter is the maximum number of sweeps of the last fit; 0 means 100,000.
	maxIter int
	// tol is as in [Lasso], for the last fit.
	tol float64
}

// Name returns "elasticnet".
func (ElasticNet) Name() string { return "elasticnet" }

// check reports hyper-parameters that are out of range.
func (e ElasticNet) check() error {
	if !(e.Alpha >= 0) || math.IsInf(e.Alpha, 0) {
		return fmt.Errorf("%w: elasticnet: alpha is %v, want a number >= 0", ErrOption, e.Alpha)
	}
	if e.L1Ratio != 0 {
		if err := checkRatio(e.L1Ratio); err != nil {
			return err
		}
	}
	if err := checkFolds("elasticnet", e.Folds); err != nil {
		return err
	}
	return checkDescent("elasticnet", e.maxIter, e.tol)
}

func checkRatio(ratio float64) error {
	if !(ratio > 0 && ratio <= 1) {
		return fmt.Errorf("%w: elasticnet: ratio of the L1 penalty %v outside (0, 1]",
			ErrOption, ratio)
	}
	return nil
}

// Fit returns a [*Linear]. It fails if a hyper-parameter is out of range ([ErrOption]) and for the
// reasons for which [Lasso.Fit] does.
func (e ElasticNet) Fit(p Problem) (Model, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	p, means := nearZero(p)
	alpha, ratio := e.Alpha, e.L1Ratio
	switch {
	case alpha == 0:
		ratios := []float64{.1, .5, .9}
		if ratio != 0 {
			ratios = []float64{ratio}
		}
		choice, err := crossValidate(p, ratios, e.Folds, e.Seed)
		if err != nil {
			return nil, err
		}
		alpha, ratio = choice.alpha, choice.ratio
	case ratio == 0:
		ratio = defaultL1Ratio
	}
	return fitElasticNet(p, means, "elasticnet", alpha, ratio, e.maxIter, e.tol)
}

// startDescent returns a descent at w = 0, the model of w = 0, and the least
// penalty t = nαρ for which that is the solution: 0 if it is for any penalty.
func startDescent(p Problem) (d *descent, mean *Linear, top float64, err error) {
	_, cols := p.X.Dims()
	mean = constantModel(cols, p.Y)
	if err := mean.checkFinite(); err != nil {
		return nil, nil, 0, err
	}
	d = newDescent(p.X, p.Y, mean.Intercept)
	top = maxAbs(d.gradient)
	if !finite(top) || d.c.maxNorm() > 1e150 { // squares of the norms must be finite
		return nil, nil, 0, fmt.Errorf("%w: the products of columns and targets overflow; "+
			"rescale them", ErrNotFinite)
	}
	if allEqual(p.Y) {
		top = 0
	}
	return d, mean, top, nil
}

// fitElasticNet fits for one penalty a problem made by [nearZero]. Errors bear the name of the
// regressor.
func fitElasticNet(
	p Problem, means []float64, name string, alpha, ratio float64, maxIter int, tol float64,
) (Model, error) {
	maxIter = cmp.Or(maxIter, defaultDescentMaxIter)
	tol = cmp.Or(tol, defaultDescentTol)
	d, mean, top, err := startDescent(p)
	if err != nil {
		return nil, err
	}
	if alpha*ratio*d.n >= top {
		mean.diagnostics = Diagnostics{Alpha: alpha, L1Ratio: ratio}
		return mean, nil
	}

	// Penalties fall by halves of a decade, each solution the start of the next.
	for penalty := top / d.n / ratio / math.Sqrt(10); penalty > alpha; penalty /= math.Sqrt(10) {
		d.run(penalty, ratio, 1e-4, min(maxIter, d.sweeps+1000)) // a start need not be exact
	}
	m, err := d.finish(name, mean.Intercept, alpha, ratio, tol, maxIter)
	if err != nil {
		return nil, err
	}
	return m.moved(means), nil
}

// finish runs the descent to the end for one penalty and makes the model, with weights of its own.
func (d *descent) finish(name string, ybar, alpha, ratio, tol float64, limit int) (*Linear, error) {
	before := d.sweeps
	gap, ok := d.run(alpha, ratio, tol, limit)
	diagnostics := Diagnostics{Alpha: alpha, L1Ratio: ratio, Iterations: d.sweeps, Gap: gap}
	if !ok {
		return nil, fmt.Errorf("%w: %s: duality gap %.2g after %d sweeps; a greater penalty or "+
			"columns of similar scale may help", ErrNoConvergence, name, gap, d.sweeps-before)
	}
	m := d.c.finish(append([]float64(nil), d.w...), ybar, diagnostics)
	if err := m.checkFinite(); err != nil {
		return nil, err
	}
	return m, nil
}
