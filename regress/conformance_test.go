package regress

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
)

// TestConformance holds every regressor of the catalog to what callers rely on.
func TestConformance(t *testing.T) {
	for _, e := range Catalog() {
		options := DefaultOptions()
		options.Alpha = .02 // small enough for weights
		r, err := ByName(e.Name, options)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(e.Name, func(t *testing.T) { conform(t, r) })
	}
}

func conform(t *testing.T, r Regressor) {
	t.Run("degenerate", func(t *testing.T) {
		for name, p := range map[string]Problem{
			"one row":          {X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{.3}},
			"equal targets":    {X: gaussian(rand.New(rand.NewPCG(1, 1)), 7, 3).X, Y: slices.Repeat([]float64{.1}, 7)},
			"no columns":       {X: fromDense(make([][]float64, 3), 0), Y: []float64{.1, .2, .7}},
			"zero columns":     {X: fromDense([][]float64{{0, 0}, {0, 0}, {0, 0}}, 2), Y: []float64{.1, .2, .7}},
			"constant columns": {X: fromDense([][]float64{{.1, 7}, {.1, 7}, {.1, 7}}, 2), Y: []float64{.1, .2, .7}},
		} {
			m := fit(t, r, p)
			if largest(m.Coef) != 0 || m.Intercept != Mean(p.Y) {
				t.Errorf("%s: weights %v, intercept %v, want the mean %v", name, m.Coef, m.Intercept, Mean(p.Y))
			}
			if slices.ContainsFunc(m.Predict(p.X), func(y float64) bool { return y != Mean(p.Y) }) {
				t.Errorf("%s: predictions %v, want the mean %v", name, m.Predict(p.X), Mean(p.Y))
			}
		}
	})

	t.Run("constant column beside others", func(t *testing.T) {
		for _, n := range []int{8, 60} {
			rows := toDense(gaussian(rand.New(rand.NewPCG(2, 1)), n, 9).X)
			for i := range rows {
				rows[i][4] = .1
			}
			m := fit(t, r, Problem{X: fromDense(rows, 9), Y: gaussian(rand.New(rand.NewPCG(3, 1)), n, 1).Y})
			if m.Coef[4] != 0 || largest(m.Coef) == 0 {
				t.Errorf("%d rows: weights %v", n, m.Coef)
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
			"nothing":        {Problem{}, ErrNoRows, ""},
			"no rows":        {Problem{X: NewMatrix(0, 2)}, ErrNoRows, ""},
			"no matrix":      {Problem{Y: []float64{1}}, ErrShape, ""},
			"targets":        {Problem{X: ok, Y: []float64{1}}, ErrShape, "2 rows and 1 targets"},
			"Gram":           {Problem{X: ok, Y: []float64{1, 2}, Gram: mat.NewSymDense(3, nil)}, ErrShape, "order 3"},
			"NaN":            {Problem{X: fromDense([][]float64{{1, 2}, {0, math.NaN()}}, 2), Y: []float64{1, 2}}, ErrNotFinite, "row 1, column 1"},
			"Inf":            {Problem{X: fromDense([][]float64{{1, math.Inf(-1)}, {0, 3}}, 2), Y: []float64{1, 2}}, ErrNotFinite, "row 0, column 1"},
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
			p.Gram = Gram(p.X)
			x, y, g := toDense(p.X), slices.Clone(p.Y), mat.NewSymDense(len(p.Y), nil)
			g.CopySym(p.Gram)
			first := fit(t, r, p)
			models := make([]*Linear, 4)
			var wg sync.WaitGroup
			for i := range models {
				wg.Go(func() {
					if m, err := r.Fit(p); err == nil {
						models[i] = m.(*Linear)
					}
				})
			}
			wg.Wait()
			for _, m := range models {
				if m == nil || !sameBits(m.Coef, first.Coef) || m.Intercept != first.Intercept {
					t.Errorf("%s: another fit differs", name)
				}
			}
			if !slices.EqualFunc(x, toDense(p.X), sameBits) || !sameBits(y, p.Y) || !mat.Equal(g, p.Gram) {
				t.Errorf("%s: input changed", name)
			}

			all := first.Predict(p.X)
			for i := range all {
				if one := first.Predict(p.X.Select([]int{i})); !sameBits(one, all[i:i+1]) {
					t.Errorf("%s: row %d alone is predicted %v, %v among the others", name, i, one, all[i])
				}
			}
		}
	})

	t.Run("model survives JSON", func(t *testing.T) {
		p := designs()["words"]
		m := fit(t, r, p)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Linear
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if !sameBits(back.Predict(p.X), m.Predict(p.X)) {
			t.Error("predictions differ")
		}
	})

	t.Run("wrong number of columns panics", func(t *testing.T) {
		m := fit(t, r, designs()["tall"])
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		m.Predict(NewMatrix(0, 4))
	})
}

func TestCatalog(t *testing.T) {
	list := Catalog()
	if !slices.IsSortedFunc(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("not sorted: %v", list)
	}
	for _, e := range list {
		r, err := ByName(e.Name, DefaultOptions())
		if err != nil || r.Name() != e.Name || e.Summary == "" {
			t.Errorf("%+v: %v, %v", e, r, err)
		}
	}
	if r, err := ByName("magic", DefaultOptions()); r != nil || !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "ols") {
		t.Errorf("unknown name: %v, %v", r, err)
	}
	if r, err := ByName("lasso", Options{Alpha: -1}); r != nil || !errors.Is(err, ErrOption) {
		t.Errorf("negative penalty: %v, %v", r, err)
	}
	if _, err := ByName("ols", Options{}); err != nil {
		t.Error(err)
	}
}
