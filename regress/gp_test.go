package regress

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func groupsOf(cols, groups int) []int {
	g := make([]int, cols)
	for j := range g {
		g[j] = j % groups
	}
	return g
}

func someEvidence(t *testing.T, p Problem, kernels ...string) *evidence {
	b, err := centreProblem(p, false)
	if err != nil {
		t.Fatal(err)
	}
	k := newKernel(kernels, b.c, p.Groups, 1)
	x := p.X.minus(k.Shift)
	return newEvidence(k.over(x).gram(x), b.yc)
}

func TestGPGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range []Problem{gaussian(rng, 30, 8), bagOfWords(1, 25, 60, 10),
		similarities(1, 40, 12, 4)} {
		p.Groups = groupsOf(p.X.cols, 4)
		for _, kinds := range [][]string{{LinearKernel}, {RBFKernel},
			{LinearKernel, RBFKernel}} {
			e := someEvidence(t, p, kinds...)
			for range 3 {
				u := make([]float64, len(e.priorMean))
				for i := range u {
					u[i] = 2 * rng.NormFloat64()
				}
				e.at(u)
				slope := slices.Clone(e.slope)
				for i := range u {
					const h = 1e-4
					v := slices.Clone(u)
					v[i] = u[i] + h
					e.at(v)
					up := e.value
					v[i] = u[i] - h
					e.at(v)
					if d := (up - e.value) / (2 * h); math.Abs(d-slope[i]) > 1e-5*(1+math.Abs(d)) {
						t.Errorf("%v: slope %d is %v, by differences %v", kinds, i, slope[i], d)
					}
				}
			}
		}
	}
}

// The weights found maximise the posterior.
func TestGPMaximum(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, p := range []Problem{similarities(1, 60, 12, 4), bagOfWords(1, 80, 60, 10),
		gaussian(rng, 10, 87)} {
		if p.Groups == nil {
			p.Groups = groupsOf(p.X.cols, 87)
		}
		e := someEvidence(t, p, LinearKernel)
		_, _, d := e.maximize()
		if len(d.Warnings) > 0 {
			t.Error(d.Warnings)
		}
		best := e.value
		if g := maxAbs(e.slope); g > .05 {
			t.Errorf("slope %v at the end", g)
		}
		u := slices.Clone(e.u)
		for range 50 {
			v := slices.Clone(u)
			for i := range v {
				v[i] += rng.NormFloat64() / 4
			}
			if e.at(v); e.value < best-1e-3 {
				t.Errorf("posterior %v beside the maximum %v", -e.value, -best)
			}
		}
	}
}

// TestLinearGPIsBayesianRegression compares mean, variance and evidence with those of weights with
// a normal prior, whose variance differs between groups.
func TestLinearGPIsBayesianRegression(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	p := gaussian(rng, 30, 6)
	p.Groups = []int{0, 0, 1, 1, 1, 2}
	weights, noise := []float64{.7, .2, 1.5}, .4
	m, err := fixedGP(p, LinearKernel, 1, weights, noise)
	if err != nil {
		t.Fatal(err)
	}
	prior := make([]float64, 6) // variance of each weight
	penalty := make([]float64, 6)
	norm := newCentred(p.X).norm
	for j, g := range p.Groups {
		var s float64
		for i, h := range p.Groups {
			if g == h {
				s += norm[i] * norm[i] / 30
			}
		}
		prior[j] = weights[g] / s
		penalty[j] = noise / prior[j]
	}
	test := gaussian(rng, 5, 6).X
	want := penalisedEquations(p, penalty)
	if d := furthest(m.Predict(test), want.Predict(test)); !(d < 1e-10) {
		t.Errorf("means differ by %.2g", d)
	}

	// Var = σ² + xᵀ (XcᵀXc/σ² + D⁻¹)⁻¹ x
	x := mat.NewDense(30, 6, nil)
	mean := newCentred(p.X).mean
	for i, r := range toDense(p.X) {
		for j, v := range r {
			x.Set(i, j, v-mean[j])
		}
	}
	var a, inverse mat.Dense
	a.Mul(x.T(), x)
	a.Scale(1/noise, &a)
	for j, v := range prior {
		a.Set(j, j, a.At(j, j)+1/v)
	}
	if err := inverse.Inverse(&a); err != nil {
		t.Fatal(err)
	}
	for i, r := range toDense(test) {
		q := mat.NewVecDense(6, deviations(r, 0))
		for j := range r {
			q.SetVec(j, r[j]-mean[j])
		}
		if got, want := m.Variance(test)[i], noise+mat.Inner(q, &inverse,
			q); math.Abs(got-want) > 1e-10 {
			t.Errorf("variance %v, want %v", got, want)
		}
	}

	// log p(y) = log N(0, σ²I + X D Xᵀ), by an eigendecomposition.
	var xd, c mat.Dense
	xd.Mul(x, mat.NewDiagDense(6, prior))
	c.Mul(&xd, x.T())
	s := mat.NewSymDense(30, nil)
	for i := range 30 {
		for j := i; j < 30; j++ {
			s.SetSym(i, j, c.At(i, j))
		}
		s.SetSym(i, i, s.At(i, i)+noise)
	}
	var eigen mat.EigenSym
	eigen.Factorize(s, true)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var z mat.VecDense
	z.MulVec(vectors.T(), mat.NewVecDense(30, deviations(p.Y, Mean(p.Y))))
	evidence := -15 * math.Log(2*math.Pi)
	for i, l := range eigen.Values(nil) {
		evidence -= z.AtVec(i)*z.AtVec(i)/l/2 + math.Log(l)/2
	}
	if math.Abs(m.Evidence-evidence) > 1e-9 {
		t.Errorf("evidence %v, want %v", m.Evidence, evidence)
	}
	e := someEvidence(t, p, LinearKernel)
	if got, _ := e.likelihood(append(weights, noise)); math.Abs(got-evidence) > 1e-9 {
		t.Errorf("likelihood %v, want %v", got, evidence)
	}
}

// An informative group gets more weight than uninformative ones.
func TestGPWeighsGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	p := gaussian(rng, 120, 12)
	p.Groups = groupsOf(12, 4)
	for i, r := range toDense(p.X) {
		p.Y[i] = r[2] - r[6] + .1*rng.NormFloat64()
	}
	m := learn(t, GP{Kernel: LinearKernel}, p).(*gpModel)
	for _, term := range m.Kernel.Terms {
		if term.Group != 2 && !(50*term.Weight < m.Kernel.Terms[2].Weight) {
			t.Errorf("weights %+v", m.Kernel.Terms)
		}
	}
	if !(m.Noise < .02) {
		t.Errorf("noise %v, want .01", m.Noise)
	}
}

// The variance survives JSON and does not depend on the other rows.
func TestGPVarianceSurvives(t *testing.T) {
	p := bagOfWords(1, 60, 100, 10)
	m := learn(t, GP{}, p).(*gpModel)
	v := m.Variance(p.X)
	if !sameBits(throughJSON(t, m).(*gpModel).Variance(p.X), v) {
		t.Error("the variance differs")
	}
	for i := range v {
		if one := m.Variance(p.X.Select([]int{i})); !sameBits(one, v[i:i+1]) {
			t.Errorf("row %d alone has variance %v, %v among others", i, one, v[i])
		}
	}
}

// Large enough for the linear algebra to use more than one processor.
//
//luna:race
func TestKernelsOnAnyNumberOfProcessors(t *testing.T) {
	p := similarities(1, 300, 30, 5)
	for _, r := range []Regressor{GP{}, KernelRidge{}} {
		want := learn(t, r, p).Predict(p.X)
		old := runtime.GOMAXPROCS(1)
		got := learn(t, r, p).Predict(p.X)
		runtime.GOMAXPROCS(4)
		more := learn(t, r, p).Predict(p.X)
		runtime.GOMAXPROCS(old)
		if !sameBits(got, want) || !sameBits(more, want) {
			t.Errorf("%s depends on the number of processors", r.Name())
		}
	}
}
