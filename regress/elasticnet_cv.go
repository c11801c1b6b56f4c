package regress

import (
	"cmp"
	"fmt"
	"math"
)

const (
	defaultFolds = 5
	// The search of a grid of penalties ends after this many without an improvement.
	gridPatience = 20
	// Fits for cross-validation need not be exact.
	foldTol    = 1e-6
	foldSweeps = 1000
	// A grid has gridPoints penalties, from the least with w = 0 down to gridRange times it.
	gridPoints = 100
	gridRange  = 1e-3
)

func checkFolds(name string, folds int) error {
	if folds < 0 || folds == 1 {
		return fmt.Errorf("%w: %s: %d folds, want at least 2", ErrOption, name, folds)
	}
	return nil
}

// choice is the result of cross-validation.
type choice struct {
	alpha, ratio float64
	errors       []float64 // of the grid for that ratio, as far as it was searched
}

// crossValidate chooses penalty and ratio with k folds; k = 0 means 5.
func crossValidate(p Problem, ratios []float64, k int, seed uint64) (choice, error) {
	d, _, top, err := startDescent(p)
	if err != nil {
		return choice{}, err
	}
	if top == 0 {
		return choice{alpha: 0, ratio: ratios[0]}, nil
	}
	return chooseElasticNet(p, top/d.n, ratios, folds(len(p.Y), cmp.Or(k, defaultFolds), seed)), nil
}

// chooseElasticNet follows all folds along one grid after the other. top is the least penalty at
// which w = 0 for ratio 1.
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

// fold is the fit to the rows outside one fold, with the rows in it.
type fold struct {
	d  *descent
	x  *Matrix
	yc []float64 // targets of the held-out rows less the mean of the others
}

func newFold(p Problem, held []int) *fold {
	p.Gram = nil
	train, x, y := split(p, held)
	ybar := Mean(train.Y)
	return &fold{d: newDescent(train.X, train.Y, ybar), x: x, yc: deviations(y, ybar)}
}

// restart resets the weights to 0.
func (f *fold) restart() {
	clear(f.d.w)
	clear(f.d.in)
	f.d.sweeps, f.d.waited = 0, 0
}

// error continues the fit with the penalty and returns its mean squared error on the held-out rows.
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

// penalties returns the grid that starts at top.
func penalties(top float64) []float64 { return geometric(top, gridPoints) }
