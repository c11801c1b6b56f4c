package regress

import "fmt"

// beginning is what the regressors that are not linear start from.
type beginning struct {
	c        *centred
	ybar     float64   // Mean of the targets
	yc       []float64 // y - ybar
	constant bool      // nothing but ybar can be learned
}

// vast is where values leave the range in which squares, their sums and products with
// one another are finite.
const vast = 1e100

// begin checks a problem and centres it. It fails for the reasons for which [OLS.Fit]
// does, and with [ErrNotFinite] where the columns' deviations or the targets'
// exceed 1e100.
func begin(p Problem) (*beginning, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	b := &beginning{c: newCentred(p.X), ybar: Mean(p.Y)}
	if !finite(b.ybar) {
		return nil, fmt.Errorf("%w: the mean of the targets overflows; rescale them", ErrNotFinite)
	}
	b.yc = deviations(p.Y, b.ybar)
	if top := largest(b.yc); !(top <= vast) {
		return nil, fmt.Errorf("%w: targets differ by %.2g from their mean; rescale them", ErrNotFinite, top)
	}
	for j, m := range b.c.mean {
		if norm := b.c.norm[j]; !finite(m) || !(norm <= vast) {
			return nil, fmt.Errorf("%w: the squares of column %d overflow; rescale it", ErrNotFinite, j)
		}
	}
	b.constant = b.c.varying == 0 || allEqual(p.Y)
	return b, nil
}
