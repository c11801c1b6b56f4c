package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// huberObjective is the objective of Huber, with plain loops.
func huberObjective(p Problem, m *Linear, sigma, eps, alpha float64) float64 {
	var sum float64
	for i, y := range m.Predict(p.X) {
		z := math.Abs(p.Y[i]-y) / sigma
		if z < eps {
			sum += sigma + sigma*z*z
		} else {
			sum += sigma + sigma*(2*eps*z-eps*eps)
		}
	}
	for _, w := range m.Coef {
		sum += alpha * w * w
	}
	return sum
}

// bestScale minimises the objective, which is convex in σ, by ternary search.
func bestScale(p Problem, m *Linear, eps, alpha float64) float64 {
	lo, hi := -20., 10.
	for range 200 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if huberObjective(p, m, math.Exp(a), eps, alpha) < huberObjective(p, m, math.Exp(b), eps,
			alpha) {
			hi = b
		} else {
			lo = a
		}
	}
	return math.Exp(lo)
}

// The difference quotients of the plain objective must vanish.
func TestHuberIsStationary(t *testing.T) {
	for _, name := range []string{"tall", "few columns", "words tall", "dependent 100", "blocks"} {
		p := designs()[name]
		for i := range p.Y {
			if i%11 == 0 {
				p.Y[i] += 30
			}
		}
		for _, alpha := range []float64{.01, 1, 50} {
			const eps = defaultHuberEpsilon
			m := fit(t, Huber{Alpha: alpha}, p)
			sigma := bestScale(p, m, eps, alpha)
			if sigma < 1e-4 {
				// differences do not resolve the bends; that the fit found the end is checked above
				continue
			}
			at := func(j int, by float64) float64 {
				other := &Linear{Coef: append([]float64(nil), m.Coef...), Intercept: m.Intercept}
				if j < 0 {
					other.Intercept += by
				} else {
					other.Coef[j] += by
				}
				return huberObjective(p, other, sigma, eps, alpha)
			}
			c := newCentred(p.X)
			for j := -1; j < len(m.Coef); j++ {
				h := 1e-6 * (1 + sigma)
				scale := 1 + math.Sqrt(float64(len(p.Y)))
				if j >= 0 {
					scale *= 1 + c.norm[j] + math.Abs(c.mean[j])*math.Sqrt(float64(len(p.Y)))
				}
				if g := (at(j, h) - at(j, -h)) / (2 * h); !(math.Abs(g) < 1e-4*scale) {
					t.Errorf("%s, alpha %g: the derivative in %d is %.2g", name, alpha, j, g)
				}
			}
		}
	}
}

func TestHuberScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	for range 100 {
		r := make([]float64, 1+rng.IntN(20))
		for i := range r {
			r[i] = math.Pow(rng.NormFloat64(), 5)
			if rng.IntN(3) == 0 {
				r[i] = 0
			}
		}
		eps := 1 + rng.ExpFloat64()
		sigma := huberScale(r, eps)
		var sum, nonzero float64
		for _, v := range r {
			if v != 0 {
				nonzero++
				sum += min(v/sigma*v/sigma, eps*eps)
			}
		}
		if sigma == 0 && nonzero*eps*eps > float64(len(r)) || sigma != 0 &&
			math.Abs(sum-float64(len(r))) > 1e-9*float64(len(r)) {
			t.Errorf("%v, epsilon %v: scale %v, sum %v", r, eps, sigma, sum)
		}
	}
}

func TestHuberResistsOutliers(t *testing.T) {
	for _, cols := range []int{4, 150} {
		p := gaussian(rand.New(rand.NewPCG(52, 1)), 100, cols)
		rows := toDense(p.X)
		truth := make([]float64, 100)
		for i, row := range rows {
			truth[i] = 2*row[0] - row[1]
			p.Y[i] = truth[i] + .1*p.Y[i]
			if i%10 == 3 {
				p.Y[i] += 20
			}
		}
		error := func(r Regressor) float64 {
			var sum float64
			for i, y := range fit(t, r, p).Predict(p.X) {
				sum += (y - truth[i]) * (y - truth[i])
			}
			return sum
		}
		if h, r := error(Huber{}), error(Ridge{}); !(h < r) {
			t.Errorf("%d columns: squared error %v, ridge's %v", cols, h, r)
		}
	}
}

// If no row is beyond the threshold, a given scale and penalty make Huber ridge regression.
func TestHuberWithoutOutliersIsRidge(t *testing.T) {
	for _, cols := range []int{5, 80} {
		p := gaussian(rand.New(rand.NewPCG(53, 1)), 40, cols)
		want := fit(t, Ridge{}, p)
		if d := furthest(fit(t, Huber{Epsilon: 50}, p).Coef, want.Coef); !(d < 1e-8) {
			t.Errorf("%d columns: weights differ by %.2g", cols, d)
		}
	}
}

func TestHuberDegenerate(t *testing.T) {
	// Most rows fit exactly, so σ goes to 0 and they determine the fit.
	p := Problem{X: fromDense([][]float64{{1}, {2}, {3}, {4}, {5}, {6}, {7}}, 1),
		Y: []float64{2, 4, 6, 8, 10, 12, 100}}
	m, err := Huber{Alpha: 1e-9}.Fit(p)
	if err != nil {
		t.Fatal(err)
	}
	if l := m.(*Linear); math.Abs(l.Coef[0]-2) > 1e-3 || math.Abs(l.Intercept) > 1e-2 {
		t.Errorf("weight %v, intercept %v, %+v", l.Coef[0], l.Intercept, l.Diagnostics())
	}
	for name, p := range designs() {
		if n, _ := p.X.Dims(); n > 100 {
			continue
		}
		for _, h := range []Huber{{Alpha: 1e-4}, {Alpha: 1e-300}, {Alpha: 1e300}, {Epsilon: 1.0001},
			{Epsilon: 1e9}} {
			m, err := h.Fit(p)
			if err != nil {
				t.Errorf("%s, %+v: %v", name, h, err)
			} else if err := m.(*Linear).Check(len(m.(*Linear).Coef)); err != nil {
				t.Errorf("%s, %+v: %v", name, h, err)
			}
		}
	}
	for _, h := range []Huber{{Epsilon: 1}, {Epsilon: math.NaN()}, {Alpha: -1},
		{Alpha: math.Inf(1)}} {
		if _, err := h.Fit(p); !errors.Is(err, ErrOption) {
			t.Errorf("%+v: error %v", h, err)
		}
	}
}
