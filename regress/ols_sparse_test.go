package regress

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// times0 returns X w.
func (m *Matrix) times0(w []float64) []float64 {
	y := make([]float64, m.n)
	m.times(y, w)
	return y
}

// At the limits between methods predictions agree; weights of least norm differ by the tolerance
// times the square of the condition number, some thousand here.
func TestOLSBorder(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	wide, tall := bagOfWords(42, 200, 400, 12), bagOfWords(43, 900, 60, 8)
	deep := shared(rng, 500) // rows and columns that depend on others
	for name, p := range map[string]Problem{
		"wide": wide, "tall": tall,
		"copies": {X: HStack(tall.X, tall.X), Y: tall.Y},
		"shared": {X: deep, Y: gaussian(rng, 500, 1).Y},
	} {
		want := fit(t, OLS{}, p)
		c := newCentred(p.X)
		s := solveSparse(c, deviations(p.Y, Mean(p.Y)), maxSparseSteps)
		if s.openGradient != 0 {
			t.Errorf("%s: no convergence after %d steps: %v", name, s.steps, s.openGradient)
		}
		got := c.finish(s.w, Mean(p.Y), Diagnostics{})
		if d := furthest(got.Coef, want.Coef); !(d < 1e-6) {
			t.Errorf("%s: weights differ by %.2g", name, d)
		}
		fresh := bagOfWords(44, 50, p.X.cols, 10).X
		if d := furthest(got.Predict(fresh), want.Predict(fresh)); !(d < 1e-6) {
			t.Errorf("%s: predictions differ by %.2g", name, d)
		}
	}
	for _, c := range []struct {
		n, varying int
		tall, many bool
	}{{700, 12000, false, false}, {4096, 5000, false, false}, {4097, 5000, false, true}, {100000,
		300, true, false}, {100000, 400, true, true}} {
		if manyForDense(c.n, c.varying, c.tall) != c.many {
			t.Errorf("%d rows, %d columns: %v, want %v", c.n, c.varying, !c.many, c.many)
		}
	}
}

// More rows than decompositions allow go to LSMR, which warns if it stops at its limit.
//
//luna:race
func TestOLSSparse(t *testing.T) {
	n := maxDualRows + 4
	rows, at := make([]Row, n), make([]int32, n)
	y := make([]float64, n)
	rng := rand.New(rand.NewPCG(45, 1))
	for i := range rows {
		rows[i] = Row{[]int32{int32(i / 2), int32(n/2 + i%7)}, []float64{1, 1}}
		at[i] = int32(i)
		y[i] = rng.NormFloat64()
	}
	m := fit(t, OLS{}, Problem{X: Repeat(rows, at, n/2+7), Y: y})
	residual := m.Predict(Repeat(rows, at, n/2+7))
	sums := make([]float64, n/2+7)
	for i, v := range residual {
		for _, j := range rows[i].Index {
			sums[j] += y[i] - v
		}
	}
	if d := maxAbs(sums); !(d < 1e-6) || m.Diagnostics().Iterations == 0 {
		t.Errorf("normal equations are off by %.2g: %+v", d, m.Diagnostics())
	}

	c := newCentred(bagOfWords(48, 200, 400, 12).X)
	s := solveSparse(c, deviations(y[:200], Mean(y[:200])), 5)
	if d := s.diagnostics(); len(d.Warnings) != 1 || !errors.Is(d.Warnings[0], ErrNoConvergence) {
		t.Errorf("diagnostics %+v", d)
	}
}
