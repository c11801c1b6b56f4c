package regress

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// slowTerm is the definition of a term, on dense rows of one group.
func slowTerm(kind string, a, b, mean []float64, scale float64) float64 {
	var ab, aa, bb, d, centred float64
	for j := range a {
		ab += a[j] * b[j]
		aa += a[j] * a[j]
		bb += b[j] * b[j]
		d += (a[j] - b[j]) * (a[j] - b[j])
		centred += (a[j] - mean[j]) * (b[j] - mean[j])
	}
	switch kind {
	case LinearKernel:
		return centred / scale
	case RBFKernel:
		return math.Exp(-d / scale)
	}
	switch {
	case aa == 0 && bb == 0:
		return 1
	case aa == 0 || bb == 0:
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

func TestKernelIsItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := bagOfWords(5, 40, 50, 10)
	rows := toDense(p.X)
	rows[3] = make([]float64, 50)
	for i := range rows {
		rows[i] = append(rows[i], 1000+rng.NormFloat64(), rng.NormFloat64(), 7)
	}
	p.X = fromDense(rows, 53)
	p.Groups = make([]int, 53)
	for j := range p.Groups {
		p.Groups[j] = 10 * (j % 3)
	}
	p.Groups[50], p.Groups[52] = 4, 99 // far from zero; constant
	test := toDense(gaussian(rng, 6, 53).X)
	test[2] = make([]float64, 53)

	mean := make([]float64, 53)
	for _, r := range rows {
		for j, v := range r {
			mean[j] += v / 40
		}
	}
	for _, kind := range []string{LinearKernel, RBFKernel} {
		b, err := centreProblem(p, false)
		if err != nil {
			t.Fatal(err)
		}
		k := newKernel([]string{kind}, b.c, p.Groups, .7)
		if len(k.Terms) != 4 {
			t.Fatalf("%s: %d terms, want one for each group that varies", kind, len(k.Terms))
		}
		for at := range k.Terms {
			k.Terms[at].Weight = float64(at + 1)
		}
		of := func(r []float64, g int) (part []float64) {
			for j, v := range r {
				if p.Groups[j] == g {
					part = append(part, v)
				}
			}
			return part
		}
		want := func(a, b []float64) (s float64) {
			for at, g := range []int{0, 4, 10, 20} {
				var square float64
				for _, r := range rows {
					for j, v := range r {
						if p.Groups[j] == g {
							square += (v - mean[j]) * (v - mean[j]) / 40
						}
					}
				}
				scale := square
				if kind == RBFKernel {
					scale = 2 * square * .7
				}
				s += float64(at+1) * slowTerm(kind, of(a, g), of(b, g), of(mean, g), scale)
			}
			return s
		}
		k.compare(p.X.minus(k.Shift), fromDense(test, 53), func(i int, got []float64) {
			for s := range rows {
				if w := want(test[i], rows[s]); math.Abs(got[s]-w) > 1e-9*(1+math.Abs(w)) {
					t.Fatalf("%s of rows %d and %d: %v, want %v", kind, i, s, got[s], w)
				}
			}
		})
		packed := k.matrix(p.X.minus(k.Shift))
		e := 0
		for i := range rows {
			for j := i; j < len(rows); j++ {
				if w := want(rows[i], rows[j]); math.Abs(packed[e]-w) > 1e-9*(1+math.Abs(w)) {
					t.Fatalf("%s of training rows %d and %d: %v, want %v", kind, i, j, packed[e], w)
				}
				e++
			}
		}
	}
}

func TestMatrixJSON(t *testing.T) {
	x := bagOfWords(1, 20, 30, 5).X
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	var back Matrix
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(toDense(x), toDense(&back), sameBits) {
		t.Error("matrix differs")
	}
	for _, text := range []string{
		`{"columns":-1}`, `{"columns":2,"rows":[{"index":[2],"value":[1]}]}`,
		`{"columns":2,"rows":[{"index":[-1],"value":[1]}]}`,
		`{"columns":2,"rows":[{"index":[1,1],"value":[1,1]}]}`,
		`{"columns":2,"rows":[{"index":[1],"value":[]}]}`, `[]`,
	} {
		if err := json.Unmarshal([]byte(text), &back); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// nonlinear lists the nonlinear regressors, with variants.
func nonlinear() map[string]Regressor {
	return map[string]Regressor{
		"kernelridge": KernelRidge{}, "kernelridge linear": KernelRidge{Kernel: LinearKernel},
		"kernelridge mixed": KernelRidge{Kernel: MixedKernel},
		"gp":                GP{}, "gp rbf": GP{Kernel: RBFKernel},
		"gp linear": GP{Kernel: LinearKernel},
	}
}

// TestHostileData fits extreme data and predicts rows that are more extreme.
func TestHostileData(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	vastly := func(x, y float64) Problem {
		p := gaussian(rng, 12, 4)
		for _, r := range p.X.all() {
			for j := range r.Value {
				r.Value[j] *= x
			}
		}
		for i := range p.Y {
			p.Y[i] *= y
		}
		return p
	}
	copies := gaussian(rng, 9, 3)
	for i := range copies.X.all() {
		copies.X.all()[i] = copies.X.Row(i % 2)
	}
	mixed := gaussian(rng, 12, 3)
	for i, r := range mixed.X.all() {
		r.Value[0] *= math.Pow(10, float64(40*i-250))
	}
	groups := gaussian(rng, 10, 87)
	for j := range 87 {
		groups.Groups = append(groups.Groups, j)
	}
	problems := map[string]Problem{
		"one row": gaussian(rng, 1, 3), "two rows": gaussian(rng, 2, 3),
		"three rows":     gaussian(rng, 3, 1),
		"two equal rows": {X: fromDense([][]float64{{1, 2}, {1, 2}}, 2), Y: []float64{0, 1}},
		"copies":         copies, "87 groups": groups,
		"no columns": {X: fromDense(make([][]float64, 4), 0), Y: []float64{1, 2, 3, 4},
			Groups: []int{}},
		"vast rows": vastly(1e90, 1), "vaster rows": vastly(1e200, 1),
		"vastest rows": vastly(1e307, 1),
		"tiny rows":    vastly(1e-90, 1), "tinier rows": vastly(1e-200, 1),
		"tiniest rows": vastly(1e-307, 1),
		"vast targets": vastly(1, 1e90), "vaster targets": vastly(1, 1e200),
		"tiny targets": vastly(1, 1e-90), "tinier targets": vastly(1, 1e-200),
		"all scales": mixed,
	}
	for name, r := range nonlinear() {
		for what, p := range problems {
			m, err := r.Fit(p)
			if err != nil {
				if !errors.Is(err, ErrNotFinite) {
					t.Errorf("%s of %s: %v", name, what, err)
				}
				continue
			}
			_, cols := p.X.Dims()
			odd := NewMatrix(3, cols)
			for _, v := range []float64{math.MaxFloat64, -math.MaxFloat64,
				math.SmallestNonzeroFloat64} {
				row := slices.Repeat([]float64{v}, cols)
				if cols > 1 {
					row[1] = -v
				}
				odd.push(fromDense([][]float64{row}, cols).Row(0))
			}
			for _, y := range m.Predict(p.X) {
				if !finite(y) {
					t.Errorf("%s of %s: prediction %v", name, what, y)
				}
			}
			for _, y := range m.Predict(odd) {
				if math.IsNaN(y) {
					t.Errorf("%s of %s predicts NaN", name, what)
				}
			}
			if u, ok := m.(VariancePredictor); ok {
				for _, v := range append(u.Variance(p.X), u.Variance(odd)...) {
					if !(v >= 0) {
						t.Errorf("%s of %s: variance %v", name, what, v)
					}
				}
			}
		}
	}
}

func TestVariantsConform(t *testing.T) {
	suite.Slow(t, "tries other options than the defaults")
	for name, r := range nonlinear() {
		p := designs()["dependent 100"]
		p.Groups = []int{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}
		m := learn(t, r, p)
		if !sameBits(throughJSON(t, m).Predict(p.X), m.Predict(p.X)) {
			t.Errorf("%s: the model does not survive JSON", name)
		}
		if !sameBits(learn(t, r, p).Predict(p.X), m.Predict(p.X)) {
			t.Errorf("%s: another fit differs", name)
		}
		flat := learn(t, r, Problem{X: p.X, Y: slices.Repeat([]float64{.1}, 100)})
		for _, y := range flat.Predict(p.X) {
			if y != Mean(slices.Repeat([]float64{.1}, 100)) {
				t.Fatalf("%s: equal targets give %v", name, y)
			}
		}
	}
}

func TestNonlinearOptions(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	p := gaussian(rand.New(rand.NewPCG(3, 1)), 9, 2)
	for _, r := range []Regressor{
		KernelRidge{Kernel: "odd"}, KernelRidge{Penalty: -1}, KernelRidge{Penalty: nan},
		KernelRidge{Penalty: inf}, KernelRidge{Width: -1}, KernelRidge{Width: nan},
		GP{Kernel: "odd"}, GP{Width: inf}, GP{Width: -1},
		KernelRidge{Kernel: "cosine"},
	} {
		if m, err := r.Fit(p); m != nil || !errors.Is(err, ErrOption) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
