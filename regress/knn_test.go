package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// slowKNN is the definition: all rows no further away than the k-th.
func slowKNN(rows [][]float64, y []float64, q []float64, k int) float64 {
	d := make([]float64, len(rows))
	for i, r := range rows {
		for j, v := range r {
			d[i] += (v - q[j]) * (v - q[j])
		}
	}
	sorted := slices.Clone(d)
	slices.Sort(sorted)
	limit := sorted[min(k, len(d))-1]
	var sum, total float64
	for i := range d {
		if d[i] <= limit {
			sum += y[i]
			total++
		}
	}
	return sum / total
}

func TestKNNIsItsDefinition(t *testing.T) {
	words := bagOfWords(3, 70, 40, 4) // integers: many ties
	dense := gaussian(rand.New(rand.NewPCG(1, 1)), 60, 4)
	for name, p := range map[string]Problem{"words": words, "dense": dense} {
		rows := toDense(p.X)
		for _, k := range []int{1, 2, 3, 10, 1000} {
			m := learn(t, KNN{K: k}, p)
			test := gaussian(rand.New(rand.NewPCG(2, 1)), 5, p.X.cols).X
			got := append(m.Predict(p.X), m.Predict(test)...)
			for i, q := range append(slices.Clone(rows), toDense(test)...) {
				if want := slowKNN(rows, p.Y, q, k); math.Abs(got[i]-want) > 1e-12 {
					t.Errorf("%s, %d: row %d is predicted %v, want %v",
						name, k, i, got[i], want)
				}
			}
		}

		best, least := 0, math.Inf(1)
		for _, k := range []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50} {
			var loss float64
			for i, q := range rows {
				others := append(slices.Clone(rows[:i]), rows[i+1:]...)
				y := append(slices.Clone(p.Y[:i]), p.Y[i+1:]...)
				e := p.Y[i] - slowKNN(others, y, q, k)
				loss += e * e
			}
			if loss < least*(1-1e-12) {
				best, least = k, loss
			}
		}
		if m := learn(t, KNN{}, p).(*knnModel); m.K != best {
			t.Errorf("%s: %d neighbours chosen, want %d", name, m.K, best)
		}
	}
}

// The order of the training rows does not matter, even with ties between copies.
func TestKNNOrder(t *testing.T) {
	p := bagOfWords(3, 70, 40, 4)
	order := rand.New(rand.NewPCG(1, 1)).Perm(70)
	q := Problem{X: p.X.Select(order)}
	for _, i := range order {
		q.Y = append(q.Y, p.Y[i])
	}
	a, b := learn(t, KNN{}, p), learn(t, KNN{}, q)
	if d := furthest(a.Predict(p.X), b.Predict(p.X)); d > 1e-12 {
		t.Errorf("predictions differ by %v", d)
	}
}
