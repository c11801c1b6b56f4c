package regresstest

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/luna-rating/luna/regress"
)

// TestCatalog checks every regressor of the catalog.
func TestCatalog(t *testing.T) {
	for _, e := range regress.Catalog() {
		t.Run(e.Name, func(t *testing.T) {
			r, err := e.New(regress.Options{Alpha: regress.DefaultAlpha})
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(r); err != nil {
				t.Error(err)
			}
		})
	}
}

// fault is a regressor that predicts the mean of the targets and breaks the rule that kind names.
type fault struct {
	kind  string
	calls *atomic.Int64
}

func (f fault) Name() string {
	if f.kind == "name" {
		return "My Regressor"
	}
	return "fault"
}

func (f fault) Fit(p regress.Problem) (regress.Model, error) {
	switch err := p.Check(); {
	case err != nil && f.kind == "accepts all":
	case err != nil && f.kind == "other error":
		return nil, errors.New("no")
	case err != nil && f.kind == "model beside error":
		return &model{}, err
	case err != nil:
		return nil, err
	}
	m := &model{Mean: regress.Mean(p.Y), kind: f.kind, calls: f.calls}
	if math.IsInf(m.Mean, 0) && f.kind == "model beside overflow" {
		return m, regress.ErrNotFinite
	}
	if math.IsInf(m.Mean, 0) && f.kind != "overflows" {
		return nil, regress.ErrNotFinite
	}
	if p.X != nil {
		_, m.Columns = p.X.Dims()
	}
	switch f.kind {
	case "refuses":
		return nil, errors.New("too hard")
	case "nothing":
		return nil, nil
	case "changes input":
		p.Y[0] = 0
	case "random":
		m.Mean += float64(f.calls.Add(1))
	case "Gram":
		if p.Gram != nil {
			m.Mean++
		}
	case "forgets":
		m.secret = 1
	}
	return m, nil
}

type model struct {
	Mean    float64
	Columns int
	kind    string
	secret  float64
	calls   *atomic.Int64
}

func (*model) Diagnostics() regress.Diagnostics { return regress.Diagnostics{} }

func (m *model) Predict(x *regress.Matrix) []float64 {
	n, p := x.Dims()
	if p != m.Columns && m.kind != "any columns" {
		panic("other columns")
	}
	y := slices.Repeat([]float64{m.Mean + m.secret}, n)
	switch m.kind {
	case "too few":
		return y[:n/2]
	case "not finite":
		return slices.Repeat([]float64{math.Inf(1)}, n)
	case "wears out":
		for i := range y {
			y[i] += float64(m.calls.Add(1))
		}
	case "looks around":
		for i := range y {
			y[i] += float64(n)
		}
	}
	return y
}

func (m *model) MarshalJSON() ([]byte, error) {
	if m.kind == "no JSON" {
		return nil, errors.New("cannot")
	}
	return json.Marshal(map[string]any{"Mean": m.Mean, "Columns": m.Columns})
}

// TestCheckFinds proves that each rule can fail.
func TestCheckFinds(t *testing.T) {
	if err := Check(fault{}); err != nil {
		t.Errorf("a sound regressor: %v", err)
	}
	for kind, want := range map[string]string{
		"name":               `name "My Regressor"`,
		"accepts all":        "a value that is NaN: found a fit",
		"other error":        `a target too few: found the error "no"`,
		"model beside error": "a group too few: found a model beside the error",
		"refuses":            "fit: too hard",
		"nothing":            "neither a model nor an error",
		"changes input":      "the problem was changed",
		"random":             "another fit predicts otherwise",
		"Gram":               "with the Gram matrix",
		"forgets":            "the model from its JSON predicts",
		"no JSON":            "the model as JSON",
		"any columns":        "expected a panic",
		"too few":            "predictions for 25 rows",
		"not finite":         "found prediction +Inf for row 0",
		"wears out":          "predicts otherwise",
		"looks around":       "row 0 alone",
		"overflows":          "vast targets: found prediction +Inf",

		"model beside overflow": "vast targets: found a model beside the error",
	} {
		err := Check(fault{kind, new(atomic.Int64)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected an error with %q", kind, err, want)
		}
	}
}
