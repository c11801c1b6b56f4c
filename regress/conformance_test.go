package regress

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/luna-rating/luna/internal/suite"
)

// conformance describes how a regressor deviates from the common rules.
type conformance struct {
	// robust: if all columns are constant, the prediction is not the mean of the targets but some
	// other number between their minimum and maximum.
	robust bool
	// cubic: a fit takes time cubic in the rows, of which a few hundred show all there is to see.
	cubic bool
}

// exceptional lists the regressors with deviations.
var exceptional = map[string]conformance{
	"huber": {robust: true}, "kernelridge": {cubic: true}, "gp": {cubic: true},
}

// small are the designs of the default run.
var small = []string{"two", "dependent 12", "bad scale 20", "few columns"}

// TestConformance checks, for every regressor of the catalog, what callers rely on beyond
// regresstest.Check: that it falls back to the mean, and that it reports values that are not
// finite, on the numerically hardest designs.
//
//luna:race
func TestConformance(t *testing.T) {
	for _, e := range Catalog() {
		r, err := e.New(Options{Alpha: .02}) // small enough for weights
		if err != nil {
			t.Fatal(err)
		}
		t.Run(e.Name, func(t *testing.T) {
			conform(t, r, exceptional[e.Name])
		})
	}
}

func conform(t *testing.T, r Regressor, is conformance) {
	t.Run("degenerate", func(t *testing.T) {
		for name, p := range map[string]Problem{
			"one row": {X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{.3}},
			"equal targets": {X: gaussian(rand.New(rand.NewPCG(1, 1)), 7, 3).X,
				Y: slices.Repeat([]float64{.1}, 7)},
			"no columns": {X: fromDense(make([][]float64, 3), 0), Y: []float64{.1, .2, .7}},
			"zero columns": {X: fromDense([][]float64{{0, 0}, {0, 0}, {0, 0}}, 2),
				Y: []float64{.1, .2, .7}},
			"constant columns": {X: fromDense([][]float64{{.1, 7}, {.1, 7}, {.1, 7}}, 2),
				Y: []float64{.1, .2, .7}},
		} {
			m := learn(t, r, p)
			_, cols := p.X.Dims()
			predicted := append(m.Predict(p.X),
				m.Predict(gaussian(rand.New(rand.NewPCG(1, 2)), 5, cols).X)...)
			want := Mean(p.Y)
			if is.robust {
				if want = predicted[0]; !(want >= slices.Min(p.Y) && want <= slices.Max(p.Y)) {
					t.Errorf("%s: prediction %v is not among the targets %v", name, want, p.Y)
				}
			}
			if slices.ContainsFunc(predicted, func(y float64) bool { return y != want }) {
				t.Errorf("%s: predictions %v, want all to be %v", name, predicted, want)
			}
			if l, ok := m.(*Linear); ok && (maxAbs(l.Coef) != 0 || l.Intercept != want) {
				t.Errorf("%s: weights %v, intercept %v, want %v alone",
					name, l.Coef, l.Intercept, want)
			}
		}
	})

	t.Run("constant column beside others", func(t *testing.T) {
		for _, n := range []int{8, 60} {
			p := gaussian(rand.New(rand.NewPCG(2, 1)), n, 9)
			rows := toDense(p.X)
			for i := range rows {
				rows[i][4] = .1
				p.Y[i] = 2*rows[i][0] + p.Y[i]/8
			}
			p.X = fromDense(rows, 9)
			m := learn(t, r, p)
			predicted := m.Predict(p.X)
			if slices.Min(predicted) == slices.Max(predicted) {
				t.Errorf("%d rows: all predictions are %v", n, predicted[0])
			}
			if l, ok := m.(*Linear); ok && l.Coef[4] != 0 {
				t.Errorf("%d rows: weights %v", n, l.Coef)
			}
		}
	})

	t.Run("errors", func(t *testing.T) {
		ok := fromDense([][]float64{{1, 2}, {0, 3}}, 2)
		for name, c := range map[string]struct {
			p    Problem
			want error
			text string
		}{
			"nothing":   {Problem{}, ErrNoRows, ""},
			"no rows":   {Problem{X: NewMatrix(0, 2)}, ErrNoRows, ""},
			"no matrix": {Problem{Y: []float64{1}}, ErrShape, ""},
			"targets":   {Problem{X: ok, Y: []float64{1}}, ErrShape, "2 rows and 1 targets"},
			"Gram": {Problem{X: ok, Y: []float64{1, 2}, Gram: mat.NewSymDense(3, nil)},
				ErrShape, "order 3"},
			"groups": {Problem{X: ok, Y: []float64{1, 2}, Groups: []int{0}}, ErrShape,
				"2 columns and groups for 1"},
			"group below 0": {Problem{X: ok, Y: []float64{1, 2}, Groups: []int{0, -1}}, ErrShape,
				"group -1 of column 1"},
			"NaN": {Problem{X: fromDense([][]float64{{1, 2}, {0, math.NaN()}}, 2),
				Y: []float64{1, 2}}, ErrNotFinite, "row 1, column 1"},
			"Inf": {Problem{X: fromDense([][]float64{{1, math.Inf(-1)}, {0, 3}}, 2),
				Y: []float64{1, 2}}, ErrNotFinite, "row 0, column 1"},
			"NaN target":     {Problem{X: ok, Y: []float64{1, math.NaN()}}, ErrNotFinite, "row 1"},
			"vast targets":   {Problem{X: ok, Y: []float64{1e308, 1.5e308}}, ErrNotFinite, ""},
			"vast and equal": {Problem{X: ok, Y: []float64{1e308, 1e308}}, ErrNotFinite, ""},
		} {
			m, err := r.Fit(c.p)
			if m != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: model %v, error %v; want %v %s", name, m, err, c.want, c.text)
			}
		}
	})

	t.Run("input unchanged, same again, from many goroutines", func(t *testing.T) {
		for name, p := range designs() {
			n, cols := p.X.Dims()
			if is.cubic && n > 300 || !suite.Full(t) && !slices.Contains(small, name) {
				continue
			}
			p.Gram = Gram(p.X)
			p.Groups = make([]int, cols)
			for j := range p.Groups {
				p.Groups[j] = j % 3
			}
			x, y, g, groups := toDense(p.X), slices.Clone(p.Y), mat.NewSymDense(n,
				nil), slices.Clone(p.Groups)
			g.CopySym(p.Gram)
			others := gaussian(rand.New(rand.NewPCG(4, 1)), 5, cols).X
			first := learn(t, r, p)
			all := first.Predict(p.X)
			further := first.Predict(others)

			models := make([]Model, 4)
			var wg sync.WaitGroup
			for i := range models {
				wg.Go(func() { models[i], _ = r.Fit(p) })
			}
			wg.Wait()
			for _, m := range models {
				if m == nil || !sameBits(m.Predict(p.X), all) ||
					!sameBits(m.Predict(others), further) {
					t.Errorf("%s: another fit predicts otherwise", name)
					continue
				}
				if l, ok := m.(*Linear); ok && (!sameBits(l.Coef, first.(*Linear).Coef) ||
					l.Intercept != first.(*Linear).Intercept) {
					t.Errorf("%s: another fit differs", name)
				}
			}
			if !slices.EqualFunc(x, toDense(p.X), sameBits) || !sameBits(y, p.Y) ||
				!mat.Equal(g, p.Gram) || !slices.Equal(groups, p.Groups) {
				t.Errorf("%s: input changed", name)
			}

			predictions := make([][]float64, 4) // one model in concurrent use
			for i := range predictions {
				wg.Go(func() { predictions[i] = first.Predict(p.X) })
			}
			wg.Wait()
			for _, got := range predictions {
				if !sameBits(got, all) {
					t.Errorf("%s: the same model predicts otherwise", name)
				}
			}
			for i := range all {
				if one := first.Predict(p.X.Select([]int{i})); !sameBits(one, all[i:i+1]) {
					t.Errorf("%s: row %d alone is predicted %v, %v among the others",
						name, i, one, all[i])
				}
			}
			if none := first.Predict(NewMatrix(0, cols)); len(none) != 0 {
				t.Errorf("%s: %d predictions for no rows", name, len(none))
			}
		}
	})
}

// throughJSON returns the model after writing it to JSON and reading it back.
func throughJSON(t *testing.T, m Model) Model {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	// A pointer to the model's type reads both a *T and a T.
	typ := reflect.TypeOf(m)
	pointer := typ.Kind() == reflect.Pointer
	if pointer {
		typ = typ.Elem()
	}
	back := reflect.New(typ)
	if err := json.Unmarshal(text, back.Interface()); err != nil {
		t.Fatal(err)
	}
	if !pointer {
		back = back.Elem()
	}
	return back.Interface().(Model)
}

func TestCatalog(t *testing.T) {
	list := Catalog()
	if !slices.IsSortedFunc(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("not sorted: %v", list)
	}
	for _, e := range list {
		r, err := ByName(e.Name, Options{Alpha: DefaultAlpha})
		if err != nil || r.Name() != e.Name || e.Summary == "" {
			t.Errorf("%+v: %v, %v", e, r, err)
		}
	}
	if r, err := ByName("magic", Options{}); r != nil || !errors.Is(err, ErrUnknown) ||
		!strings.Contains(err.Error(), "ols") {
		t.Errorf("unknown name: %v, %v", r, err)
	}
	if r, err := ByName("lasso", Options{Alpha: -1}); r != nil || !errors.Is(err, ErrOption) {
		t.Errorf("negative penalty: %v, %v", r, err)
	}
	if _, err := ByName("ols", Options{}); err != nil {
		t.Error(err)
	}
}
