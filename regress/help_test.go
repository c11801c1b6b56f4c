package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/numbers"
)

// sparse returns the row of a map from columns to values.
func sparse(values map[int]float64) Row {
	var r Row
	for j := range values {
		r.Index = append(r.Index, int32(j))
	}
	slices.Sort(r.Index)
	for _, j := range r.Index {
		r.Value = append(r.Value, values[int(j)])
	}
	return r
}

// fromDense returns the matrix of dense rows, without the zeros.
func fromDense(rows [][]float64, cols int) *Matrix {
	m := NewMatrix(len(rows), cols)
	for _, row := range rows {
		var r Row
		for j, v := range row {
			if v != 0 {
				r.Index = append(r.Index, int32(j))
				r.Value = append(r.Value, v)
			}
		}
		m.Append(r)
	}
	return m
}

func toDense(m *Matrix) [][]float64 {
	n, p := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, p)
		r := m.Row(i)
		for k, j := range r.Index {
			rows[i][j] = r.Value[k]
		}
	}
	return rows
}

// gaussian returns a dense problem of independent normal numbers.
func gaussian(rng *rand.Rand, n, p int) Problem {
	rows := make([][]float64, n)
	y := make([]float64, n)
	for i := range rows {
		rows[i] = make([]float64, p)
		for j := range rows[i] {
			rows[i][j] = rng.NormFloat64()
		}
		y[i] = rng.NormFloat64()
	}
	return Problem{X: fromDense(rows, p), Y: y}
}

// learn returns the model and fails the test on an error or warning.
func learn(t testing.TB, r Regressor, p Problem) Model {
	t.Helper()
	m, err := r.Fit(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range m.Diagnostics().Warnings {
		t.Error(w)
	}
	return m
}

// fit is learn for a linear regressor.
func fit(t testing.TB, r Regressor, p Problem) *Linear {
	t.Helper()
	return learn(t, r, p).(*Linear)
}

// furthest returns the maximum difference of two slices relative to 1 + max|want|.
func furthest(got, want []float64) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var m float64
	for i := range got {
		d := math.Abs(got[i] - want[i])
		if math.IsNaN(d) {
			return d
		}
		m = max(m, d)
	}
	return m / (1 + maxAbs(want))
}

// sameBits reports whether two slices are equal to the bit.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y)
	})
}

// split returns the problem without the held-out rows, which are in ascending order, and those
// rows.
func split(p Problem, held []int) (train Problem, x *Matrix, y []float64) {
	var rest []int
	for i := range p.Y {
		if !slices.Contains(held, i) {
			rest = append(rest, i)
		}
	}
	return Problem{X: p.X.Select(rest), Y: numbers.At(p.Y, rest), Groups: p.Groups},
		p.X.Select(held), numbers.At(p.Y, held)
}

// zeroWeights returns the model of w = 0, and the least penalty for which that is the solution of
// the Lasso.
func zeroWeights(p Problem) (mean *Linear, top float64, err error) {
	b, err := centreProblem(p, false)
	if err != nil {
		return nil, 0, err
	}
	top, err = b.top()
	return b.mean(), top, err
}
