package regress

import (
	"fmt"
	"math"
)

const (
	defaultFolds = 5
	// A grid of penalties is left after this many without a new least error.
	gridPatience = 20
	// Errors of cross-validation need not be exact.
	foldTol    = 1e-6
	foldSweeps = 1000
	// A grid has gridPoints penalties, from the least that gives w = 0 down to gridRange times that.
	gridPoints = 100
	gridRange  = 1e-3
)

// lassoCV is the [Lasso] with the penalty of least error in cross-validation within the
// training rows, as [ElasticNet] chooses with L1Ratio 1. The zero value is ready.
type lassoCV struct {
	// Folds is the number of folds of cross-validation, at least 2; 0 stands for 5. Where
	// rows are fewer each is a fold.
	Folds int
	// Seed of the shuffling.
	Seed uint64
}

// Name returns "lassocv".
func (lassoCV) Name() string { return "lassocv" }

// Fit returns a [*Linear] as [Lasso.Fit] does. It fails where Folds is out of range
// ([ErrOption]) and for the reasons for which [Lasso.Fit] does.
func (l lassoCV) Fit(p Problem) (Model, error) {
	if err := checkFolds("lassocv", l.Folds); err != nil {
		return nil, err
	}
	choice, err := crossValidate(p, []float64{1}, l.Folds, l.Seed)
	if err != nil {
		return nil, err
	}
	return fitElasticNet(p, "lassocv", choice.alpha, 1, 0, 0)
}

func checkFolds(name string, folds int) error {
	if folds < 0 || folds == 1 {
		return fmt.Errorf("%w: %s: %d folds, want at least 2", ErrOption, name, folds)
	}
	return nil
}

// choice is what cross-validation chose.
type choice struct {
	alpha, ratio float64
	errors       []float64 // of the grid for that ratio, as far as it was followed
}

// crossValidate chooses penalty and ratio for the number of folds, 0 standing for 5.
func crossValidate(p Problem, ratios []float64, k int, seed uint64) (choice, error) {
	if k == 0 {
		k = defaultFolds
	}
	d, _, top, err := startDescent(p)
	if err != nil {
		return choice{}, err
	}
	if top == 0 {
		return choice{alpha: 0, ratio: ratios[0]}, nil
	}
	return chooseElasticNet(p, top/d.n, ratios, folds(len(p.Y), k, seed)), nil
}

// chooseElasticNet follows all folds along one grid after the other, top being the least
// penalty at which w = 0 for ratio 1.
func chooseElasticNet(p Problem, top float64, ratios []float64, held [][]int) choice {
	list := make([]*fold, len(held))
	for k, rows := range held {
		list[k] = newFold(p, rows)
	}
	best, least := choice{}, math.Inf(1)
	for _, ratio := range ratios {
		for _, f := range list {
			f.restart()
		}
		alphas := penalties(top / ratio)
		c := choice{alpha: alphas[0], ratio: ratio}
		own, at := math.Inf(1), 0
		for k, alpha := range alphas {
			var sum float64
			for _, f := range list {
				sum += f.error(alpha, ratio)
			}
			c.errors = append(c.errors, sum/float64(len(list)))
			if e := c.errors[k]; e < own*(1-1e-10) || k == 0 {
				own, at = e, k
			}
			if k-at >= gridPatience {
				break
			}
		}
		c.alpha = alphas[at]
		if own < least || best.ratio == 0 {
			best, least = c, own
		}
	}
	return best
}

// fold is the fit of the rows outside one fold, and those in it.
type fold struct {
	d  *descent
	x  *Matrix
	yc []float64 // of the rows held out, less the mean of the others
}

func newFold(p Problem, held []int) *fold {
	p.Gram = nil
	train, x, y := split(p, held)
	ybar := Mean(train.Y)
	return &fold{d: newDescent(train.X, train.Y, ybar), x: x, yc: deviations(y, ybar)}
}

// restart goes back to w = 0.
func (f *fold) restart() {
	clear(f.d.w)
	clear(f.d.in)
	f.d.sweeps, f.d.waited = 0, 0
}

// error follows the fit to the penalty and returns its mean squared error for the rows held out.
func (f *fold) error(alpha, ratio float64) float64 {
	f.d.run(alpha, ratio, foldTol, f.d.sweeps+foldSweeps)
	var shift float64
	for j, w := range f.d.w {
		if w != 0 {
			shift += f.d.c.mean[j] * w
		}
	}
	var sum float64
	for i, r := range f.x.all() {
		e := f.yc[i] + shift
		for k, j := range r.Index {
			e -= r.Value[k] * f.d.w[j]
		}
		sum += e * e
	}
	return sum / float64(f.x.n)
}

// penalties returns the grid that starts at top, in geometric progression.
func penalties(top float64) []float64 {
	alphas := make([]float64, gridPoints)
	for k := range alphas {
		alphas[k] = top * math.Pow(gridRange, float64(k)/(gridPoints-1))
	}
	return alphas
}
