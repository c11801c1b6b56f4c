package regress

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/internal/numbers"
)

const (
	lassoFolds = 5
	// A grid of penalties goes from the least with w = 0 down to gridRange times it.
	gridRange = 1e-3
	// roughTol is the tolerance of fits from which others start.
	roughTol = 1e-3
	// Between the least penalty with w = 0 and a given one, each penalty is penaltyStep times the
	// one before.
	penaltyStep = 0.5
)

// penalised is the [ElasticNet] with checked options, for all regressors with an L1 penalty.
type penalised struct {
	name   string
	alpha  float64   // 0: chosen by cross-validation
	ratios []float64 // candidates for ρ; the first one if alpha is given
	search search
	seed   uint64
}

// search says how a grid of penalties is searched.
type search struct {
	points   int     // number of penalties
	patience int     // number of penalties without an improvement that end the search
	tol      float64 // of the fits to the rows outside each fold
}

// fit returns the model. The weights are 0 if the penalty is no less than top.
func (f penalised) fit(p Problem) (Model, error) {
	b, err := centreProblem(p, true)
	if err != nil {
		return nil, err
	}
	p = b.p
	top, err := b.top()
	if err != nil {
		return nil, err
	}
	mean := b.mean()
	c := choice{alpha: f.alpha, ratio: f.ratios[0]}
	if f.alpha == 0 && top > 0 {
		c = f.search.choose(p, top, f.ratios, folds(len(p.Y), lassoFolds, f.seed))
	}
	mean.diagnostics = Diagnostics{Alpha: c.alpha, L1Ratio: c.ratio}
	if c.alpha*c.ratio >= top*(1-1e-14) {
		return mean, nil
	}
	if c.path == nil {
		c.path = newLassoPath(p, nil, c.ratio, roughTol)
	}
	for alpha := top / c.ratio * penaltyStep; alpha > c.alpha; alpha *= penaltyStep {
		c.path.follow(alpha, c.path.all)
	}
	c.path.follow(c.alpha, c.path.all)
	m, err := c.path.model(f.name, mean, exactRounds)
	if err != nil {
		return nil, err
	}
	return m.moved(b.means).checked()
}

// top returns the least penalty αρ for which w = 0 is the solution: 0 if it is for any penalty.
func (b *centredProblem) top() (float64, error) {
	gradient := make([]float64, len(b.c.mean))
	b.c.transposed(gradient, b.yc)
	top := maxAbs(gradient) / float64(len(b.yc))
	if !finite(top) || maxAbs(b.c.norm) > 1e150 { // squares of the norms must be finite
		return 0, fmt.Errorf("%w: the products of columns and targets overflow; rescale them",
			ErrNotFinite)
	}
	if allEqual(b.p.Y) {
		top = 0
	}
	return top, nil
}

// model finishes the fit to all rows and makes its model from that of w = 0.
func (p *lassoPath) model(name string, mean *Linear, rounds int) (*Linear, error) {
	if off := p.finish(rounds); !(off <= exactTol) {
		return nil, fmt.Errorf("%w: %s: the optimality conditions are off by %.2g after %d sweeps; a "+
			"greater penalty or columns of similar scale may help",
			ErrNoConvergence, name, off, p.all.sweeps)
	}
	m := &Linear{Coef: make([]float64, len(mean.Coef)), Intercept: mean.Intercept}
	m.diagnostics = mean.diagnostics
	m.diagnostics.Iterations = p.all.sweeps
	for _, c := range p.all.active {
		m.Coef[p.at[c.j]] = c.w
		m.Intercept -= c.mean * c.w
	}
	return m, nil
}

// choice is the result of cross-validation.
type choice struct {
	alpha, ratio float64
	path         *lassoPath // for that ratio; its fit to all rows has not begun
	errors       []float64  // of the grid for that ratio, as far as it was searched
}

// choose follows the fits without each fold along one grid after the other. top is the least
// penalty at which w = 0 for ratio 1.
func (s search) choose(p Problem, top float64, ratios []float64, held [][]int) (best choice) {
	least := math.Inf(1)
	for _, ratio := range ratios {
		path := newLassoPath(p, held, ratio, s.tol)
		c := choice{ratio: ratio, path: path}
		at := 0
		for k, alpha := range geometric(top/ratio, s.points) {
			path.follow(alpha, path.parts...)
			var sum float64
			for _, part := range path.parts {
				sum += path.heldError(part)
			}
			c.errors = append(c.errors, sum/float64(len(held)))
			if k == 0 || c.errors[k] < c.errors[at]*(1-1e-10) {
				at, c.alpha = k, alpha
			}
			if k-at >= s.patience {
				break
			}
		}
		if c.errors[at] < least || best.path == nil {
			best, least = c, c.errors[at]
		}
	}
	return best
}

// geometric returns a grid of n penalties from top down to gridRange times it.
func geometric(top float64, n int) []float64 {
	alphas := make([]float64, n)
	for k := range alphas {
		alphas[k] = top * math.Pow(gridRange, float64(k)/float64(n-1))
	}
	return alphas
}

// folds deals n shuffled rows into k parts, at most n, whose sizes differ by at most one. Each part
// is in ascending order.
func folds(n, k int, seed uint64) [][]int {
	k = min(k, n)
	part := make([]int, n)
	for i, row := range numbers.Stream(seed, "regress folds", 0).Perm(n) {
		part[row] = i % k
	}
	held := make([][]int, k)
	for row, f := range part {
		held[f] = append(held[f], row)
	}
	return held
}
