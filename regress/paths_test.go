package regress

import "testing"

// pathPoint is the model of one penalty.
type pathPoint struct {
	alpha float64
	loo   float64 // leave-one-out error, of ridge regression alone
	model *Linear
}

// elasticNetPath fits one descent for each penalty of the grid in turn, as cross-validation does,
// but to the full tolerance. Without a grid it takes that of cross-validation.
func elasticNetPath(t testing.TB, p Problem, ratio float64, alphas []float64) []pathPoint {
	t.Helper()
	d, mean, top, err := startDescent(p)
	if err != nil {
		t.Fatal(err)
	}
	if alphas == nil {
		alphas = penalties(top / d.n / ratio)
	}
	path := make([]pathPoint, len(alphas))
	for k, alpha := range alphas {
		m := constantModel(len(mean.Coef), p.Y)
		if alpha*ratio*d.n < top {
			limit := d.sweeps + defaultDescentMaxIter
			m, err = d.finish("elasticnet", mean.Intercept, alpha, ratio, defaultDescentTol, limit)
			if err != nil {
				t.Fatal(err)
			}
		}
		path[k] = pathPoint{alpha: alpha, model: m}
	}
	return path
}

// ridgePath fits ridge regression for each penalty with one decomposition.
func ridgePath(t testing.TB, p Problem, alphas []float64) []pathPoint {
	t.Helper()
	s, err := newRidgeSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	d := s.decompose(p)
	path := make([]pathPoint, len(alphas))
	for k, loo := range d.leaveOneOut(alphas) {
		m, err := d.fit(alphas[k])
		if err != nil {
			t.Fatal(err)
		}
		path[k] = pathPoint{alphas[k], loo, m}
	}
	return path
}
