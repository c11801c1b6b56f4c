package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/numbers"
)

// slowRidge solves the augmented least squares problem, with a column for the intercept, by a dense
// QR decomposition.
func slowRidge(t testing.TB, p Problem, alpha float64) *Linear {
	t.Helper()
	n, cols := p.X.Dims()
	a := mat.NewDense(n+cols, cols+1, nil)
	y := mat.NewVecDense(n+cols, nil)
	for i, row := range toDense(p.X) {
		for j, v := range row {
			a.Set(i, j, v)
		}
		a.Set(i, cols, 1)
		y.SetVec(i, p.Y[i])
	}
	for j := range cols {
		a.Set(n+j, j, math.Sqrt(alpha))
	}
	var w mat.VecDense
	if err := w.SolveVec(a, y); err != nil {
		t.Fatal(err)
	}
	m := &Linear{Coef: make([]float64, cols), Intercept: w.AtVec(cols)}
	for j := range m.Coef {
		m.Coef[j] = w.AtVec(j)
	}
	return m
}

func TestRidgeSolvesTheNormalEquations(t *testing.T) {
	for name, p := range designs() {
		for _, alpha := range []float64{1e-3, .1, 10, 1e4} {
			m, want := fit(t, Ridge{Alpha: alpha}, p), slowRidge(t, p, alpha)
			if d := furthest(m.Coef, want.Coef); !(d < 1e-9) {
				t.Errorf("%s, alpha %g: weights differ by %.2g", name, alpha, d)
			}
			if d := furthest(m.Predict(p.X), want.Predict(p.X)); !(d < 1e-9) {
				t.Errorf("%s, alpha %g: predictions differ by %.2g", name, alpha, d)
			}
			if m.Diagnostics().Alpha != alpha {
				t.Errorf("%s: %+v", name, m.Diagnostics())
			}
		}
	}
}

// slowLOO leaves out one row after the other and fits the others, with an intercept of their own.
func slowLOO(t testing.TB, p Problem, alpha float64) float64 {
	t.Helper()
	var sum float64
	for i := range p.Y {
		train, x, y := split(p, []int{i})
		m := slowRidge(t, train, alpha)
		e := m.Predict(x)[0] - y[0]
		sum += e * e
	}
	return sum / float64(len(p.Y))
}

func TestRidgeLeaveOneOut(t *testing.T) {
	for name, p := range designs() {
		if n, cols := p.X.Dims(); n > 100 || cols > 100 || name == "bad scale 20" {
			continue
		}
		alphas := []float64{.02, 1, 300}
		path := ridgePath(t, p, alphas)
		for k, alpha := range alphas {
			if want := slowLOO(t, p, alpha); !(math.Abs(path[k].loo-want) < 1e-8*want) {
				t.Errorf("%s, alpha %g: leave-one-out error %v, want %v",
					name, alpha, path[k].loo, want)
			}
			if one := fit(t, Ridge{Alpha: alpha}, p); !sameBits(one.Coef, path[k].model.Coef) ||
				path[k].alpha != alpha {
				t.Errorf("%s, alpha %g: the path's model differs", name, alpha)
			}
		}
	}
}

// Both Gram matrices must give the same results.
func TestRidgePathsAgree(t *testing.T) {
	for name, p := range designs() {
		if len(p.Y) > 1000 {
			continue // a Gram matrix of that order takes seconds
		}
		s, err := newRidgeSystem(p)
		if err != nil {
			t.Fatal(err)
		}
		dual, primal := &decomposed{ridgeSystem: s, dual: true}, &decomposed{ridgeSystem: s}
		of := *s
		of.order = s.n - 1
		dual.ridgeSystem = &of
		dual.decomposeDual()
		of2 := *s
		of2.order = s.c.varying
		primal.ridgeSystem = &of2
		primal.decomposePrimal()
		alphas := []float64{s.middle / 100, s.middle, 100 * s.middle}
		if d := furthest(dual.leaveOneOut(alphas), primal.leaveOneOut(alphas)); !(d < 1e-8) {
			t.Errorf("%s: leave-one-out errors differ by %.2g", name, d)
		}
		for _, alpha := range alphas {
			a, err := dual.fit(alpha)
			if err != nil {
				t.Fatal(err)
			}
			b, err := primal.fit(alpha)
			if err != nil {
				t.Fatal(err)
			}
			sparse := s.conjugate(alpha, newBlocks(s.c, nil, alpha, 7), maxSparseSteps)
			if d := furthest(a.(*Linear).Coef, b.(*Linear).Coef); !(d < 1e-11) {
				t.Errorf("%s, alpha %g: weights differ by %.2g", name, alpha, d)
			}
			if d := furthest(sparse.w, a.(*Linear).Coef); sparse.openGradient != 0 || !(d < 1e-9) {
				t.Errorf("%s, alpha %g: conjugate gradients differ by %.2g after %d steps, gradient %g",
					name, alpha, d, sparse.steps, sparse.openGradient)
			}
		}
	}
}

func TestRidgeChoosesTheLeastError(t *testing.T) {
	for name, p := range designs() {
		m := fit(t, Ridge{}, p)
		alpha := m.Diagnostics().Alpha
		s, _ := newRidgeSystem(p)
		alphas := []float64{alpha}
		for e := -6.; e <= 6; e += .25 {
			alphas = append(alphas, s.middle*math.Pow(10, e))
		}
		path := ridgePath(t, p, alphas)
		for _, q := range path[1:] {
			if q.loo < path[0].loo*(1-1e-3) {
				t.Errorf("%s: chose %.3g with %v, but %.3g has %v",
					name, alpha, path[0].loo, q.alpha, q.loo)
			}
		}
		if !sameBits(m.Coef, path[0].model.Coef) {
			t.Errorf("%s: the model is not that of its penalty", name)
		}
	}
}

func TestRidgeGramHint(t *testing.T) {
	p := bagOfWords(13, 120, 400, 15)
	without := fit(t, Ridge{}, p)
	p.Gram = Gram(p.X)
	if with := fit(t, Ridge{}, p); !sameBits(with.Coef, without.Coef) {
		t.Errorf("weights differ by %.2g", furthest(with.Coef, without.Coef))
	}
}

//luna:race
func TestRidgeLarge(t *testing.T) {
	p := bagOfWords(31, 400, 900, 20)
	s, err := newRidgeSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	if s.large() {
		t.Error("400 rows count as many")
	}
	got, err := s.fitLarge(3)
	if err != nil || len(got.Diagnostics().Warnings) > 0 {
		t.Fatal(err, got.Diagnostics())
	}
	if d := furthest(got.(*Linear).Coef, fit(t, Ridge{Alpha: 3}, p).Coef); !(d < 1e-10) {
		t.Errorf("weights differ by %.2g", d)
	}
	// Nothing can be learned from targets whose squares vanish.
	tiny := Problem{X: p.X, Y: numbers.Map(p.Y, func(y float64) float64 { return 1e-200 * y })}
	if of, err := newRidgeSystem(tiny); err != nil {
		t.Error(err)
	} else if m, err := of.fitLarge(3); err != nil || len(m.Diagnostics().Warnings) > 0 {
		t.Errorf("tiny targets: %v", err)
	}
	// The penalty is that of all rows, of which there are not many.
	b := fit(t, Ridge{}, p).Diagnostics().Alpha
	if a, left := s.choose(); a != b || len(left) != 400 {
		t.Errorf("chose %g from %d rows, all choose %g", a, len(left), b)
	}
}

// The two methods agree where one takes over from the other. Both work at any size.
func TestRidgeBorder(t *testing.T) {
	p := bagOfWords(35, 3000, 500, 20)
	truth := gaussian(rand.New(rand.NewPCG(36, 1)), 500, 1).Y
	p.Y = p.X.times0(truth)
	for i, e := range gaussian(rand.New(rand.NewPCG(37, 1)), 3000, 1).Y {
		p.Y[i] += 3 * e
	}
	s, err := newRidgeSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	large, err := s.fitLarge(0)
	if err != nil {
		t.Fatal(err)
	}
	want := fit(t, Ridge{}, p)
	// Half of the rows do not choose the same penalty, so predictions differ; both must be about as
	// close to the truth.
	fresh := bagOfWords(38, 2000, 500, 20).X
	off := func(l *Linear) float64 {
		d := l.Predict(fresh)
		for i, v := range fresh.times0(truth) {
			d[i] -= v
		}
		return norm2(d)
	}
	if a, b := off(large.(*Linear)), off(want); !(math.Abs(a/b-1) < 0.05) {
		t.Errorf("errors %v and %v of penalties %g and %g",
			a, b, large.Diagnostics().Alpha, want.Diagnostics().Alpha)
	}
	// With the same penalty they are the same.
	large, err = s.fitLarge(want.Diagnostics().Alpha)
	if d := furthest(large.Predict(p.X), want.Predict(p.X)); err != nil || !(d < 1e-10) {
		t.Errorf("predictions differ by %.2g: %v", d, err)
	}
}

// Products by the distinct rows of each group, and blocks of a few columns each, give the weights
// of a decomposition. A solver that stops at its limit says so.
//
//luna:race
func TestRidgeGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(39, 1))
	p := Problem{X: shared(rng, 500), Y: gaussian(rng, 500, 1).Y}
	p.Groups = make([]int, p.X.cols)
	for j := range p.Groups {
		p.Groups[j] = 7 * (j / 12 % 3)
	}
	want := fit(t, Ridge{Alpha: .5}, p)
	s, err := newRidgeSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	var steps []int
	for _, most := range []int{0, 9, maxBlock} {
		m := newBlocks(s.c, p.Groups, .5, most)
		for _, b := range m.list {
			if len(m.list) != 3 || len(b.columns) > most || most > 0 && b.factor == nil {
				t.Errorf("%d blocks, one of %d columns, want 3 of at most %d", len(m.list),
					len(b.columns), most)
			}
		}
		l := s.conjugate(.5, m, maxSparseSteps)
		if d := furthest(l.w, want.Coef); l.openGradient != 0 || !(d < 1e-8) {
			t.Errorf("%d columns: weights differ by %.2g after %d steps", most, d, l.steps)
		}
		steps = append(steps, l.steps)
	}
	if !(steps[2] < steps[0]) {
		t.Errorf("%v steps, want fewer with whole blocks than without", steps)
	}
	if l := s.conjugate(.5, newBlocks(s.c, nil, .5, 0), 3); l.steps != 3 || l.openGradient == 0 {
		t.Errorf("stopped after %d steps at gradient %v", l.steps, l.openGradient)
	}
}

func TestRidgeScales(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(32, 1)), 20, 30)
	want := fit(t, Ridge{}, p)
	for _, scale := range []float64{1e-160, 1e-130, 1e-40, 1e40, 1e130, 1e160} {
		rows := toDense(p.X)
		for _, row := range rows {
			for j := range row {
				row[j] *= scale
			}
		}
		got, err := Ridge{}.Fit(Problem{X: fromDense(rows, 30), Y: p.Y})
		if errors.Is(err, ErrNotFinite) && scale > 1e140 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if scale < 1e-150 { // as if constant
			continue
		}
		w := slices.Clone(got.(*Linear).Coef)
		for j := range w {
			w[j] *= scale
		}
		if d := furthest(w, want.Coef); !(d < 1e-6) {
			t.Errorf("scale %g: weights differ by %.2g", scale, d)
		}
	}
}

func TestRidgeTinyPenaltyTendsToLeastSquares(t *testing.T) {
	for name, p := range designs() {
		m, err := Ridge{Alpha: 1e-9}.Fit(p)
		if err != nil {
			t.Fatal(err)
		}
		if d := furthest(m.Predict(p.X), fit(t, OLS{}, p).Predict(p.X)); !(d < 1e-5) {
			t.Errorf("%s: predictions differ by %.2g", name, d)
		}
		m, err = Ridge{Alpha: 1e-300}.Fit(p)
		if err != nil || m.(*Linear).Check(p.X.cols) != nil {
			t.Errorf("%s: %v", name, err)
		}
		if m, err = (Ridge{Alpha: 1e300}).Fit(p); err != nil || maxAbs(m.(*Linear).Coef) > 1e-290 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Columns far from zero, even constant ones whose squares overflow, must not cost digits.
func TestRidgeFarFromZero(t *testing.T) {
	for _, n := range []int{12, 60} {
		near := gaussian(rand.New(rand.NewPCG(33, 1)), n, 20)
		rows := toDense(near.X)
		for _, row := range rows {
			for j := range row {
				row[j] = math.Round(row[j]*1024)/1024 + float64(1<<20*(j%3))
			}
			row[4] = 1e200
		}
		base := toDense(near.X)
		for i, row := range base {
			for j := range row {
				row[j] = rows[i][j] - float64(1<<20*(j%3))
			}
			row[4] = 0
		}
		near.X = fromDense(base, 20)
		want := fit(t, Ridge{}, near)
		got := fit(t, Ridge{}, Problem{X: fromDense(rows, 20), Y: near.Y})
		if d := furthest(got.Coef, want.Coef); !(d < 1e-7) {
			t.Errorf("%d rows: weights differ by %.2g", n, d)
		}
	}
}

func TestRidgeOptions(t *testing.T) {
	p := gaussian(rand.New(rand.NewPCG(22, 1)), 20, 30)
	for _, alpha := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := (Ridge{Alpha: alpha}).Fit(p); !errors.Is(err, ErrOption) {
			t.Errorf("alpha %v: error %v", alpha, err)
		}
	}
	r, err := ByName("ridge", Options{})
	if err != nil || r != (Ridge{}) {
		t.Errorf("by name: %v, %v", r, err)
	}
}

func TestRidgeSameBitsOnAnyNumberOfThreads(t *testing.T) {
	for _, p := range []Problem{bagOfWords(14, 300, 900, 30), bagOfWords(14, 500, 130, 30)} {
		want := fit(t, Ridge{}, p)
		for _, threads := range []int{1, 7} {
			old := runtime.GOMAXPROCS(threads)
			if m := fit(t, Ridge{}, p); !sameBits(m.Coef, want.Coef) {
				t.Errorf("%d threads change the bits", threads)
			}
			runtime.GOMAXPROCS(old)
		}
	}
}
