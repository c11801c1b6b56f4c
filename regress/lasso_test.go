package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// kkt returns the maximum violation of the optimality conditions of a Lasso, with plain loops.
func kkt(p Problem, m *Linear, alpha float64) float64 {
	n, cols := p.X.Dims()
	rows := toDense(p.X)
	predicted := m.Predict(p.X)
	var worst, sum float64
	for j := range cols {
		var mean, g float64
		for _, row := range rows {
			mean += row[j] / float64(n)
		}
		for i, row := range rows {
			g += (row[j] - mean) * (p.Y[i] - predicted[i]) / float64(n)
		}
		violation := max(0, math.Abs(g)-alpha)
		if m.Coef[j] != 0 {
			violation = math.Abs(g - math.Copysign(alpha, m.Coef[j]))
		}
		worst = max(worst, violation)
	}
	for i, y := range p.Y { // the condition of the intercept
		sum += y - predicted[i]
	}
	return max(worst, math.Abs(sum)/float64(n))
}

// objective is the objective of the Lasso.
func objective(p Problem, m *Linear, alpha float64) float64 {
	var rr, l1 float64
	for i, y := range m.Predict(p.X) {
		rr += (p.Y[i] - y) * (p.Y[i] - y)
	}
	for _, w := range m.Coef {
		l1 += math.Abs(w)
	}
	return rr/(2*float64(len(p.Y))) + alpha*l1
}

func TestLassoIsOptimal(t *testing.T) {
	for name, p := range designs() {
		for _, alpha := range []float64{1, .1, .01, .001, 1e-4} {
			m := fit(t, Lasso{Alpha: alpha}, p)
			c := newCentred(p.X)
			scale := max(1, maxAbs(c.norm)*norm2(deviations(p.Y, Mean(p.Y)))/float64(len(p.Y)))
			if v := kkt(p, m, alpha); !(v < 1e-9*scale) {
				t.Errorf("%s, alpha %g: optimality conditions are off by %.2g", name, alpha, v)
			}
			// No other weights are better.
			rng := rand.New(rand.NewPCG(1, 1))
			best := objective(p, m, alpha)
			for range 5 {
				other := &Linear{Coef: make([]float64, len(m.Coef)), Intercept: m.Intercept}
				for j, w := range m.Coef {
					other.Coef[j] = w * (1 + .01*rng.NormFloat64())
				}
				if o := objective(p, other, alpha); o < best-1e-11*scale {
					t.Errorf("%s, alpha %g: %g is less than %g", name, alpha, o, best)
				}
			}
		}
	}
}

// A column that was set to zero early must be able to return: sweeps over nonzero weights alone
// would stop at a wrong optimum here.
func TestLassoRevisitsColumns(t *testing.T) {
	p := Problem{
		X: fromDense([][]float64{{1, 1}, {2, 2.1}, {3, 2.9}, {4, 4.2}, {5, 4.8}, {-3, 2}}, 2),
		Y: []float64{1, 2, 3, 4, 5, 7},
	}
	m := fit(t, Lasso{Alpha: .01}, p)
	if v := kkt(p, m, .01); v > 1e-9 || m.Coef[0] == 0 || m.Coef[1] == 0 {
		t.Errorf("weights %v, optimality conditions off by %g", m.Coef, v)
	}
}

func TestLassoAboveTheLargestPenaltyIsTheMean(t *testing.T) {
	p := bagOfWords(20, 57, 90, 12)
	c := newCentred(p.X)
	g := make([]float64, 90)
	c.transposed(g, deviations(p.Y, Mean(p.Y)))
	top := maxAbs(g) / 57
	m := fit(t, Lasso{Alpha: top * (1 + 1e-12)}, p)
	for _, y := range m.Predict(p.X) {
		if y != Mean(p.Y) {
			t.Fatalf("%v, want the mean %v", y, Mean(p.Y))
		}
	}
	if m.Diagnostics().Iterations != 0 {
		t.Error("sweeps were made")
	}
	m = fit(t, Lasso{Alpha: top * .999}, p)
	if maxAbs(m.Coef) == 0 {
		t.Error("no weight just below the largest penalty")
	}
}

func TestLassoTendsToOLS(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(21, 1)), 50, 8)
	want := fit(t, OLS{}, p)
	last := math.Inf(1)
	for _, alpha := range []float64{1e-2, 1e-4, 1e-6, 1e-8, 1e-10} {
		d := furthest(fit(t, Lasso{Alpha: alpha}, p).Coef, want.Coef)
		if !(d < last && d < 10*alpha) {
			t.Errorf("alpha %g: weights differ by %g", alpha, d)
		}
		last = d
	}
}

func TestLassoOptions(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(22, 1)), 20, 30)
	for _, l := range []Lasso{
		{}, {Alpha: -1}, {Alpha: math.NaN()}, {Alpha: math.Inf(1)},
	} {
		if _, err := l.Fit(p); !errors.Is(err, ErrOption) {
			t.Errorf("%+v: error %v", l, err)
		}
	}
	if a := NewLasso().Alpha; a != .1 {
		t.Errorf("default penalty %v", a)
	}
	// A fit that its own optimality conditions refuse is an error.
	mean, top, err := zeroWeights(p)
	if err != nil {
		t.Fatal(err)
	}
	path := newLassoPath(p, nil, 1, roughTol)
	path.follow(top/20, path.all)
	if m, err := path.model("lasso", mean, 1); m != nil || !errors.Is(err, ErrNoConvergence) {
		t.Errorf("a single round: %+v, error %v", m, err)
	}
}

func TestLassoExtremeValues(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-140, 1e140, 1e200, 1e300} {
		p := gaussian(rand.New(rand.NewPCG(23, 1)), 20, 30)
		rows := toDense(p.X)
		for _, row := range rows {
			for j := range row {
				row[j] *= scale
			}
		}
		p.X = fromDense(rows, 30)
		m, err := NewLasso().Fit(p)
		if errors.Is(err, ErrNotFinite) && scale > 1e150 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := m.(*Linear).Check(len(m.(*Linear).Coef)); err != nil || len(m.Diagnostics().Warnings) > 0 {
			t.Errorf("scale %g: %v, %+v", scale, err, m.Diagnostics())
		}
	}
}
