package golearn

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/regress"
)

// TestModelsSurvive checks for every regressor of the catalog that its model has a kind and is read
// back as it was written.
func TestModelsSurvive(t *testing.T) {
	problems := designs()
	problems["one row"] = regress.Problem{X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{.3}}
	problems["no columns"] = regress.Problem{X: fromDense(make([][]float64, 3), 0),
		Y: []float64{.1, .2, .7}}
	for _, e := range Catalog() {
		r, err := e.New(regress.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for design, p := range problems {
			m, err := r.Fit(p)
			if err != nil {
				t.Fatal(err)
			}
			_, cols := p.X.Dims()
			kind, data, err := regress.EncodeModel(m, ModelKinds()...)
			if err != nil {
				t.Fatal(err)
			}
			back, err := regress.DecodeModel(kind, data, cols, ModelKinds()...)
			if err != nil {
				t.Fatalf("%s: %v", design, err)
			}
			if !sameBits(back.Predict(p.X), m.Predict(p.X)) {
				t.Errorf("%s: predictions differ", design)
			}
			if again, text, err := regress.EncodeModel(back, ModelKinds()...); err != nil ||
				again != kind || !bytes.Equal(text, data) {
				t.Errorf("%s: written again as %s, %v, not as before", design, again, err)
			}
			if _, err := regress.DecodeModel(kind, data, cols+1, ModelKinds()...); !errors.Is(err,
				regress.ErrModel) {
				t.Errorf("%s: read for %d columns, not %d: error %v", design, cols+1, cols, err)
			}
		}
	}
}

// TestModelKinds checks that the names of the kinds are not those of package regress.
func TestModelKinds(t *testing.T) {
	for _, k := range ModelKinds() {
		_, err := regress.DecodeModel(k.Name, nil, 0) // the error lists the known kinds
		if !strings.Contains(err.Error(), "want one of") {
			t.Errorf("%s is a kind of package regress, too: %v", k.Name, err)
		}
	}
}

func TestDamagedModels(t *testing.T) {
	const sound = `{"columns":2,"nodes":[{"column":1,"threshold":0.5,"left":1},{"value":1},{"value":-2}]}`
	read := func(text string) (regress.Model, error) {
		return regress.DecodeModel("golearn-cart", []byte(text), 2, ModelKinds()...)
	}
	if _, err := read(sound); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, says string }{
		{sound, `null`, `found "null", want an object`},
		{sound, `{}`, "0 nodes"},
		{`"columns":2`, `"columns":3`, "3 columns, want 2"},
		{`"columns":2`, `"columns":-2`, "-2 columns"},
		{`"column":1`, `"column":2`, "node 0 splits by column 2 of 2"},
		{`"column":1`, `"column":-1`, "column -1"},
		{`"left":1`, `"left":2`, "node 0 of 3 has children from 2, want 1"},
		{`"left":1`, `"left":-1`, "children from -1"},
		{`,"left":1`, ``, "3 nodes, of which 1 are reached"},
		{`{"value":1}`, `{"left":1}`, "node 1 of 3 has children from 1"},
		{`0.5`, `1e999`, "1e999"},
		{`0.5`, `0.50`, "found other bytes"},
		{`{"value":1}`, `{"values":1}`, "unknown field"},
		{`{"value":1}`, `{"value":1,"value":1}`, "found other bytes"},
		{`]}`, `]}]`, "after top-level value"},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		if _, err := read(text); !errors.Is(err, regress.ErrModel) ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want it to say %s", text, err, c.says)
		}
	}
	for cut := range len(sound) {
		if _, err := read(sound[:cut]); !errors.Is(err, regress.ErrModel) {
			t.Errorf("%s: error %v", sound[:cut], err)
		}
	}
	for _, n := range []node{{Value: math.NaN()}, {Threshold: math.Inf(1)}} {
		m := &treeModel{Columns: 2, Nodes: []node{n}}
		if err := m.Check(2); err == nil || !strings.Contains(err.Error(), "want finite numbers") {
			t.Errorf("%+v: error %v", n, err)
		}
	}
}
