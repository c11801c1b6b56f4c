package golearn

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/regresstest"
)

// The tests of this file check the tree against the rules of package regress's conformance tests,
// beyond [regresstest.Check].

func TestConformance(t *testing.T) {
	for _, r := range settings() {
		if err := regresstest.Check(r); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

func TestDegenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, p := range map[string]regress.Problem{
		"one row":         {X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{.3}},
		"one vast target": {X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{1e150}},
		"equal targets": {X: filled(rng, 7, 3, rng.NormFloat64).X,
			Y: slices.Repeat([]float64{.1}, 7)},
		"no columns": {X: fromDense(make([][]float64, 3), 0), Y: []float64{.1, .2, .7}},
		"zero columns": {X: fromDense([][]float64{{0, 0}, {0, 0}, {0, 0}}, 2),
			Y: []float64{.1, .2, .7}},
		"constant columns": {X: fromDense([][]float64{{.1, 7}, {.1, 7}, {.1, 7}}, 2),
			Y: []float64{.1, .2, .7}},
		"no split helps": {X: fromDense([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, 2),
			Y: []float64{0, 1, 1, 0}},
	} {
		for _, r := range settings() {
			m := fit(t, r, p)
			_, cols := p.X.Dims()
			other := fromDense([][]float64{slices.Repeat([]float64{-1}, cols),
				slices.Repeat([]float64{9}, cols)}, cols)
			for _, y := range append(m.Predict(p.X), m.Predict(other)...) {
				if y != regress.Mean(p.Y) {
					t.Errorf("%s, %+v: predicted %v, want the mean %v",
						name, r, y, regress.Mean(p.Y))
				}
			}
			if m.leaves() != 1 || m.depth() != 0 {
				t.Errorf("%s, %+v: %d leaves, depth %d", name, r, m.leaves(), m.depth())
			}
		}
	}
}

func TestErrors(t *testing.T) {
	ok := fromDense([][]float64{{1, 2}, {0, 3}}, 2)
	rng := rand.New(rand.NewPCG(4, 1))
	large := filled(rng, 5000, 50, rng.NormFloat64)
	for name, c := range map[string]struct {
		r    Tree
		p    regress.Problem
		want error
		text string
	}{
		"depth": {Tree{MaxDepth: -2}, regress.Problem{X: ok, Y: []float64{1, 2}},
			regress.ErrOption, "depth -2"},
		"nothing": {Tree{}, regress.Problem{}, regress.ErrNoRows, ""},
		"no rows": {Tree{}, regress.Problem{X: regress.NewMatrix(0, 2)}, regress.ErrNoRows,
			""},
		"no matrix": {Tree{}, regress.Problem{Y: []float64{1}}, regress.ErrShape, ""},
		"targets": {Tree{}, regress.Problem{X: ok, Y: []float64{1}}, regress.ErrShape,
			"2 rows and 1 targets"},
		"Gram": {Tree{}, regress.Problem{X: ok, Y: []float64{1, 2},
			Gram: mat.NewSymDense(3, nil)}, regress.ErrShape, "order 3"},
		"NaN": {Tree{}, regress.Problem{X: fromDense([][]float64{{1, 2}, {0,
			math.NaN()}}, 2), Y: []float64{1, 2}}, regress.ErrNotFinite, "row 1, column 1"},
		"Inf": {Tree{}, regress.Problem{X: fromDense([][]float64{{1, math.Inf(-1)}, {0,
			3}}, 2), Y: []float64{1, 2}}, regress.ErrNotFinite, "row 0, column 1"},
		"NaN target": {Tree{}, regress.Problem{X: ok, Y: []float64{1, math.NaN()}},
			regress.ErrNotFinite, "row 1"},
		"vast value": {Tree{}, regress.Problem{X: fromDense([][]float64{{1, 1e308}, {0,
			1.5e308}}, 2), Y: []float64{1, 2}}, regress.ErrNotFinite, "row 0, column 1"},
		"vast targets": {Tree{}, regress.Problem{X: ok, Y: []float64{1e308, 1.5e308}},
			regress.ErrNotFinite, ""},
		"vast squares": {Tree{}, regress.Problem{X: ok, Y: []float64{1e200, -1e200}},
			regress.ErrNotFinite, ""},
		"vast and equal": {Tree{}, regress.Problem{X: ok, Y: []float64{1e308, 1e308}},
			regress.ErrNotFinite, ""},
		"too large": {Tree{}, large, ErrTooLarge, "5000 rows and 50 different columns"},
	} {
		m, err := c.r.Fit(c.p)
		if m != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: model %v, error %v; want %v %s", name, m, err, c.want, c.text)
		}
	}
}

func TestVanishingSquares(t *testing.T) {
	p := regress.Problem{X: fromDense([][]float64{{0}, {1}}, 1), Y: []float64{1e-200, 2e-200}}
	m, err := Tree{}.Fit(p)
	if err != nil {
		t.Fatal(err)
	}
	if w := m.Diagnostics().Warnings; len(w) != 1 || !errors.Is(w[0], regress.ErrIllConditioned) {
		t.Errorf("warnings %v", w)
	}
	if y := m.Predict(p.X); y[0] != regress.Mean(p.Y) || y[1] != y[0] {
		t.Errorf("predicted %v", y)
	}
}

func TestInputUnchangedAndSameAgain(t *testing.T) {
	eachFit(t, func(t *testing.T, r Tree, p regress.Problem, first *treeModel) {
		x, y := toDense(p.X), slices.Clone(p.Y)
		all := first.Predict(p.X)
		models := make([]regress.Model, 3)
		var wg sync.WaitGroup
		for i := range models {
			wg.Go(func() {
				models[i], _ = r.Fit(p)
				first.Predict(p.X)
			})
		}
		wg.Wait()
		for _, m := range models {
			if m == nil || !slices.Equal(m.(*treeModel).Nodes, first.Nodes) {
				t.Error("another fit differs")
			}
		}
		if !slices.EqualFunc(x, toDense(p.X), sameBits) || !sameBits(y, p.Y) {
			t.Error("input changed")
		}
		for i := range all {
			if one := first.Predict(p.X.Select([]int{i})); !sameBits(one, all[i:i+1]) {
				t.Errorf("row %d alone is predicted %v, %v among the others", i, one, all[i])
			}
		}
	})
}

func TestModelSurvivesJSON(t *testing.T) {
	eachFit(t, func(t *testing.T, _ Tree, p regress.Problem, m *treeModel) {
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back treeModel
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(back.Nodes, m.Nodes) || !sameBits(back.Predict(p.X), m.Predict(p.X)) {
			t.Error("the model differs")
		}
	})
}

// notTrees are documents with which a prediction would fail, run forever, or use half of what was
// written.
var notTrees = []string{
	`{}`, `{"columns":1,"nodes":[]}`, `{"columns":-1,"nodes":[{"value":1}]}`,
	`{"columns":1e9,"nodes":[{"value":1},{"value":1}]}`,
	`{"columns":3000000000,"nodes":[{"value":1}]}`,
	`{"columns":1,"nodes":[{"left":1},{"left":1},{}]}`,           // its own child
	`{"columns":1,"nodes":[{"left":3},{},{}]}`,                   // beyond the end
	`{"columns":1,"nodes":[{"left":-1},{},{}]}`,                  // before the start
	`{"columns":1,"nodes":[{"left":1},{"left":1},{},{},{}]}`,     // children of two
	`{"columns":1,"nodes":[{"left":1},{},{},{},{}]}`,             // not reached
	`{"columns":1,"nodes":[{"left":1,"column":1},{},{}]}`,        // no such column
	`{"columns":1,"nodes":[{"left":1,"column":-1},{},{}]}`,       // no such column
	`{"columns":1,"nodes":[{"left":1,"threshold":"x"},{},{}]}`,   // no number
	`{"columns":1,"nodes":[{"left":1,"threshold":1e9},{},{}]`,    // cut off
	`{"columns":1,"nodes":[{"left":1,"threshold":1e999},{},{}]}`, // not finite
}

// read reads a model as [regress.DecodeModel] does, of whatever number of columns it says.
func read(text []byte) (*treeModel, error) {
	var m treeModel
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	return &m, m.Check(m.Columns)
}

func TestNotATree(t *testing.T) {
	for _, text := range notTrees {
		if _, err := read([]byte(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

// FuzzTreeModel checks that whatever is read as a model predicts and is written as it was read.
func FuzzTreeModel(f *testing.F) {
	for _, text := range notTrees {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"columns":3,"nodes":[{"column":2,"threshold":0.5,"left":1},{"value":1},{"left":3},{"value":-2},{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := read(text)
		if err != nil {
			return
		}
		x := regress.NewMatrix(2, m.Columns)
		x.Append(regress.Row{})
		if m.Columns > 0 {
			x.Append(regress.Row{Index: []int32{int32(m.Columns - 1)}, Value: []float64{1}})
		}
		want := m.Predict(x)
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		back, err := read(again)
		if err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		if got := back.Predict(x); !slices.Equal(got, want) || m.depth() >= m.leaves() {
			t.Errorf("%s: predicts %v, %v after writing; depth %d, %d leaves",
				text, want, got, m.depth(), m.leaves())
		}
	})
}

func TestPredictNotFinite(t *testing.T) {
	m := fit(t, Tree{}, designs()["numbers"])
	y := m.Predict(fromDense([][]float64{{0, 0, 0, 0}, {math.NaN(), 0, 0, 0},
		{0, 0, 0, math.Inf(1)}}, 4))
	if math.IsNaN(y[0]) || !math.IsNaN(y[1]) || !math.IsNaN(y[2]) {
		t.Errorf("predicted %v", y)
	}
}

func TestWrongNumberOfColumnsPanics(t *testing.T) {
	m := fit(t, Tree{}, designs()["numbers"])
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	m.Predict(regress.NewMatrix(0, 5))
}

func TestCatalog(t *testing.T) {
	list := Catalog()
	if len(list) == 0 || !slices.IsSortedFunc(list,
		func(a, b regress.Entry) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%v", list)
	}
	for _, e := range list {
		r, err := regress.ByName(e.Name, regress.Options{}, list...)
		if err != nil || r.Name() != e.Name || e.Summary == "" {
			t.Errorf("%+v: %v, %v", e, r, err)
		}
		if _, err := regress.ByName(e.Name, regress.Options{}); err == nil {
			t.Errorf("%s is a name of package regress, too", e.Name)
		}
	}
	if r, err := regress.ByName("magic", regress.Options{}, list...); r != nil ||
		!errors.Is(err, regress.ErrUnknown) || !strings.Contains(err.Error(), "golearn-cart") {
		t.Errorf("unknown name: %v, %v", r, err)
	}
}
