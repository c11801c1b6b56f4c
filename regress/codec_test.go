package regress

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// codecDesigns returns the conformance designs of all shapes, with groups, and the smallest ones.
func codecDesigns() map[string]Problem {
	all := designs()
	d := map[string]Problem{
		"one row":    {X: fromDense([][]float64{{3, 0, 1}}, 3), Y: []float64{.3}},
		"no columns": {X: fromDense(make([][]float64, 3), 0), Y: []float64{.1, .2, .7}},
		"one column": {X: fromDense([][]float64{{1}, {2}, {4}}, 1), Y: []float64{.1, .2, .7}},
		"nothing":    {X: fromDense(make([][]float64, 1), 0), Y: []float64{.25}},
		"offset":     offset(),
	}
	for _, name := range []string{"words", "tall", "wide", "two"} {
		p := all[name]
		d[name] = p
		if name == "wide" { // words are of its kind, and faster
			continue
		}
		_, cols := p.X.Dims()
		p.Groups = make([]int, cols)
		for j := range p.Groups {
			p.Groups[j] = j % 3
		}
		d[name+" in groups"] = p
	}
	return d
}

// offset is a design in which kernels and neighbours shift every column.
func offset() Problem {
	p := gaussian(rand.New(rand.NewPCG(6, 2)), 12, 4)
	rows := toDense(p.X)
	for _, row := range rows {
		for j := range row {
			row[j] += 100
		}
	}
	p.X = fromDense(rows, 4)
	return p
}

// codecRegressors returns the regressors of the catalog and settings that lead to other forms of
// model.
func codecRegressors(t testing.TB) map[string]Regressor {
	t.Helper()
	list := map[string]Regressor{
		"kernelridge linear": KernelRidge{Kernel: LinearKernel},
		"kernelridge mixed":  KernelRidge{Kernel: MixedKernel},
	}
	for _, e := range Catalog() {
		r, err := ByName(e.Name, Options{Alpha: .02})
		if err != nil {
			t.Fatal(err)
		}
		list[e.Name] = r
	}
	return list
}

// TestModelsSurvive checks for every regressor of the catalog that its model has a kind and is read
// back as it was written.
func TestModelsSurvive(t *testing.T) {
	problems := codecDesigns()
	kinds := map[string]bool{}
	for name, r := range codecRegressors(t) {
		t.Run(name, func(t *testing.T) {
			for design, p := range problems {
				m, err := r.Fit(p)
				if err != nil {
					t.Fatal(err)
				}
				_, cols := p.X.Dims()
				kind, data, err := EncodeModel(m)
				if err != nil {
					t.Fatalf("%s: %v", design, err)
				}
				kinds[kind] = true
				back, err := DecodeModel(kind, data, cols)
				if err != nil {
					t.Errorf("%s: %v", design, err)
					continue
				}
				for _, x := range []*Matrix{p.X, gaussian(rand.New(rand.NewPCG(5, 1)), 5, cols).X} {
					if !sameBits(back.Predict(x), m.Predict(x)) {
						t.Errorf("%s: predictions differ", design)
					}
					if u, ok := m.(VariancePredictor); ok &&
						!sameBits(back.(VariancePredictor).Variance(x), u.Variance(x)) {
						t.Errorf("%s: variances differ", design)
					}
				}
				kind2, data2, err := EncodeModel(back)
				if err != nil || kind2 != kind || !bytes.Equal(data2, data) {
					t.Errorf("%s: written again as %s, %v, not as before", design, kind2, err)
				}
				for _, other := range []int{cols + 1, cols - 1} {
					if _, err := DecodeModel(kind, data, other); !errors.Is(err, ErrModel) {
						t.Errorf("%s: read for %d columns, not %d: error %v",
							design, other, cols, err)
					}
				}
			}
		})
	}
	for _, k := range modelKinds {
		if !kinds[k.Name] {
			t.Errorf("%s is the kind of no regressor", k.Name)
		}
	}
}

func TestModelKinds(t *testing.T) {
	byName := func(a, b ModelKind) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(modelKinds, byName) {
		t.Errorf("not sorted: %v", modelKinds)
	}
}

// foreign is a kind of model from another package.
type foreign struct{ Linear }

func TestForeignModel(t *testing.T) {
	kind := ModelKind{"foreign", func() StorableModel { return new(foreign) }}
	m := &foreign{Linear{Coef: []float64{2}, Intercept: 1}}
	if _, _, err := EncodeModel(m); !errors.Is(err, ErrModel) ||
		!strings.Contains(err.Error(), "*regress.foreign") {
		t.Errorf("written without its kind: %v", err)
	}
	name, data, err := EncodeModel(m, kind)
	if err != nil || name != "foreign" {
		t.Fatal(name, err)
	}
	if _, err := DecodeModel(name, data, 1); !errors.Is(err, ErrModel) {
		t.Errorf("read without its kind: %v", err)
	}
	back, err := DecodeModel(name, data, 1, kind)
	if err != nil {
		t.Fatal(err)
	}
	if y := back.Predict(fromDense([][]float64{{3}}, 1)); y[0] != 7 {
		t.Errorf("predicts %v", y)
	}
}

func TestEncodeModelErrors(t *testing.T) {
	for _, m := range []Model{nil, (*Linear)(nil), &Linear{Coef: []float64{math.NaN()}},
		&Linear{Intercept: math.Inf(1)}} {
		if kind, data, err := EncodeModel(m); !errors.Is(err, ErrModel) || kind != "" ||
			data != nil {
			t.Errorf("%v: %q, %s, %v", m, kind, data, err)
		}
	}
}

// Sound documents of each kind, for two columns. The tables below damage them.
const (
	twoLinear = `{"coef":[0.5,-1],"intercept":0.25}`
	twoKernel = `{"columns":2,"groups":2,"group":[0,1],"terms":[{"kind":"rbf","group":0,"weight":0.5,"scale":2},` +
		`{"kind":"linear","group":1,"weight":1,"scale":3}],"shift":{"index":[0],"value":[7]},"mean":[0,0.5]}`
	twoRows    = `{"columns":2,"rows":[{"index":[0,1],"value":[1,2]},{"index":[1],"value":[4]}]}`
	twoMachine = `{"kernel":` + twoKernel + `,"x":` + twoRows +
		`,"coef":[0.5,-0.5],"intercept":0.25}`
	twoGP = `{"kernel":` + twoKernel + `,"x":` + twoRows +
		`,"coef":[0.5,-0.5],"intercept":0.25,"noise":0.125,"evidence":-3}`
)

var twoColumns = map[string]string{"linear": twoLinear, "kernel": twoMachine, "gp": twoGP}

// damage replaces a part of a sound document. The error must contain says.
type damage struct{ old, new, says string }

// damages lists damages by kind. Those of "kernel" apply to "gp" as well.
var damages = map[string][]damage{
	"linear": {
		{`[0.5,-1]`, `[0.5]`, "1 coefficients, want one for each of 2 columns"},
		{`[0.5,-1]`, `null`, "0 coefficients"},
		{`[0.5,-1]`, `[0.5,1e999]`, "1e999"},
		{`[0.5,-1]`, `[0.5,null]`, "found other bytes"},
		{`[0.5,-1]`, `[0.5,"1"]`, "string"},
		{`[0.5,-1]`, `[0.5,1.0]`, "found other bytes"},
		{`0.25`, `-1e400`, "-1e400"},
		{`,"intercept":0.25`, ``, "found other bytes"},
		{`"intercept"`, `"Intercept"`, "found other bytes"},
		{`"intercept"`, `"bias"`, `unknown field "bias"`},
		{`"intercept"`, `"intercept":1,"intercept"`, "found other bytes"},
	},
	"kernel": {
		{`"kernel":` + twoKernel, `"kernel":null`, "kernel: found none"},
		{`"x":` + twoRows, `"x":null`, "no matrix"},
		{`"columns":2,"groups"`, `"columns":3,"groups"`, "3 columns, want 2"},
		{`"columns":2,"rows"`, `"columns":3,"rows"`, "3 columns, want 2"},
		{`"columns":2,"rows"`, `"columns":-2,"rows"`, "-2 columns"},
		{`"columns":2,"rows"`, `"columns":2,"more":[],"rows"`, "found other bytes"},
		{`"index":[0,1],"value":[1,2]`, `"index":[1,0],"value":[1,2]`,
			"row 0 has column 0 after 1"},
		{`"index":[0,1],"value":[1,2]`, `"index":[0,2],"value":[1,2]`,
			"column 2 after 0 in a matrix of 2 columns"},
		{`"index":[0,1],"value":[1,2]`, `"index":[-1,1],"value":[1,2]`, "column -1"},
		{`"index":[0,1],"value":[1,2]`, `"index":[0,0],"value":[1,2]`, "column 0 after 0"},
		{`"index":[0,1],"value":[1,2]`, `"index":[0,1],"value":[1]`, "2 indices and 1 values"},
		{`"index":[0,1],"value":[1,2]`, `"index":[0,4294967297],"value":[1,2]`, "4294967297"},
		{`"groups":2`, `"groups":1`, "group 1 of column 1, want 0 to 0"},
		{`"groups":2`, `"groups":0`, "0 groups, want 1 to 2"},
		{`"groups":2`, `"groups":-1`, "-1 groups, want 1 to 2"},
		{`"groups":2`, `"groups":1000000000`, "1000000000 groups, want 1 to 2"},
		{`"groups":2,"group":[0,1]`, `"groups":2`, "2 groups and no group of any column"},
		{`"group":[0,1]`, `"group":[0]`, "groups of 1 columns, want 2"},
		{`"group":[0,1]`, `"group":[]`, "groups of 0 columns, want 2"},
		{`"group":[0,1]`, `"group":[-1,1]`, "group -1 of column 0"},
		{`"kind":"rbf"`, `"kind":"distance"`, `kind "distance", want linear or rbf`},
		{`"group":1,"weight"`, `"group":2,"weight"`, "term 1: group 2, want 0 to 1"},
		{`"group":1,"weight"`, `"group":-1,"weight"`, "term 1: group -1"},
		{`"kind":"linear","group":1`, `"kind":"rbf","group":0`, "term 1: another one"},
		{`"weight":0.5`, `"weight":-0.5`, "weight -0.5"},
		{`"scale":2`, `"scale":0`, "term 0: scale 0, want a finite number above 0"},
		{`"scale":2`, `"scale":-2`, "scale -2"},
		{`"scale":2`, `"scale":1e309`, "1e309"},
		{`{"index":[0],"value":[7]}`, `{"index":[2],"value":[7]}`, "shift: column 2"},
		{`{"index":[0],"value":[7]}`, `{"index":[0],"value":[]}`, "shift: 1 indices and 0 values"},
		{`,"mean":[0,0.5]`, ``, "there are no means"},
		{`,"mean":[0,0.5]`, `,"mean":[0.5]`, "means of 1 columns, want 2"},
		{`"coef":[0.5,-0.5]`, `"coef":[0.5]`, "2 training rows, want 1"},
		{`"coef":[0.5,-0.5]`, `"coef":null`, "2 training rows, want 0"},
		{`"intercept":0.25`, `"intercept":1e999`, "1e999"},
	},
	"gp": {
		{`"noise":0.125`, `"noise":-0.125`, "noise -0.125"},
		{`"noise":0.125,`, ``, "found other bytes"},
		{`"evidence":-3`, `"evidence":-3e999`, "-3e999"},
	},
}

// everyKind lists damaged documents for any kind.
var everyKind = map[string]string{
	"":                                 "unexpected end",
	"null":                             `found "null", want an object`,
	"[]":                               `found "[]", want an object`,
	"7":                                `found "7", want an object`,
	"{":                                "unexpected end",
	strings.Repeat("[", 20000):         "depth",
	`{"x":` + strings.Repeat("9", 1e5): "unexpected end",
}

func TestDamagedModels(t *testing.T) {
	refused := func(kind, text, says string) {
		t.Helper()
		m, err := DecodeModel(kind, []byte(text), 2)
		if m != nil || !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), says) ||
			!strings.Contains(err.Error(), kind) {
			t.Errorf("%s: %.200s\nerror %v, want it to say %s", kind, text, err, says)
		} else if len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", kind, len(err.Error()))
		}
	}
	for _, k := range modelKinds {
		text, ok := twoColumns[k.Name]
		if !ok {
			t.Errorf("%s: no document to damage", k.Name)
		}
		m, err := DecodeModel(k.Name, []byte(" "+strings.ReplaceAll(text, ",", " ,\n")), 2)
		if err != nil {
			t.Errorf("%s: the sound one: %v", k.Name, err)
			continue
		}
		if _, data, err := EncodeModel(m); err != nil || string(data) != text {
			t.Errorf("written as %s, %v, want %s", data, err, text)
		}
		for bad, says := range everyKind {
			refused(k.Name, bad, says)
		}
		refused(k.Name, text+"{}", "after top-level value")
		refused(k.Name, strings.Replace(text, "{", `{"surplus":0,`, 1), `unknown field "surplus"`)
		refused(k.Name, strings.Replace(text, "{", `{"`+strings.Repeat("s", 1e5)+`":0,`, 1),
			"unknown field")
		for cut := range len(text) {
			refused(k.Name, text[:cut], "")
		}
		list := damages[k.Name]
		if k.Name == "gp" {
			list = append(slices.Clone(list), damages["kernel"]...)
		}
		for _, d := range list {
			if strings.Count(text, d.old) != 1 {
				t.Errorf("%s: %d times %s", k.Name, strings.Count(text, d.old), d.old)
			}
			refused(k.Name, strings.Replace(text, d.old, d.new, 1), d.says)
		}
	}
	refused("lasso", twoLinear, "gp, kernel, linear")
	if _, err := DecodeModel("linear", []byte(twoLinear), -1); !errors.Is(err, ErrModel) ||
		!strings.Contains(err.Error(), "-1 columns, want 0 to") {
		t.Errorf("for -1 columns: %v", err)
	}
}

// TestCheckFinite checks models that JSON cannot hold.
func TestCheckFinite(t *testing.T) {
	for _, c := range []struct {
		kind   string
		number func(Model) *float64
	}{
		{"linear", func(m Model) *float64 { return &m.(*Linear).Coef[1] }},
		{"linear", func(m Model) *float64 { return &m.(*Linear).Intercept }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Coef[0] }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Intercept }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).X.all()[0].Value[0] }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Kernel.Terms[0].Scale }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Kernel.Terms[0].Weight }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Kernel.Mean[0] }},
		{"kernel", func(m Model) *float64 { return &m.(*kernelModel).Kernel.Shift.Value[0] }},
		{"gp", func(m Model) *float64 { return &m.(*gpModel).Noise }},
		{"gp", func(m Model) *float64 { return &m.(*gpModel).Evidence }},
	} {
		m, err := DecodeModel(c.kind, []byte(twoColumns[c.kind]), 2)
		if err != nil {
			t.Fatal(err)
		}
		*c.number(m) = math.NaN()
		err = m.(StorableModel).Check(2)
		if err == nil || !strings.Contains(err.Error(), "NaN") {
			t.Errorf("%s: error %v, want it to name NaN", c.kind, err)
		}
	}
}

// TestSizesAreBounded reads documents that declare more than their bytes can hold.
func TestSizesAreBounded(t *testing.T) {
	const groups, rows = 20_000, 1_000
	k := &kernel{Columns: groups, Groups: groups, Group: make([]int, groups)}
	m := &kernelModel{Kernel: k, X: NewMatrix(rows, groups), Coef: make([]float64, rows)}
	for range rows {
		m.X.Append(Row{})
	}
	if err := m.Check(groups); err == nil || !strings.Contains(err.Error(),
		"20000 groups over 1000 training rows") {
		t.Errorf("groups x rows: %v", err)
	}
	k.Groups, k.Group = 1, nil
	for m.X.n <= maxCovariance {
		m.X.Append(Row{})
	}
	m.Coef = make([]float64, m.X.n)
	if err := m.Check(groups); err != nil {
		t.Error(err)
	}
	if err := (&gpModel{kernelModel: *m}).Check(groups); err == nil ||
		!strings.Contains(err.Error(), "want at most 16384") {
		t.Errorf("rows of a Gaussian process: %v", err)
	}
}

// FuzzDecodeModel checks that whatever is read predicts and is written as it was read.
func FuzzDecodeModel(f *testing.F) {
	problems, regressors := codecDesigns(), codecRegressors(f)
	for _, setting := range slices.Sorted(maps.Keys(regressors)) {
		r := regressors[setting]
		for _, name := range []string{"one row", "no columns", "one column", "two", "two in groups",
			"offset"} {
			p := problems[name]
			m, err := r.Fit(p)
			if err != nil {
				f.Fatal(err)
			}
			kind, data, err := EncodeModel(m)
			if err != nil {
				f.Fatal(err)
			}
			_, cols := p.X.Dims()
			f.Add(kind, data, uint8(cols))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(twoColumns)) {
		text := twoColumns[kind]
		f.Add(kind, []byte(text), uint8(2))
		for _, d := range damages[kind] {
			f.Add(kind, []byte(strings.Replace(text, d.old, d.new, 1)), uint8(2))
		}
	}
	f.Fuzz(func(t *testing.T, kind string, data []byte, columns uint8) {
		p := int(columns % 8)
		// Check must not depend on the exact text.
		if m := unmarshalled(kind, data); m != nil && m.Check(p) == nil {
			holds(t, m, p, data)
		}
		m, err := DecodeModel(kind, data, p)
		if err != nil {
			if !errors.Is(err, ErrModel) || m != nil {
				t.Fatalf("model %v, error %v", m, err)
			}
			return
		}
		want := holds(t, m, p, data)
		again, text, err := EncodeModel(m)
		if err != nil || again != kind {
			t.Fatalf("%s: written as %s, %v", data, again, err)
		}
		back, err := DecodeModel(kind, text, p)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !sameBits(back.Predict(probes(p)), want) {
			t.Errorf("%s: predictions differ", text)
		}
	})
}

// unmarshalled returns the model of any JSON for the kind, nil if there is none.
func unmarshalled(kind string, data []byte) StorableModel {
	for _, k := range modelKinds {
		if m := k.New(); k.Name == kind && json.Unmarshal(data, m) == nil {
			return m
		}
	}
	return nil
}

// holds checks the promises of a sound model and returns its predictions for the probes.
func holds(t *testing.T, m Model, p int, data []byte) []float64 {
	x := probes(p)
	y := m.Predict(x)
	if n, _ := x.Dims(); len(y) != n {
		t.Fatalf("%s: %d predictions for %d rows", data, len(y), n)
	}
	for i, v := range y {
		if moderate(data) && i < len(y)-1 && !finite(v) { // the last row overflows
			t.Errorf("%s: row %d is predicted %v", data, i, v)
		}
	}
	if u, ok := m.(VariancePredictor); ok {
		for i, v := range u.Variance(x) {
			if !(v >= 0) {
				t.Errorf("%s: row %d has variance %v", data, i, v)
			}
		}
	}
	return y
}

// moderate reports whether a document has neither exponents nor many digits, so that nothing
// overflows.
func moderate(data []byte) bool { return !exponent.Match(data) }

var exponent = regexp.MustCompile(`[0-9][eE]|[0-9]{25}`)

// probes returns rows of p columns of different kinds. The squares of the last one overflow.
func probes(p int) *Matrix {
	x := gaussian(rand.New(rand.NewPCG(5, 1)), 3, p).X
	x.Append(Row{})
	for _, v := range []float64{1, -7, 1e300} {
		row := make([]float64, p)
		for j := range row {
			row[j] = v
		}
		x.Append(fromDense([][]float64{row}, p).Row(0))
	}
	return x
}
