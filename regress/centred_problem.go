package regress

import "fmt"

// centredProblem is what the nonlinear regressors start from: a problem with centred columns and
// targets.
type centredProblem struct {
	c        *centred
	ybar     float64   // mean of the targets
	yc       []float64 // y - ybar
	constant bool      // only ybar can be learned
}

// maxMagnitude bounds columns and targets. Up to this bound, squares, sums of squares and products
// of such sums are finite.
const maxMagnitude = 1e100

// centreProblem checks a problem and centres it. It fails for the same reasons as [OLS.Fit], and
// with [ErrNotFinite] if deviations of columns or targets exceed 1e100.
func centreProblem(p Problem) (*centredProblem, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	b := &centredProblem{c: newCentred(p.X), ybar: Mean(p.Y)}
	if !finite(b.ybar) {
		return nil, fmt.Errorf("%w: the mean of the targets overflows; rescale them", ErrNotFinite)
	}
	b.yc = deviations(p.Y, b.ybar)
	if top := maxAbs(b.yc); !(top <= maxMagnitude) {
		return nil, fmt.Errorf("%w: targets differ by %.2g from their mean; rescale them",
			ErrNotFinite, top)
	}
	for j, m := range b.c.mean {
		if norm := b.c.norm[j]; !finite(m) || !(norm <= maxMagnitude) {
			return nil, fmt.Errorf("%w: the squares of column %d overflow; rescale it",
				ErrNotFinite, j)
		}
	}
	b.constant = b.c.varying == 0 || allEqual(p.Y)
	return b, nil
}
