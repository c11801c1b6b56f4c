package regress

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

const (
	// pathPoints penalties from the least that gives w = 0 down to pathRange times that.
	pathPoints = 100
	pathRange  = 1e-3
)

// PathPoint is the model of one penalty of a path.
type PathPoint struct {
	Alpha float64 // the penalty, as in [Lasso]
	Model *Linear
}

// LassoPath fits the [Lasso] for many penalties, the greatest first, each solution the
// start of the next. Without penalties (nil) they are 100, in geometric progression
// from the least at which w = 0, max|Xᵀ(y - mean(y))|/n, down to a thousandth of that;
// there is one point, of penalty 0 and the mean of y, where no penalty gives any weight.
// Each point meets the tolerance of [Lasso]. It fails for the reasons for which [Lasso.Fit] does.
func LassoPath(p Problem, alphas []float64) ([]PathPoint, error) {
	return elasticNetPath(p, "lasso", 1, alphas)
}

// ElasticNetPath is to [ElasticNet] of that ratio of the L1 penalty, in (0, 1], what [LassoPath]
// is to [Lasso]; the least penalty at which w = 0 is max|Xᵀ(y - mean(y))|/(n ratio).
func ElasticNetPath(p Problem, ratio float64, alphas []float64) ([]PathPoint, error) {
	if err := checkRatio(ratio); err != nil {
		return nil, err
	}
	return elasticNetPath(p, "elasticnet", ratio, alphas)
}

func elasticNetPath(p Problem, name string, ratio float64, alphas []float64) ([]PathPoint, error) {
	for _, alpha := range alphas {
		if !(alpha > 0) || math.IsInf(alpha, 0) {
			return nil, fmt.Errorf("%w: %s: alpha is %v, want a positive number", ErrOption, name, alpha)
		}
	}
	d, mean, top, err := startDescent(p)
	if err != nil {
		return nil, err
	}
	if alphas == nil {
		if top == 0 {
			return []PathPoint{{0, mean}}, nil
		}
		alphas = penalties(top / d.n / ratio)
	} else {
		alphas = slices.Clone(alphas)
		slices.SortFunc(alphas, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	path := make([]PathPoint, len(alphas))
	for k, alpha := range alphas {
		m := constantModel(len(mean.Coef), p.Y)
		m.diagnostics = Diagnostics{Alpha: alpha, L1Ratio: ratio}
		if alpha*ratio*d.n < top {
			if m, err = d.finish(name, mean.Intercept, alpha, ratio, defaultDescentTol, d.sweeps+defaultDescentMaxIter); err != nil {
				return nil, err
			}
		}
		path[k] = PathPoint{alpha, m}
	}
	return path, nil
}

// penalties returns the grid that starts at top.
func penalties(top float64) []float64 {
	alphas := make([]float64, pathPoints)
	for k := range alphas {
		alphas[k] = top * math.Pow(pathRange, float64(k)/(pathPoints-1))
	}
	return alphas
}
