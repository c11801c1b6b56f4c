package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// kktElasticNet is kkt for an elastic net, with plain loops.
func kktElasticNet(p Problem, m *Linear, alpha, ratio float64) float64 {
	n, cols := p.X.Dims()
	rows := toDense(p.X)
	predicted := m.Predict(p.X)
	var worst float64
	for j := range cols {
		var mean, g float64
		for _, row := range rows {
			mean += row[j] / float64(n)
		}
		for i, row := range rows {
			g += (row[j] - mean) * (p.Y[i] - predicted[i]) / float64(n)
		}
		g -= alpha * (1 - ratio) * m.Coef[j]
		violation := max(0, math.Abs(g)-alpha*ratio)
		if m.Coef[j] != 0 {
			violation = math.Abs(g - math.Copysign(alpha*ratio, m.Coef[j]))
		}
		worst = max(worst, violation)
	}
	return worst
}

func TestElasticNetPathIsOptimal(t *testing.T) {
	suite.Slow(t, "solves many problems")
	for name, p := range designs() {
		if n, _ := p.X.Dims(); n > 100 {
			continue
		}
		c := newCentred(p.X)
		scale := max(1, maxAbs(c.norm)*norm2(deviations(p.Y, Mean(p.Y)))/float64(len(p.Y)))
		for _, ratio := range []float64{.1, .5, .99, 1} {
			path := elasticNetPath(t, p, ratio, nil)
			if len(path) != 100 || maxAbs(path[0].model.Coef) != 0 ||
				maxAbs(path[2].model.Coef) == 0 ||
				math.Abs(path[99].alpha/path[0].alpha-1e-3) > 1e-12 {
				t.Errorf("%s, ratio %g: path of %d points from %g to %g",
					name, ratio, len(path), path[0].alpha, path[99].alpha)
			}
			for k, q := range path {
				d := q.model.Diagnostics()
				if v := kktElasticNet(p, q.model, q.alpha, ratio); !(v < 1e-9*scale) ||
					len(d.Warnings) > 0 {
					t.Errorf("%s, ratio %g, alpha %g: optimality conditions are off by %.2g; %+v",
						name, ratio, q.alpha, v, d)
				}
				if k%33 == 5 && ratio < 1 { // the weights are unique, so the path does not matter
					if d := furthest(fit(t, ElasticNet{Alpha: q.alpha, L1Ratio: ratio}, p).Coef,
						q.model.Coef); !(d < 1e-7) {
						t.Errorf("%s, ratio %g, alpha %g: a fit alone differs by %.2g",
							name, ratio, q.alpha, d)
					}
				}
			}
		}
	}
}

func TestElasticNetTendsToRidge(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(41, 1)), 30, 50)
	want := fit(t, Ridge{Alpha: 30 * .2}, p)
	if d := furthest(fit(t, ElasticNet{Alpha: .2, L1Ratio: 1e-9}, p).Coef, want.Coef); !(d < 1e-7) {
		t.Errorf("weights differ by %.2g", d)
	}
	one := fit(t, ElasticNet{Alpha: .05, L1Ratio: 1}, p)
	if lasso := fit(t, Lasso{Alpha: .05}, p); !sameBits(one.Coef, lasso.Coef) {
		t.Error("ratio 1 is not the Lasso")
	}
}

// Copies of a column share their weight evenly, which is the purpose of the L2 penalty.
func TestElasticNetCopiedColumns(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(42, 1)), 40, 4)
	rows := toDense(p.X)
	for i, row := range rows {
		rows[i] = append(row, row[0], row[0])
		p.Y[i] += 3 * row[0]
	}
	p.X = fromDense(rows, 6)
	for _, ratio := range []float64{.3, .9, .999, 1 - 1e-9} {
		m := fit(t, ElasticNet{Alpha: .01, L1Ratio: ratio}, p)
		if v := kktElasticNet(p, m, .01, ratio); v > 1e-9 {
			t.Errorf("ratio %g: optimality conditions are off by %.2g", ratio, v)
		}
		if d := furthest(m.Coef[4:], []float64{m.Coef[0], m.Coef[0]}); ratio < .9999 &&
			!(d < 1e-6) || m.Coef[0] == 0 {
			t.Errorf("ratio %g: weights %v", ratio, m.Coef)
		}
	}
}

func TestCrossValidationFindsTheSignal(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(43, 1)), 80, 120)
	for i, row := range toDense(p.X) {
		p.Y[i] += 3*row[2] - 3*row[7]
	}
	for _, r := range []Regressor{ElasticNet{}, ElasticNet{L1Ratio: .5}, LassoCV{},
		LassoCV{Seed: 3}} {
		m := fit(t, r, p)
		d := m.Diagnostics()
		if math.Abs(m.Coef[2]-3) > 1 || math.Abs(m.Coef[7]+3) > 1 || d.Alpha == 0 ||
			d.L1Ratio == 0 {
			t.Errorf("%+v: weights %v and %v, %+v", r, m.Coef[2], m.Coef[7], d)
		}
		if e := (ElasticNet{Alpha: d.Alpha, L1Ratio: d.L1Ratio}); !(furthest(fit(t, e, p).Coef,
			m.Coef) < 1e-9) {
			t.Errorf("%+v: the model is not that of its penalty", r)
		}
	}
}

func TestFolds(t *testing.T) {
	for _, n := range []int{1, 2, 5, 23} {
		var all []int
		for _, held := range folds(n, 5, 1) {
			if len(held) < n/5 || len(held) > n/5+1 || !slices.IsSorted(held) {
				t.Errorf("%d rows: fold %v", n, held)
			}
			all = append(all, held...)
		}
		slices.Sort(all)
		for i, row := range all {
			if i != row {
				t.Fatalf("%d rows: %v", n, all)
			}
		}
	}
}

func TestElasticNetOptions(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(22, 1)), 20, 30)
	for _, r := range []Regressor{
		ElasticNet{Alpha: -1}, ElasticNet{Alpha: math.NaN()}, ElasticNet{L1Ratio: -.1},
		ElasticNet{L1Ratio: 1.1}, ElasticNet{L1Ratio: math.NaN()},
	} {
		if _, err := r.Fit(p); !errors.Is(err, ErrOption) {
			t.Errorf("%+v: error %v", r, err)
		}
	}
	for _, scale := range []float64{1e-300, 1e-140, 1e140, 1e200} {
		rows := toDense(p.X)
		for _, row := range rows {
			for j := range row {
				row[j] *= scale
			}
		}
		m, err := ElasticNet{}.Fit(Problem{X: fromDense(rows, 30), Y: p.Y})
		if err != nil && !errors.Is(err, ErrNotFinite) || err == nil &&
			m.(*Linear).Check(len(m.(*Linear).Coef)) != nil {
			t.Errorf("scale %g: %v", scale, err)
		}
	}
}
