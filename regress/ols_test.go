package regress

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// designs returns problems of every kind that the methods of OLS must distinguish.
func designs() map[string]Problem {
	rng := rand.New(rand.NewPCG(7, 7))
	d := map[string]Problem{
		"tall":        gaussian(rng, 60, 5),
		"blocks":      gaussian(rng, 1500, 7),
		"middle":      gaussian(rng, 60, 30),
		"border-":     gaussian(rng, 40, 39),
		"border":      gaussian(rng, 40, 40),
		"border+":     gaussian(rng, 40, 41),
		"wide":        gaussian(rng, 30, 200),
		"two":         gaussian(rng, 2, 3),
		"words":       bagOfWords(8, 80, 300, 20),
		"words tall":  bagOfWords(9, 300, 40, 20),
		"few columns": bagOfWords(10, 90, 60, 30),
	}
	copies := bagOfWords(11, 60, 150, 10)
	for i := range 10 {
		copies.X.all()[50+i] = copies.X.Row(i / 2)
	}
	d["copied rows"] = copies
	few := bagOfWords(12, 80, 60, 10) // many more copies than originals
	for i := range few.X.all() {
		few.X.all()[i] = few.X.Row(i % 13)
	}
	d["mostly copies"] = few
	for _, n := range []int{100, 12} { // dependent columns and rows
		base := toDense(gaussian(rng, n, 8).X)
		for i, row := range base {
			base[i] = append(row, row[0], row[1]-row[2], 5, 0)
		}
		for j := range base[0] {
			base[3][j] = base[0][j] + base[1][j] - base[2][j]
		}
		d[fmt.Sprintf("dependent %d",
			n)] = Problem{X: fromDense(base, 12), Y: gaussian(rng, n, 1).Y}
	}
	for _, n := range []int{90, 20} {
		rows := toDense(gaussian(rng, n, 18).X)
		for _, row := range rows {
			for j := range row {
				row[j] = row[j]*math.Pow(10, float64(j%5-2)) + float64(100*(j%3))
			}
		}
		d[fmt.Sprintf("bad scale %d",
			n)] = Problem{X: fromDense(rows, 18), Y: gaussian(rng, n, 1).Y}
	}
	return d
}

// slow solves by the pseudo-inverse.
func slow(t testing.TB, p Problem) *Linear {
	t.Helper()
	c := newCentred(p.X)
	ybar := Mean(p.Y)
	s, err := solveSVD(c, deviations(p.Y, ybar))
	if err != nil {
		t.Fatal(err)
	}
	return c.finish(s.w, ybar, s.diagnostics())
}

// normalEquations returns max|Xcᵀ r| relative to the longest column and y.
func normalEquations(p Problem, m *Linear) float64 {
	c := newCentred(p.X)
	yc := deviations(p.Y, Mean(p.Y))
	r, g := make([]float64, len(yc)), make([]float64, len(m.Coef))
	c.subtract(r, yc, m.Coef)
	c.transposed(g, r)
	return maxAbs(g) / (maxAbs(c.norm)*norm2(yc) + 1e-300)
}

func TestOLSIsMinimumNormLeastSquares(t *testing.T) {
	for name, p := range designs() {
		t.Run(name, func(t *testing.T) {
			m, want := fit(t, OLS{}, p), slow(t, p)
			if g := normalEquations(p, m); !(g < 1e-11) {
				t.Errorf("normal equations are off by %.2g", g)
			}
			if d := furthest(m.Coef, want.Coef); !(d < 1e-9) {
				t.Errorf("weights differ from the pseudo-inverse's by %.2g", d)
			}
			if got, want := m.Diagnostics().Rank, want.Diagnostics().Rank; got != want {
				t.Errorf("rank %d, want %d", got, want)
			}
		})
	}
}

// The methods must agree on any problem that both can solve.
func TestOLSPathsAgree(t *testing.T) {
	for name, p := range designs() {
		c := newCentred(p.X)
		yc := deviations(p.Y, Mean(p.Y))
		tall, dual := solveTall(c, yc), solveDual(c, yc, nil)
		if tall == nil || dual == nil {
			t.Errorf("%s: tall %v, dual %v", name, tall, dual)
			continue
		}
		if d := furthest(tall.w, dual.w); !(d < 1e-9) || tall.rank != dual.rank {
			t.Errorf("%s: weights differ by %.2g, ranks are %d and %d",
				name, d, tall.rank, dual.rank)
		}
	}
}

func TestOLSIntegers(t *testing.T) {
	// Small integers lose rank in many ways.
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		cols := rapid.IntRange(0, 20).Draw(t, "p")
		rows := make([][]float64, n)
		y := make([]float64, n)
		for i := range rows {
			rows[i] = make([]float64, cols)
			for j := range rows[i] {
				rows[i][j] = float64(rapid.IntRange(-1, 2).Draw(t, "x"))
			}
			y[i] = float64(rapid.IntRange(-5, 5).Draw(t, "y"))
		}
		p := Problem{X: fromDense(rows, cols), Y: y}
		got, err := OLS{}.Fit(p)
		if err != nil {
			t.Fatal(err)
		}
		m := got.(*Linear)
		if g := normalEquations(p, m); !(g < 1e-9) {
			t.Errorf("normal equations are off by %.2g", g)
		}
		c := newCentred(p.X)
		if c.varying == 0 || allEqual(y) {
			return
		}
		s, err := solveSVD(c, deviations(y, Mean(y)))
		if err != nil {
			t.Fatal(err)
		}
		if d := furthest(m.Coef, s.w); !(d < 1e-8) {
			t.Errorf("weights differ from the pseudo-inverse's by %.2g", d)
		}
	})
}

func TestOLSGramHint(t *testing.T) {
	all := bagOfWords(13, 120, 400, 15)
	joined := Gram(all.X)
	rows := rand.New(rand.NewPCG(3, 3)).Perm(120)[:96]
	p := Problem{X: all.X.Select(rows)}
	part := mat.NewSymDense(len(rows), nil)
	for a, i := range rows {
		p.Y = append(p.Y, all.Y[i])
		for b, j := range rows {
			part.SetSym(a, b, joined.At(i, j))
		}
	}
	without := fit(t, OLS{}, p)
	p.Gram = part
	with := fit(t, OLS{}, p)
	if !sameBits(with.Coef, without.Coef) {
		t.Errorf("weights differ by %.2g", furthest(with.Coef, without.Coef))
	}
	// A wrong hint costs only time.
	p.Gram = mat.NewSymDense(len(rows), nil)
	for i := range rows {
		p.Gram.SetSym(i, i, float64(1+i))
	}
	if d := furthest(fit(t, OLS{}, p).Coef, without.Coef); !(d < 1e-9) {
		t.Errorf("a wrong Gram matrix changes the weights by %.2g", d)
	}
}

func TestOLSPermutation(t *testing.T) {
	for name, p := range designs() {
		rng := rand.New(rand.NewPCG(5, 5))
		n, cols := p.X.Dims()
		rows, place := rng.Perm(n), rng.Perm(cols)
		x, y := NewMatrix(n, cols), make([]float64, n)
		for i, from := range rows {
			values := map[int]float64{}
			for k, j := range p.X.Row(from).Index {
				values[place[j]] = p.X.Row(from).Value[k]
			}
			x.Append(sparse(values))
			y[i] = p.Y[from]
		}
		a, b := fit(t, OLS{}, p), fit(t, OLS{}, Problem{X: x, Y: y})
		back := make([]float64, cols)
		for j := range back {
			back[j] = b.Coef[place[j]]
		}
		if d := furthest(back, a.Coef); !(d < 1e-9) {
			t.Errorf("%s: weights change by %.2g", name, d)
		}
	}
}

func TestOLSDoubtfulRank(t *testing.T) {
	// Two columns that differ by 1e-7 are too close for the Gram matrix; columns that differ by
	// 1e-13 are too close for any method.
	for _, gap := range []float64{1e-7, 1e-13} {
		for _, n := range []int{10, 100} {
			rng := rand.New(rand.NewPCG(6, 6))
			rows := toDense(gaussian(rng, n, 12).X)
			for i := range rows {
				rows[i][1] = rows[i][0] + gap*rng.NormFloat64()
			}
			p := Problem{X: fromDense(rows, 12), Y: gaussian(rng, n, 1).Y}
			got, err := OLS{}.Fit(p)
			if err != nil {
				t.Fatal(err)
			}
			m := got.(*Linear)
			want := slow(t, p)
			if g := normalEquations(p, m); !(g < 1e-9) && gap > 1e-12 {
				t.Errorf("gap %g, n %d: normal equations are off by %.2g", gap, n, g)
			}
			if d := furthest(m.Predict(p.X), want.Predict(p.X)); !(d < 1e-7) && gap > 1e-12 {
				t.Errorf("gap %g, n %d: predictions differ by %.2g", gap, n, d)
			}
			warned := slices.ContainsFunc(m.Diagnostics().Warnings,
				func(err error) bool { return errors.Is(err, ErrIllConditioned) })
			if should := gap < 1e-12 && n > 12; warned != should {
				t.Errorf("gap %g, n %d: warnings %v, want some: %v",
					gap, n, m.Diagnostics().Warnings, should)
			}
		}
	}
}

func TestOLSExtremeValues(t *testing.T) {
	for _, scale := range []float64{1e-290, 1e-160, 1e160, 1e290} {
		for _, n := range []int{5, 50} {
			p := gaussian(rand.New(rand.NewPCG(8, 8)), n, 6)
			want := fit(t, OLS{}, p).Coef
			rows := toDense(p.X)
			for _, row := range rows {
				for j := range row {
					row[j] *= scale
				}
			}
			got := slices.Clone(fit(t, OLS{}, Problem{X: fromDense(rows, 6), Y: p.Y}).Coef)
			for j := range got {
				got[j] *= scale
			}
			if d := furthest(got, want); !(d < 1e-9) {
				t.Errorf("scale %g, n %d: weights differ by %.2g", scale, n, d)
			}
		}
	}
	p := Problem{X: fromDense([][]float64{{1e308}, {1.5e308}}, 1), Y: []float64{1, 2}}
	if _, err := (OLS{}).Fit(p); !errors.Is(err, ErrNotFinite) {
		t.Errorf("error %v where the mean overflows", err)
	}
}

// The scheduling of gonum's parallel routines must not show.
func TestOLSSameBitsOnAnyNumberOfThreads(t *testing.T) {
	problems := designs()
	problems["large"] = bagOfWords(14, 300, 900, 30)
	problems["large, dependent"] = bagOfWords(14, 500, 130, 30)
	before := map[string]*Linear{}
	for _, threads := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(threads)
		for name, p := range problems {
			for _, r := range []Regressor{OLS{}, Lasso{Alpha: .003}} {
				m := fit(t, r, p)
				key := r.Name() + " " + name
				if b := before[key]; b != nil && (!sameBits(b.Coef, m.Coef) ||
					b.Intercept != m.Intercept) {
					t.Errorf("%s: %d threads change the bits", key, threads)
				}
				before[key] = m
			}
		}
		runtime.GOMAXPROCS(old)
	}
}
