package golearn

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sjwhitworth/golearn/base"

	"github.com/luna-rating/luna/regress"
)

func TestInstancesThereAndBack(t *testing.T) {
	for name, p := range designs() {
		_, cols := p.X.Dims()
		names := make([]string, cols)
		for j := range names {
			names[j] = "question/feature/" + strconv.Itoa(j)
		}
		instances, err := Instances(p.X, names, p.Y)
		if err != nil {
			t.Fatal(err)
		}
		attributes := instances.AllAttributes()
		for j, n := range append(slices.Clone(names), className) {
			if a, ok := attributes[j].(*base.FloatAttribute); !ok || a.GetName() != n {
				t.Fatalf("%s: attribute %d is %v, want %s", name, j, attributes[j], n)
			}
		}
		x, columns, y, err := FromInstances(instances)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(toDense(x), toDense(p.X), sameBits) || !slices.Equal(columns, names) ||
			!sameBits(y, p.Y) {
			t.Errorf("%s: the design differs", name)
		}
	}
}

func TestInstancesWithoutColumns(t *testing.T) {
	instances, err := Instances(fromDense(make([][]float64, 2), 0), nil, []float64{.5, .25})
	if err != nil {
		t.Fatal(err)
	}
	x, columns, y, err := FromInstances(instances)
	if err != nil {
		t.Fatal(err)
	}
	if n, p := x.Dims(); n != 2 || p != 0 || len(columns) != 0 ||
		!slices.Equal(y, []float64{.5, .25}) {
		t.Errorf("%d x %d, columns %q, targets %v", n, p, columns, y)
	}
}

// TestInstancesKeepDigits writes and reads a CSV file with golearn's functions, which round to two
// decimals by default and write the columns in any order.
func TestInstancesKeepDigits(t *testing.T) {
	p := regress.Problem{X: fromDense([][]float64{{1. / 3, 2}, {.1, 0}, {0, math.Pi}}, 2),
		Y: []float64{.123456789, 2. / 3, 1}}
	instances, err := Instances(p.X, []string{"a", "b"}, p.Y)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := base.SerializeInstancesToCSVStream(instances, &file); err != nil {
		t.Fatal(err)
	}
	back, err := base.ParseCSVToInstancesFromReader(bytes.NewReader(file.Bytes()), true)
	if err != nil {
		t.Fatal(err)
	}
	x, columns, y, err := FromInstances(back)
	if err != nil {
		t.Fatal(err)
	}
	rows := toDense(x)
	if slices.Equal(columns, []string{"b", "a"}) {
		for _, row := range rows {
			row[0], row[1] = row[1], row[0]
		}
		slices.Sort(columns)
	}
	if !slices.EqualFunc(rows, toDense(p.X), sameBits) ||
		!slices.Equal(columns, []string{"a", "b"}) || !sameBits(y, p.Y) {
		t.Errorf("rows %v, columns %q, targets %v", rows, columns, y)
	}
}

func TestInstancesErrors(t *testing.T) {
	x := fromDense([][]float64{{1, 2}, {0, 3}}, 2)
	names, y := []string{"a", "b"}, []float64{0, 1}
	for name, c := range map[string]struct {
		x       *regress.Matrix
		columns []string
		y       []float64
		want    error
		text    string
	}{
		"nothing":    {nil, nil, nil, regress.ErrNoRows, ""},
		"no matrix":  {nil, names, y, regress.ErrShape, ""},
		"no rows":    {regress.NewMatrix(0, 2), names, nil, regress.ErrNoRows, ""},
		"targets":    {x, names, y[:1], regress.ErrShape, "2 rows and 1 targets"},
		"names":      {x, names[:1], y, regress.ErrShape, "2 columns and 1 names"},
		"empty name": {x, []string{"a", ""}, y, errName, "column 1"},
		"same name":  {x, []string{"a", "a"}, y, errName, `columns 0 and 1 are both "a"`},
		"class":      {x, []string{"a", className}, y, errName, "column 1"},
		"NaN": {fromDense([][]float64{{1, 2}, {0, math.NaN()}}, 2), names, y,
			regress.ErrNotFinite, "row 1, column 1"},
		"Inf target": {x, names, []float64{0, math.Inf(1)}, regress.ErrNotFinite, "row 1"},
	} {
		got, err := Instances(c.x, c.columns, c.y)
		if got != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v; want %v %s", name, err, c.want, c.text)
		}
	}
}

func TestFromInstancesErrors(t *testing.T) {
	// made returns instances with float attributes of these names, the last of which is the class,
	// and a row of ones.
	made := func(names ...string) *base.DenseInstances {
		instances := base.NewDenseInstances()
		var specs []base.AttributeSpec
		for _, n := range names {
			specs = append(specs, instances.AddAttribute(base.NewFloatAttribute(n)))
		}
		if err := instances.AddClassAttribute(specs[len(specs)-1].GetAttribute()); err != nil {
			t.Fatal(err)
		}
		if err := instances.Extend(1); err != nil {
			t.Fatal(err)
		}
		for _, s := range specs {
			instances.Set(s, 0, base.PackFloatToBytes(1))
		}
		return instances
	}
	noClass := made("a", "b")
	if err := noClass.RemoveClassAttribute(base.NewFloatAttribute("b")); err != nil {
		t.Fatal(err)
	}
	twoClasses := made("a", "b")
	if err := twoClasses.AddClassAttribute(base.NewFloatAttribute("a")); err != nil {
		t.Fatal(err)
	}
	words := base.NewDenseInstances()
	words.AddAttribute(base.NewCategoricalAttribute())
	words.AddAttribute(base.NewFloatAttribute("b"))
	if err := words.AddClassAttribute(base.NewFloatAttribute("b")); err != nil {
		t.Fatal(err)
	}
	empty := base.NewDenseInstances()
	empty.AddAttribute(base.NewFloatAttribute("b"))
	if err := empty.AddClassAttribute(base.NewFloatAttribute("b")); err != nil {
		t.Fatal(err)
	}
	nan := made("a", "b")
	s, err := nan.GetAttribute(base.NewFloatAttribute("a"))
	if err != nil {
		t.Fatal(err)
	}
	nan.Set(s, 0, base.PackFloatToBytes(math.NaN()))
	for name, c := range map[string]struct {
		instances base.FixedDataGrid
		want      error
		text      string
	}{
		"nothing":         {nil, regress.ErrShape, ""},
		"nil":             {(*base.DenseInstances)(nil), errPanic, "nil pointer"},
		"no class":        {noClass, errAttribute, "0 class attributes"},
		"two classes":     {twoClasses, errAttribute, "2 class attributes"},
		"words":           {words, errAttribute, "Categorical"},
		"no rows":         {empty, regress.ErrNoRows, ""},
		"same name":       {made("a", "a", "b"), errName, `columns 0 and 1 are both "a"`},
		"empty name":      {made("a", "", "b"), errName, "column 1"},
		"named the class": {made("b", "a", "b"), errName, `"b"`},
		"NaN":             {nan, regress.ErrNotFinite, "row 0, column 0"},
	} {
		x, columns, y, err := FromInstances(c.instances)
		if x != nil || columns != nil || y != nil || !errors.Is(err, c.want) ||
			!strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v; want %v %s", name, err, c.want, c.text)
		}
	}
}
