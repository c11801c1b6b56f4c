package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOffset adds a number to every column but the last. Predictions are the same as before, but
// for the digits that the sums of large numbers do not have.
func TestOffset(t *testing.T) {
	const n, held, cols = 40, 10, 6
	rng := rand.New(rand.NewPCG(7, 9))
	values := make([][]float64, n+held)
	var y []float64
	for i := range values {
		values[i] = make([]float64, cols)
		for j := range values[i] {
			// Multiples of a power of two, which the sum with an offset keeps exactly.
			values[i][j] = math.Round(rng.Float64()*1024) / 1024
		}
		if i < n {
			y = append(y, .5*values[i][0]-.2*values[i][3]+.3*values[i][5]+.02*rng.NormFloat64())
		}
	}
	predict := func(r Regressor, offset float64) []float64 {
		rows := make([][]float64, len(values))
		for i, row := range values {
			rows[i] = slices.Clone(row)
			for j := range cols - 1 {
				rows[i][j] += offset * float64(j+1)
			}
		}
		m, err := r.Fit(Problem{X: fromDense(rows[:n], cols), Y: y})
		if err != nil {
			t.Fatalf("%s, offset %v: %v", r.Name(), offset, err)
		}
		return m.Predict(fromDense(rows[n:], cols))
	}
	for _, e := range Catalog() {
		r, err := e.New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := predict(r, 0)
		for _, offset := range []float64{-100, 1e4, -1e6, 1e8} {
			for i, got := range predict(r, offset) {
				if math.Abs(got-want[i]) > 1e-5 {
					t.Errorf("%s: with %v added to columns row %d is predicted %v, want %v",
						r.Name(), offset, i, got, want[i])
					break
				}
			}
		}
	}
}
