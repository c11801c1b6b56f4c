package regress

import (
	"cmp"
	"fmt"
)

const (
	// defaultL1Ratio is the usual share of the L1 penalty in an [ElasticNet].
	defaultL1Ratio = 0.5
	gridPoints     = 100
)

var elasticNetSearch = search{points: gridPoints, patience: 20, tol: 1e-6}

// ElasticNet is least squares with an intercept and both an L1 and an L2 penalty:
//
//	min over w, b  1/(2n) ||y - X w - b·1||² + α ρ ||w||₁ + α (1-ρ)/2 ||w||²
//
// X is n x p, centred implicitly and not scaled. The penalties are those of scikit-learn's
// ElasticNet; ρ = 1 is the [Lasso], which is fitted by the same coordinate descent and Newton
// steps. If α ρ >= max|Xᵀ(y - mean(y))|/n, the solution is w = 0, and b is [Mean] of y to the bit.
// For ρ < 1 the weights are unique.
//
// If Alpha is 0, the penalty is the one with the least error in cross-validation on the training
// rows; if L1Ratio is 0 too, so is the ratio, among 0.1, 0.5 and 0.9. Shuffled rows are dealt into
// five folds, and the squared error is averaged within each fold and then over folds, along a grid
// of 100 penalties in geometric progression, from the least at which w = 0 for all rows down to a
// thousandth of it. The search of a grid ends after 20 penalties in a row without an improvement.
// Of equal errors the greater penalty wins.
//
// Diagnostics: Alpha and L1Ratio are those used; Iterations counts the sweeps of the last fit. The
// zero value is ready to use.
//
// Sources: Zou and Hastie, Regularization and Variable Selection via the Elastic Net, J. R. Stat.
// Soc. B 67(2), 2005; Friedman, Hastie and Tibshirani, J. Stat. Softw. 33(1), 2010.
type ElasticNet struct {
	// Alpha is the penalty α >= 0. 0 means a choice by cross-validation.
	Alpha float64
	// L1Ratio is ρ in (0, 1]. 0 means 0.5 if Alpha is given, and a choice by cross-validation if it
	// is not. For ρ = 0 use [Ridge].
	L1Ratio float64
	// Seed of the shuffling.
	Seed uint64
}

// Name returns "elasticnet".
func (ElasticNet) Name() string { return "elasticnet" }

// check reports hyper-parameters that are out of range.
func (e ElasticNet) check() error {
	if e.L1Ratio != 0 && !(e.L1Ratio > 0 && e.L1Ratio <= 1) {
		return fmt.Errorf("%w: elasticnet: ratio of the L1 penalty %v outside (0, 1]",
			ErrOption, e.L1Ratio)
	}
	return checkOption("elasticnet", "alpha", e.Alpha)
}

// Fit returns a [*Linear]. It fails if a hyper-parameter is out of range ([ErrOption]) and for the
// same reasons as [Lasso.Fit].
func (e ElasticNet) Fit(p Problem) (Model, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	ratios := []float64{e.L1Ratio}
	if e.L1Ratio == 0 {
		ratios = []float64{.1, .5, .9}
	}
	if e.Alpha != 0 {
		ratios = []float64{cmp.Or(e.L1Ratio, defaultL1Ratio)}
	}
	return penalised{
		name: "elasticnet", alpha: e.Alpha, ratios: ratios, seed: e.Seed,
		search: elasticNetSearch,
	}.fit(p)
}
