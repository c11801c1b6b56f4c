package regress

import (
	"cmp"
	"fmt"
	"math"
)

const (
	// defaultPenalties is the number of penalties of a grid, from the least with w = 0 down to
	// gridRange times it.
	defaultPenalties = 25
	maxPenalties     = 10_000
	// nearPatience is the number of sweeps before a Newton step if the weights are nearly right.
	nearPatience = 3
	// The search ends after this share of the grid without an improvement.
	patientShare = 0.1
	// smoothRows is the number of rows from which smoothShare takes its place: with so many rows the
	// error hardly ever falls again.
	smoothRows  = 128
	smoothShare = 0.08
)

// LassoCV is the [Lasso] with the penalty chosen by cross-validation on the training rows. It deals
// the shuffled rows into folds and follows the fit to the rows outside each fold along a grid of
// penalties in geometric progression, from the least at which w = 0 for all rows down to a
// thousandth of it. The penalty has the least error: the squared error averaged within each fold
// and then over the folds. Of equal errors the greater penalty wins. The search ends early once the
// error has not fallen for a tenth of the grid, or for 8% of it with at least 128 rows.
//
// Fits along the grid end when no weight moves the fit by more than a thousandth of the deviation
// of the targets, so their errors are known to a few percent. The model is that of the [Lasso]
// with the chosen penalty, and as exact. The choice depends on the problem and the seed alone; where
// the errors of neighbouring penalties are close, the order of the columns can decide. The zero value
// is ready to use.
//
// Diagnostics: Alpha is the chosen penalty, 0 if no column varies with the targets; the others are
// as for the [Lasso].
//
// Source: Friedman, Hastie and Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Stat. Softw. 33(1), 2010.
type LassoCV struct {
	// Folds is the number of folds, at least 2; 0 means 5. With fewer rows than folds, each row is
	// a fold.
	Folds int
	// Alphas is the number of penalties of the grid, from 2 to 10,000; 0 means 25.
	Alphas int
	// Seed of the shuffling.
	Seed uint64
	// name is "" for "lasso".
	name string
}

// Name returns "lasso".
func (l LassoCV) Name() string { return cmp.Or(l.name, "lasso") }

// check reports hyper-parameters that are out of range.
func (l LassoCV) check() error {
	if l.Alphas < 0 || l.Alphas == 1 || l.Alphas > maxPenalties {
		return fmt.Errorf("%w: %s: a grid of %d penalties, want 2 to %d",
			ErrOption, l.Name(), l.Alphas, maxPenalties)
	}
	return checkFolds(l.Name(), l.Folds)
}

// Fit returns a [*Linear] as [Lasso.Fit] does. It fails if a hyper-parameter is out of range
// ([ErrOption]) and for the reasons for which [Lasso.Fit] does.
func (l LassoCV) Fit(p Problem) (Model, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	p, means := nearZero(p)
	d, mean, top, err := startDescent(p)
	if err != nil {
		return nil, err
	}
	if top == 0 {
		mean.diagnostics = Diagnostics{L1Ratio: 1}
		return mean, nil
	}
	alphas := geometric(top/d.n, cmp.Or(l.Alphas, defaultPenalties))
	c := l.choose(p, alphas)
	if c.at == 0 {
		mean.diagnostics = Diagnostics{Alpha: alphas[0], L1Ratio: 1}
		return mean, nil
	}
	for _, a := range c.weights {
		d.w[a.j], d.in[a.j] = a.w, true
	}
	d.patience = nearPatience
	m, err := d.finish(l.Name(), mean.Intercept, alphas[c.at], 1, defaultDescentTol,
		defaultDescentMaxIter)
	if err != nil {
		return nil, err
	}
	return m.moved(means), nil
}

// lassoChoice is a penalty chosen from a grid.
type lassoChoice struct {
	at      int       // its index
	weights []weight  // of the fit to all rows, to the tolerance of the path
	errors  []float64 // of the grid, as far as it was searched
}

// choose follows the folds along the grid, and the fit to all rows as far as the best penalty.
func (l LassoCV) choose(p Problem, alphas []float64) lassoChoice {
	held := folds(len(p.Y), cmp.Or(l.Folds, defaultFolds), l.Seed)
	path := newLassoPath(p, held)
	all, parts := path.lanes[:1], path.lanes[1:]
	share := patientShare
	if len(p.Y) >= smoothRows {
		share = smoothShare
	}
	patient := max(2, int(math.Round(share*float64(len(alphas)))))
	var c lassoChoice
	for k, alpha := range alphas {
		path.follow(parts, alpha)
		var sum float64
		for _, part := range parts {
			sum += path.heldError(part)
		}
		c.errors = append(c.errors, sum/float64(len(parts)))
		if k == 0 || c.errors[k] < c.errors[c.at]*(1-1e-10) {
			c.at = k
		}
		if k-c.at >= patient {
			break
		}
	}
	for _, alpha := range alphas[:c.at+1] {
		path.follow(all, alpha)
	}
	c.weights = all[0].weights()
	return c
}

// geometric returns a grid of n penalties from top down to gridRange times it.
func geometric(top float64, n int) []float64 {
	alphas := make([]float64, n)
	for k := range alphas {
		alphas[k] = top * math.Pow(gridRange, float64(k)/float64(n-1))
	}
	return alphas
}
