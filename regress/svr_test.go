package regress

import (
	"math"
	"slices"
	"testing"
)

// TestSVROptimality checks the conditions for the unique optimum of a convex problem, and that
// primal and dual objectives agree, on every design.
func TestSVROptimality(t *testing.T) {
	for name, p := range designs() {
		if n, _ := p.X.Dims(); n > 500 {
			continue
		}
		for _, r := range []SVR{{C: 1, Epsilon: .05}, {C: 100, Epsilon: .01}, {C: .01, Epsilon: .3},
			{C: .01, Kernel: LinearKernel, Epsilon: .1}} {
			if r.Kernel == LinearKernel && name[:3] == "bad" { // columns in hundreds
				r.C = 1e-4
			}
			m := learn(t, r, p).(*kernelModel)
			if slices.Contains(m.Coef, 0) {
				t.Errorf("%s, %+v: a row with weight 0 is kept", name, r)
			}

			// The same once more, by the dense kernel matrix.
			rows := toDense(p.X)
			n, _ := p.X.Dims()
			mean := newCentred(p.X).mean
			k := make([]float64, n*n)
			for i := range n {
				for j := range n {
					k[i*n+j] = slowTerm(m.Kernel.Terms[0].Kind, rows[i], rows[j], mean,
						m.Kernel.Terms[0].Scale)
				}
			}
			s := newSMO(k, p.Y, r.C, r.Epsilon)
			if !s.run(1e-6, 1e6) {
				t.Fatalf("%s, %+v: no convergence", name, r)
			}
			if g := s.gap(); !(g > -1e-6 && g < 1e-4) {
				t.Errorf("%s, %+v: duality gap %v", name, r, g)
			}
			if d := furthest(m.Predict(p.X), addTo(s.f, s.intercept())); !(d < 1e-4) {
				t.Errorf("%s, %+v: predictions differ by %.2g", name, r, d)
			}
			var sum float64
			for i := range n {
				a := s.coef(i)
				sum += a
				var f float64
				for j := range n {
					f += k[i*n+j] * s.coef(j)
				}
				left := p.Y[i] - f - s.intercept()
				const tol = 1e-5
				ok := math.Abs(left) <= r.Epsilon+tol
				switch {
				case math.Abs(a) == r.C:
					ok = left*a/r.C >= r.Epsilon-tol
				case a != 0:
					ok = math.Abs(a) < r.C && math.Abs(left*math.Copysign(1, a)-r.Epsilon) <= tol
				}
				if !ok {
					t.Errorf("%s, %+v: row %d has coefficient %v and is off by %v",
						name, r, i, a, left)
				}
			}
			if math.Abs(sum) > 1e-9*r.C*float64(n) {
				t.Errorf("%s, %+v: coefficients sum to %v", name, r, sum)
			}
		}
	}
}

func addTo(v []float64, b float64) []float64 { return deviations(v, -b) }

// Two rows have a closed form: the steepest line that C allows, or the flattest within the tube.
func TestSVRTwoRows(t *testing.T) {
	p := Problem{X: fromDense([][]float64{{-1}, {1}}, 1), Y: []float64{0, 1}}
	for _, c := range []struct{ c, slope float64 }{{10, .4}, {.05, .1}} {
		m := learn(t, SVR{C: c.c, Epsilon: .1, Kernel: LinearKernel}, p)
		y := m.Predict(fromDense([][]float64{{0}, {1}, {3}}, 1))
		if math.Abs(y[0]-.5) > 1e-9 || math.Abs(y[1]-.5-c.slope) > 1e-9 ||
			math.Abs(y[2]-.5-3*c.slope) > 1e-9 {
			t.Errorf("C %v: predictions %v, want slope %v", c.c, y, c.slope)
		}
	}
}

func TestSMOGivesUp(t *testing.T) {
	p := designs()["middle"]
	n := len(p.Y)
	k := newKernel([]string{LinearKernel}, newCentred(p.X), nil, 1)
	s := newSMO(unpack(k.matrix(p.X.minus(k.Shift)), n), deviations(p.Y, Mean(p.Y)), 1, 0)
	if s.run(1e-6, 3) || s.pairs != 3 || !(s.violation > 1e-6) {
		t.Errorf("%d pairs, violation %g", s.pairs, s.violation)
	}
}

// gap returns the duality gap relative to the primal objective, or 0 if that is 0.
func (s *smo) gap() float64 {
	b := s.intercept()
	var norm, loss, dual float64
	for t := range s.n {
		a := s.coef(t)
		norm += a * s.f[t]
		loss += max(0, math.Abs(s.y[t]-s.f[t]-b)-s.epsilon)
		dual += s.y[t]*a - s.epsilon*(s.up[t]+s.down[t])
	}
	primal := norm/2 + s.c*loss
	if primal == 0 {
		return 0
	}
	return (primal - (dual - norm/2)) / primal
}
