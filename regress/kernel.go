package regress

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/dense"
)

// Kinds of kernel, for [KernelRidge] and [GP].
const (
	// LinearKernel is (x-m)·(x'-m)/s, where m is the mean of the training rows and s the mean of
	// |x-m|² over them, so that its mean for x = x' is 1.
	LinearKernel = "linear"
	// RBFKernel is exp(-|x-x'|²/s), where s is the mean of |x-x'|² over all pairs of training rows,
	// times a width.
	RBFKernel = "rbf"
	// MixedKernel is a linear and an RBF term for each group.
	MixedKernel = "linear+rbf"
)

// kernel is k(x,x') = Σ_t w_t k_t(x_g, x'_g), where x_g are the columns of the group g of term t.
// Groups are those of the problem, or a single one if it had none. The kernel is positive
// semidefinite.
//
// It is evaluated with inverted columns, at a cost in proportion to the entries that two rows
// share. Equal rows have distance exactly 0. Columns that are nonzero in all training rows are
// first shifted to mean zero, which leaves the kernel unchanged, so that columns far from zero keep
// their digits.
type kernel struct {
	Columns int          `json:"columns"`
	Groups  int          `json:"groups"`          // number of groups
	Group   []int        `json:"group,omitempty"` // p; group of each column; nil for a single group
	Terms   []kernelTerm `json:"terms"`
	Shift   Row          `json:"shift"`          // subtracted from rows first
	Mean    []float64    `json:"mean,omitempty"` // p; m after the shift, for linear terms
}

// kernelTerm is one summand of a [kernel].
type kernelTerm struct {
	Kind   string  `json:"kind"`   // [LinearKernel] or [RBFKernel]
	Group  int     `json:"group"`  // number g, from 0
	Weight float64 `json:"weight"` // w
	Scale  float64 `json:"scale"`  // s of the kind
}

// kinds returns the kinds of the terms of each group.
func kinds(kernel string) ([]string, error) {
	switch kernel {
	case LinearKernel, RBFKernel:
		return []string{kernel}, nil
	case MixedKernel:
		return []string{LinearKernel, RBFKernel}, nil
	}
	return nil, fmt.Errorf("%w: kernel %q, want %s, %s or %s",
		ErrOption, kernel, LinearKernel, RBFKernel, MixedKernel)
}

// maxMagnitude bounds deviations of columns and targets for kernels. Up to this bound, squares,
// sums of squares and products of such sums are finite.
const maxMagnitude = 1e100

// kernelProblem centres a problem and makes its kernel. It fails for the same reasons as [OLS.Fit],
// and with [ErrNotFinite] if deviations exceed maxMagnitude.
func kernelProblem(p Problem, name string, width float64) (*centredProblem, *kernel, error) {
	kinds, err := kinds(name)
	if err != nil {
		return nil, nil, err
	}
	b, err := centreProblem(p, false)
	if err != nil {
		return nil, nil, err
	}
	if top := maxAbs(b.yc); !(top <= maxMagnitude) {
		return nil, nil, fmt.Errorf("%w: targets differ by %.2g from their mean; rescale them",
			ErrNotFinite, top)
	}
	for j, m := range b.c.mean {
		if norm := b.c.norm[j]; !finite(m) || !(norm <= maxMagnitude) {
			return nil, nil, fmt.Errorf("%w: the squares of column %d overflow; rescale it",
				ErrNotFinite, j)
		}
	}
	return b, newKernel(kinds, b.c, p.Groups, width), nil
}

// newKernel makes the kernel of a problem, with all weights 1. A group that is constant over the
// training rows has no term. The number of terms may be 0.
func newKernel(kinds []string, c *centred, groups []int, width float64) *kernel {
	p := c.x.cols
	k := &kernel{Columns: p, Groups: 1, Shift: c.full()}
	if groups != nil {
		k.Group, k.Groups = compact(groups)
	}
	square := make([]float64, k.Groups) // mean of |x-m|²
	for j, v := range c.norm {
		square[k.group(j)] += v * v / float64(c.x.n)
	}
	for g, s := range square {
		if s < 1e-200 {
			continue
		}
		for _, kind := range kinds {
			t := kernelTerm{Kind: kind, Group: g, Weight: 1, Scale: s}
			if kind == RBFKernel {
				t.Scale = 2 * s * width
			}
			k.Terms = append(k.Terms, t)
		}
	}
	if slices.Contains(kinds, LinearKernel) {
		k.Mean = slices.Clone(c.mean)
		for _, j := range k.Shift.Index {
			k.Mean[j] = 0
		}
	}
	return k
}

// full returns the means of the columns that have an entry in every row.
func (c *centred) full() Row {
	var r Row
	for j, e := range c.entries {
		if e == c.x.n && c.mean[j] != 0 {
			r.Index = append(r.Index, int32(j))
			r.Value = append(r.Value, c.mean[j])
		}
	}
	return r
}

// compact renumbers groups from 0 in ascending order.
func compact(groups []int) (group []int, count int) {
	distinct := slices.Clone(groups)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	group = make([]int, len(groups))
	for j, g := range groups {
		group[j], _ = slices.BinarySearch(distinct, g)
	}
	return group, len(distinct)
}

func (k *kernel) group(j int) int {
	if k.Group == nil {
		return 0
	}
	return k.Group[j]
}

// minus returns r - shift, without zeros.
func (r Row) minus(shift Row) Row {
	if len(shift.Index) == 0 {
		return r
	}
	most := len(r.Index) + len(shift.Index)
	d := Row{Index: make([]int32, 0, most), Value: make([]float64, 0, most)}
	for a, b := 0, 0; a < len(r.Index) || b < len(shift.Index); {
		j, v := int32(math.MaxInt32), 0.0
		if a < len(r.Index) {
			j = r.Index[a]
		}
		if b < len(shift.Index) {
			j = min(j, shift.Index[b])
		}
		if a < len(r.Index) && r.Index[a] == j {
			v, a = r.Value[a], a+1
		}
		if b < len(shift.Index) && shift.Index[b] == j {
			v, b = v-shift.Value[b], b+1
		}
		if v != 0 {
			d.Index, d.Value = append(d.Index, j), append(d.Value, v)
		}
	}
	return d
}

// minus returns the matrix of rows r - shift.
func (m *Matrix) minus(shift Row) *Matrix {
	s := NewMatrix(m.n, m.cols)
	for _, r := range m.all() {
		s.push(r.minus(shift))
	}
	return s
}

// kernelRows is a kernel with its training rows, prepared for comparison with others.
type kernelRows struct {
	k    *kernel
	n    int
	col  *columns
	norm []float64 // groups x n; |x_g|²
	mean []float64 // groups x n; m_g·x_g; nil where no term is linear
	mm   []float64 // groups; |m_g|²
	// of the row last multiplied
	dots  []float64 // groups x n
	qnorm []float64 // groups
	qmean []float64 // groups
}

// over prepares the rows of x, which are already shifted. The result is not safe for concurrent
// use.
func (k *kernel) over(x *Matrix) *kernelRows {
	n := x.n
	r := &kernelRows{
		k: k, n: n, col: newColumns(x),
		norm: make([]float64, k.Groups*n), dots: make([]float64, k.Groups*n),
		qnorm: make([]float64, k.Groups), qmean: make([]float64, k.Groups),
		mm: make([]float64, k.Groups),
	}
	if k.Mean != nil {
		r.mean = make([]float64, k.Groups*n)
		for j, m := range k.Mean {
			r.mm[k.group(j)] += m * m
		}
	}
	for i, row := range x.all() {
		r.measure(row)
		for g := range k.Groups {
			r.norm[g*n+i] = r.qnorm[g]
			if r.mean != nil {
				r.mean[g*n+i] = r.qmean[g]
			}
		}
	}
	return r
}

// measure sets qnorm and qmean to those of q.
func (r *kernelRows) measure(q Row) {
	clear(r.qnorm)
	clear(r.qmean)
	for e, j := range q.Index {
		g, v := r.k.group(int(j)), q.Value[e]
		r.qnorm[g] += v * v
		if r.k.Mean != nil {
			r.qmean[g] += v * r.k.Mean[j]
		}
	}
}

// multiply sets dots to the products of q, which is already shifted, with each row.
func (r *kernelRows) multiply(q Row) {
	r.measure(q)
	clear(r.dots)
	for e, j := range q.Index {
		v := q.Value[e]
		g := r.k.group(int(j))
		dots := r.dots[g*r.n : (g+1)*r.n]
		rows, values := r.col.col(int(j))
		if len(rows) == r.n { // as of an encoder's vectors
			dense.AddScaled(dots, v, values)
			continue
		}
		for t, i := range rows {
			dots[i] += v * values[t]
		}
	}
}

// term sets dst[i] to the term between the row last multiplied and row i, for i >= from. It is
// never NaN.
func (r *kernelRows) term(dst []float64, t kernelTerm, from int) {
	g := t.Group
	dots := r.dots[g*r.n : (g+1)*r.n]
	norm := r.norm[g*r.n : (g+1)*r.n]
	q := r.qnorm[g]
	if t.Kind == LinearKernel {
		mean := r.mean[g*r.n : (g+1)*r.n]
		for i := from; i < r.n; i++ {
			dst[i] = (dots[i] - mean[i] - (r.qmean[g] - r.mm[g])) / t.Scale
		}
	} else {
		for i := from; i < r.n; i++ {
			dst[i] = math.Exp(-distance(q, norm[i], dots[i]) / t.Scale)
		}
	}
	for i := from; i < r.n; i++ {
		if math.IsNaN(dst[i]) { // products overflowed: no similarity
			dst[i] = 0
		}
	}
}

// distance returns |a-b|² from |a|², |b|² and a·b. It is infinite if they overflow.
func distance(aa, bb, ab float64) float64 {
	d := aa + bb - 2*ab
	if math.IsNaN(d) {
		return math.Inf(1)
	}
	return max(0, d)
}

// gram returns the matrix of each term over the training rows x: upper triangles, packed by rows.
func (r *kernelRows) gram(x *Matrix) [][]float64 {
	g := make([][]float64, len(r.k.Terms))
	for t := range g {
		g[t] = make([]float64, 0, r.n*(r.n+1)/2)
	}
	row := make([]float64, r.n)
	for i, q := range x.all() {
		r.multiply(q)
		for t, term := range r.k.Terms {
			r.term(row, term, i)
			g[t] = append(g[t], row[i:]...)
		}
	}
	return g
}
