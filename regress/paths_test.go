package regress

import "testing"

// pathPoint is the model of one penalty.
type pathPoint struct {
	alpha float64
	loo   float64 // leave-one-out error, of ridge regression alone
	model *Linear
}

// elasticNetPath fits one path for each penalty of the grid in turn, as cross-validation does,
// but to the full tolerance. Without a grid it takes that of cross-validation.
func elasticNetPath(t testing.TB, p Problem, ratio float64, alphas []float64) []pathPoint {
	t.Helper()
	mean, top, err := zeroWeights(p)
	if err != nil {
		t.Fatal(err)
	}
	if alphas == nil {
		alphas = geometric(top/ratio, gridPoints)
	}
	points := make([]pathPoint, len(alphas))
	path := newLassoPath(p, nil, ratio, roughTol)
	for k, alpha := range alphas {
		m := mean
		if alpha*ratio < top*(1-1e-14) {
			path.follow(alpha, path.all)
			if m, err = path.model("elasticnet", mean, exactRounds); err != nil {
				t.Fatal(err)
			}
		}
		points[k] = pathPoint{alpha: alpha, model: m}
	}
	return points
}

// ridgePath fits ridge regression for each penalty with one decomposition.
func ridgePath(t testing.TB, p Problem, alphas []float64) []pathPoint {
	t.Helper()
	s, err := newRidgeSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	d := s.decompose()
	path := make([]pathPoint, len(alphas))
	for k, loo := range d.leaveOneOut(alphas) {
		m, err := d.fit(alphas[k])
		if err != nil {
			t.Fatal(err)
		}
		path[k] = pathPoint{alphas[k], loo, m.(*Linear)}
	}
	return path
}
