package regress

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// candidateK lists the numbers of neighbours among which [KNN] chooses.
var candidateK = []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50}

// KNN predicts the mean of the targets of the K nearest training rows by Euclidean distance. All
// rows at the distance of the K-th count, so the order of the training rows does not matter.
// Columns are not scaled.
//
// If K is 0, it is chosen by leave-one-out among 1, 2, 3, 5, 7, 10, 15, 20, 30 and 50, as far as
// below n: the number with the least sum of squared errors, the lesser of equals.
//
// Predictions lie between the minimum and the maximum target. X is n x p. The choice of K takes
// O(n²) time beside the products of all pairs of rows. Distances are equal if they are as float64;
// those of equal rows always are.
//
// Source: Cover and Hart, Nearest Neighbor Pattern Classification, IEEE Trans. Inf. Theory 13(1),
// 1967. The zero value is ready to use.
type KNN struct {
	// K is the number of neighbours, all training rows if there are fewer; 0 means a choice by
	// leave-one-out.
	K int
}

// Name returns "knn".
func (KNN) Name() string { return "knn" }

const uniform = "uniform"

// knnModel is the model of [KNN]: the training rows. Its exported fields describe it completely and
// survive JSON exactly. It must not be changed in use.
type knnModel struct {
	K       int       `json:"k"`       // number of neighbours
	Weights string    `json:"weights"` // [Uniform] or [Distance]
	Shift   Row       `json:"shift"`   // subtracted from rows, which leaves distances unchanged
	X       *Matrix   `json:"x"`       // training rows, shifted
	Y       []float64 `json:"y"`       // targets
}

// Fit returns a model that holds the training rows. It fails if a hyper-parameter is out of range
// ([ErrOption]), for the reasons for which [OLS.Fit] does, and if the squares of a column overflow
// ([ErrNotFinite]).
func (r KNN) Fit(p Problem) (Model, error) {
	if r.K < 0 {
		return nil, fmt.Errorf("%w: knn: %d neighbours, want at least 0", ErrOption, r.K)
	}
	b, err := centreProblem(p)
	if err != nil {
		return nil, err
	}
	m := &knnModel{K: r.K, Weights: uniform}
	if b.constant {
		m.K, m.X, m.Y = 1, NewMatrix(1, p.X.cols), []float64{b.ybar}
		m.X.Append(Row{})
		return m, nil
	}
	m.Shift = b.c.full()
	m.X, m.Y = p.X.minus(m.Shift), slices.Clone(p.Y)
	if m.K == 0 {
		m.K = m.choose()
	}
	return m, nil
}

// neighbour is a training row with its squared distance.
type neighbour struct {
	distance float64
	row      int
}

// compareNeighbours orders by distance, equal ones by row.
func compareNeighbours(a, b neighbour) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), a.row-b.row)
}

// choose returns the number of neighbours with the least leave-one-out error.
func (m *knnModel) choose() int {
	n := len(m.Y)
	rows := m.rows()
	list := make([]neighbour, n)
	loss := make([]float64, len(candidateK))
	for i, q := range m.X.all() {
		rows.distances(list, q)
		list[i] = list[n-1] // the row itself is left out
		near := nearest(list[:n-1], candidateK[len(candidateK)-1])
		for c, k := range candidateK {
			if k < n {
				d := m.Y[i] - m.mean(near, k)
				loss[c] += d * d
			}
		}
	}
	best := 0
	for c, k := range candidateK {
		if k < n && loss[c] < loss[best] {
			best = c
		}
	}
	return candidateK[best]
}

// rows prepares the training rows for computing distances.
func (m *knnModel) rows() *kernelRows {
	return (&kernel{Columns: m.X.cols, Groups: 1}).over(m.X)
}

// distances sets list to all rows with their distances from q, unsorted.
func (r *kernelRows) distances(list []neighbour, q Row) {
	r.multiply(q)
	for i := range list {
		list[i] = neighbour{distance(r.qnorm[0], r.norm[i], r.dots[i]), i}
	}
}

// nearest returns the k nearest of the list and those at the same distance as the last of them,
// sorted. It reorders the list.
func nearest(list []neighbour, k int) []neighbour {
	if k < len(list) {
		least := make([]float64, 0, k) // the k least distances so far, ascending
		for _, q := range list {
			if len(least) == k && q.distance >= least[k-1] {
				continue
			}
			if len(least) == k {
				least = least[:k-1]
			}
			at, _ := slices.BinarySearch(least, q.distance)
			least = slices.Insert(least, at, q.distance)
		}
		kept := 0
		for _, q := range list {
			if q.distance <= least[k-1] {
				list[kept] = q
				kept++
			}
		}
		list = list[:kept]
	}
	slices.SortFunc(list, compareNeighbours)
	return list
}

// mean returns the mean of the targets of the first k rows of a sorted list and of those at the
// same distance as the last of them.
func (m *knnModel) mean(list []neighbour, k int) float64 {
	k = min(k, len(list))
	for k < len(list) && list[k].distance == list[k-1].distance {
		k++
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	var sum float64
	for _, q := range list[:k] {
		sum += m.Y[q.row]
		lo, hi = min(lo, m.Y[q.row]), max(hi, m.Y[q.row])
	}
	return min(max(sum/float64(k), lo), hi)
}

// Predict returns the mean of the nearest targets for each row of x. It panics if x has a different
// number of columns from the training rows.
func (m *knnModel) Predict(x *Matrix) []float64 {
	if x.cols != m.X.cols {
		panic(fmt.Sprintf("regress: %d columns for a model of %d", x.cols, m.X.cols))
	}
	rows := m.rows()
	list := make([]neighbour, len(m.Y))
	y := make([]float64, x.n)
	for i, q := range x.all() {
		rows.distances(list, q.minus(m.Shift))
		y[i] = m.mean(nearest(list, m.K), m.K)
	}
	return y
}

// Check reports what keeps m from predicting; see [StorableModel].
func (m *knnModel) Check(columns int) error {
	switch {
	case m.K < 1:
		return fmt.Errorf("%d neighbours, want at least 1", m.K)
	case m.Weights != uniform:
		return fmt.Errorf("weights %.40q, want %q", m.Weights, uniform)
	case len(m.Y) == 0:
		return errors.New("no targets, want at least 1")
	}
	if err := m.X.checkFinite(len(m.Y), columns); err != nil {
		return err
	}
	if err := m.Shift.checkFinite(columns); err != nil {
		return fmt.Errorf("shift: %w", err)
	}
	for i, y := range m.Y {
		if !finite(y) {
			return fmt.Errorf("target %v of training row %d, want a finite number", y, i)
		}
	}
	return nil
}

// Diagnostics is empty: the fit does not iterate.
func (m *knnModel) Diagnostics() Diagnostics { return Diagnostics{} }
