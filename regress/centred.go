package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/luna-rating/luna/internal/numbers"
)

// centred is the design Xc = X - 1·meanᵀ. The subtraction is not carried out, so X stays sparse.
// Constant columns have exactly their value as mean and are zero in Xc.
type centred struct {
	x        *Matrix
	mean     []float64 // p
	constant []bool    // p
	norm     []float64 // p; Euclidean norms of the columns of Xc
	entries  []int     // p; numbers of entries of the columns of X
	varying  int       // number of columns that are not constant
}

// newCentred centres a matrix, once for all callers. The slices of the result are shared; see
// dropNegligible.
func newCentred(x *Matrix) *centred {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.centred == nil {
		x.centred = centre(x)
	}
	c := *x.centred
	return &c
}

func centre(x *Matrix) *centred {
	n, p := x.Dims()
	c := &centred{
		x:        x,
		mean:     make([]float64, p),
		constant: make([]bool, p),
		norm:     make([]float64, p),
		entries:  make([]int, p),
	}
	lo, hi := make([]float64, p), make([]float64, p)
	x.each(func(offset int32, r Row) {
		for k, j := range r.Index {
			v := r.Value[k]
			j += offset
			if c.entries[j] == 0 {
				lo[j], hi[j] = v, v
			}
			lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
			c.entries[j]++
			c.mean[j] += v
		}
	})
	for j, entries := range c.entries {
		if entries < n {
			lo[j], hi[j] = min(lo[j], 0), max(hi[j], 0)
		}
		if lo[j] == hi[j] {
			c.mean[j], c.constant[j] = lo[j], true
			continue
		}
		c.mean[j] /= float64(n)
		c.varying++
	}
	x.each(func(offset int32, r Row) {
		for k, j := range r.Index {
			d := r.Value[k] - c.mean[offset+j]
			c.norm[offset+j] += d * d
		}
	})
	for j, m := range c.mean {
		if c.constant[j] {
			c.norm[j] = 0
			continue
		}
		c.norm[j] = math.Sqrt(c.norm[j] + float64(n-c.entries[j])*m*m)
	}
	return c
}

// places returns the columns that vary, and the index of each among them.
func (c *centred) places() (varying, place []int) {
	varying, place = make([]int, 0, c.varying), make([]int, len(c.mean))
	for j, constant := range c.constant {
		place[j] = len(varying)
		if !constant {
			varying = append(varying, j)
		}
	}
	return varying, place
}

// subtract sets dst to y - Xc w. n, p -> n.
func (c *centred) subtract(dst, y, w []float64) {
	c.multiply(dst, w)
	floats.SubTo(dst, y, dst)
}

// transposed sets dst to Xcᵀ v. n -> p.
func (c *centred) transposed(dst, v []float64) {
	clear(dst)
	c.x.addTransposed(dst, v)
	total := sum(v)
	for j, m := range c.mean {
		dst[j] -= m * total
		if c.constant[j] {
			dst[j] = 0
		}
	}
}

// multiply sets dst to Xc w. p -> n.
func (c *centred) multiply(dst, w []float64) {
	clear(dst)
	c.x.times(dst, w)
	floats.AddConst(-dot(c.mean, w), dst)
}

// dropNegligible treats columns as constant if their squared norms vanish.
func (c *centred) dropNegligible() {
	c.constant, c.norm = slices.Clone(c.constant), slices.Clone(c.norm) // shared
	for j, v := range c.norm {
		if !c.constant[j] && v < 1e-150 {
			c.constant[j] = true
			c.norm[j] = 0
			c.varying--
		}
	}
}

// finish makes the model of the weights: b = mean(y) - mean·w. Constant columns get weight 0.
func (c *centred) finish(w []float64, ybar float64, d Diagnostics) *Linear {
	for j, constant := range c.constant {
		if constant {
			w[j] = 0
		}
	}
	return &Linear{Coef: w, Intercept: ybar - dot(c.mean, w), diagnostics: d}
}

// deviations returns y - ybar.
func deviations(y []float64, ybar float64) []float64 {
	return numbers.Map(y, func(v float64) float64 { return v - ybar })
}

// allEqual reports whether all targets are equal.
func allEqual(y []float64) bool {
	return !slices.ContainsFunc(y, func(v float64) bool { return v != y[0] })
}

// norm2 returns the Euclidean norm.
func norm2(v []float64) float64 { return math.Sqrt(dot(v, v)) }

// sum returns the sum of the elements, in order.
func sum(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s
}

// dot returns x·y, summed in order.
func dot(x, y []float64) float64 {
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// maxAbs returns max|v|.
func maxAbs(v []float64) float64 { return floats.Norm(v, math.Inf(1)) }

// centredProblem is what regressors start from: a problem with centred columns and targets.
type centredProblem struct {
	p        Problem
	means    Row // of the columns that were moved near zero
	c        *centred
	ybar     float64   // mean of the targets
	yc       []float64 // y - ybar
	constant bool      // only ybar can be learned
}

// centreProblem checks a problem and centres it, after [nearZero] if near is set. It fails for the
// same reasons as [OLS.Fit].
func centreProblem(p Problem, near bool) (*centredProblem, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	b := &centredProblem{p: p, ybar: Mean(p.Y)}
	if !finite(b.ybar) {
		return nil, fmt.Errorf("%w: the mean of the targets overflows; rescale them", ErrNotFinite)
	}
	if near {
		b.p, b.means = nearZero(p)
	}
	b.c, b.yc = newCentred(b.p.X), deviations(p.Y, b.ybar)
	b.constant = b.c.varying == 0 || allEqual(p.Y)
	return b, nil
}

// mean returns the model that predicts the mean of the targets everywhere.
func (b *centredProblem) mean() *Linear {
	return &Linear{Coef: make([]float64, len(b.c.mean)), Intercept: b.ybar}
}
