package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// penalisedEquations returns the weights of (XcᵀXc + λI) w = Xcᵀyc and the fitted model.
func penalisedEquations(p Problem, penalty []float64) *Linear {
	n, cols := p.X.Dims()
	x := mat.NewDense(n, cols, nil)
	mean := make([]float64, cols)
	for i, r := range toDense(p.X) {
		x.SetRow(i, r)
		for j, v := range r {
			mean[j] += v / float64(n)
		}
	}
	for i := range n {
		for j := range cols {
			x.Set(i, j, x.At(i, j)-mean[j])
		}
	}
	var a mat.Dense
	a.Mul(x.T(), x)
	for j, l := range penalty {
		a.Set(j, j, a.At(j, j)+l)
	}
	var b, w mat.VecDense
	b.MulVec(x.T(), mat.NewVecDense(n, deviations(p.Y, Mean(p.Y))))
	if err := w.SolveVec(&a, &b); err != nil {
		panic(err)
	}
	l := &Linear{Coef: slices.Clone(w.RawVector().Data), Intercept: Mean(p.Y)}
	for j, v := range l.Coef {
		l.Intercept -= v * mean[j]
	}
	return l
}

// square returns the mean of |x-m|².
func square(p Problem) (s float64) {
	for _, v := range newCentred(p.X).norm {
		s += v * v / float64(len(p.Y))
	}
	return s
}

func TestLinearKernelRidgeIsRidge(t *testing.T) {
	for name, p := range designs() {
		const penalty = .3
		m := learn(t, KernelRidge{Kernel: LinearKernel, Penalty: penalty}, p)
		want := penalisedEquations(p, slices.Repeat([]float64{penalty * square(p)}, p.X.cols))
		others := gaussian(rand.New(rand.NewPCG(1, 1)), 5, p.X.cols).X
		for _, x := range []*Matrix{p.X, others} {
			if d := furthest(m.Predict(x), want.Predict(x)); !(d < 1e-9) {
				t.Errorf("%s: predictions differ by %.2g", name, d)
			}
		}
	}
}

// TestKernelRidgeLeaveOneOut leaves out each row in turn.
func TestKernelRidgeLeaveOneOut(t *testing.T) {
	for _, kind := range []string{LinearKernel, RBFKernel} {
		p := bagOfWords(4, 30, 60, 10)
		b, err := centreProblem(p, false)
		if err != nil {
			t.Fatal(err)
		}
		k := newKernel([]string{kind}, b.c, nil, .5)
		x := p.X.minus(k.Shift)
		fit := solveLeaveOneOut(k.matrix(x), b.yc, .2)
		for i := range p.Y {
			var others []int
			var y []float64
			for j := range p.Y {
				if j != i {
					others, y = append(others, j), append(y, b.yc[j])
				}
			}
			rest := solveLeaveOneOut(k.matrix(x.Select(others)), y, .2)
			m := kernelModel{Kernel: &kernel{Columns: k.Columns, Groups: 1, Terms: k.Terms,
				Mean: k.Mean}, X: x.Select(others), Coef: rest.a, Intercept: rest.b}
			if want := b.yc[i] - m.Predict(x.Select([]int{i}))[0]; math.Abs(fit.residuals[i]-want) > 1e-10 {
				t.Errorf("%s: left out, row %d is off by %v, want %v",
					kind, i, fit.residuals[i], want)
			}
		}
	}
}

// The choice has no greater leave-one-out error than its neighbours on the grid.
func TestKernelRidgeChoice(t *testing.T) {
	for _, p := range []Problem{bagOfWords(4, 60, 60, 10), similarities(1, 60, 20, 4)} {
		b, err := centreProblem(p, false)
		if err != nil {
			t.Fatal(err)
		}
		k := newKernel([]string{RBFKernel}, b.c, nil, 1)
		x := p.X.minus(k.Shift)
		s := &kernelSearch{k: k, x: x, yc: b.yc}
		penalty := s.run(true)
		loss := func(penalty, width float64) float64 {
			return solveLeaveOneOut(s.k.widened(width).matrix(x), b.yc, penalty).loss
		}
		best := loss(penalty, 1)
		for _, other := range []float64{loss(penalty, 2), loss(penalty, .5),
			loss(penalty*math.Sqrt(10), 1), loss(penalty/math.Sqrt(10), 1)} {
			if other < best {
				t.Errorf("penalty %v: loss %v, %v beside it", penalty, best, other)
			}
		}
	}
}

func TestKernelRidgeTinyPenaltyWarns(t *testing.T) {
	p := designs()["few columns"]
	p.X = p.X.Select(append(make([]int, 20), 1, 2, 3)) // mostly one row
	p.Y = p.Y[:23]
	m, err := KernelRidge{Penalty: 1e-300}.Fit(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Diagnostics().Warnings) == 0 {
		t.Error("no warning")
	}
}
