package golearn

import (
	"errors"
	"fmt"

	"github.com/sjwhitworth/golearn/base"

	"github.com/luna-rating/luna/regress"
)

// className is the name of the class attribute that [Instances] gives the targets.
const className = "rating"

var (
	// errName is wrapped by the error for a column name that is empty or given twice.
	errName = errors.New("golearn: unusable column name")
	// errAttribute is wrapped by the error of [FromInstances] if the attributes are not numbers and
	// one class.
	errAttribute = errors.New("golearn: unusable attributes")
	// errPanic is wrapped by the error that replaces a panic of golearn.
	errPanic = errors.New("golearn: panic")
)

// Instances returns a design in golearn's form: a float attribute for each column, in order and
// with its name, followed by the class attribute "rating" with the targets. It is a dense copy with
// 8 bytes per value. The attributes print 17 decimals (golearn's default is 2), so that CSV files
// written by golearn hold ratings and fractions to the bit.
//
// Instances fails if the numbers of rows, names and targets do not match ([regress.ErrShape]), if
// there are no rows ([regress.ErrNoRows]), if a value or target is not finite
// ([regress.ErrNotFinite]), and for a name that is empty, "rating", or given twice: golearn would
// read the first of two such columns twice.
func Instances(x *regress.Matrix, columns []string, y []float64) (*base.DenseInstances, error) {
	if err := (regress.Problem{X: x, Y: y}).Check(); err != nil {
		return nil, err
	}
	n, p := x.Dims()
	if len(columns) != p {
		return nil, fmt.Errorf("%w: %d columns and %d names", regress.ErrShape, p, len(columns))
	}
	if err := checkNames(columns, className); err != nil {
		return nil, err
	}
	instances, _ := dense(x, columns, y, n)
	return instances, nil
}

// dense makes instances of a checked design. It also returns the specifications of the columns and,
// last, of the class.
func dense(
	x *regress.Matrix, columns []string, y []float64, n int,
) (*base.DenseInstances, []base.AttributeSpec) {
	instances := base.NewDenseInstances()
	specs := make([]base.AttributeSpec, 0, len(columns)+1)
	for _, name := range columns {
		column := &base.FloatAttribute{Name: name, Precision: 17}
		specs = append(specs, instances.AddAttribute(column))
	}
	class := &base.FloatAttribute{Name: className, Precision: 17}
	specs = append(specs, instances.AddAttribute(class))
	// Neither fails: the class has just been added under a unique name, and the groups exist.
	_ = instances.AddClassAttribute(class)
	_ = instances.Extend(n)
	value := make([]byte, 8)
	for i := range n {
		r := x.Row(i)
		for k, j := range r.Index {
			base.PackFloatToBytesInline(r.Value[k], value)
			instances.Set(specs[j], i, value)
		}
		base.PackFloatToBytesInline(y[i], value)
		instances.Set(specs[len(columns)], i, value)
	}
	return instances, specs
}

// FromInstances is the inverse of [Instances]. Columns are in the order of the attributes, zeros
// are left out of the rows, and the class, whatever its name, holds the targets. It fails unless
// all attributes are floats and exactly one is the class, there are rows ([regress.ErrNoRows]),
// names are unique and not empty, and values are finite ([regress.ErrNotFinite]). Golearn searches
// all attributes for each one, which takes a second for 11,000.
func FromInstances(
	instances base.FixedDataGrid,
) (x *regress.Matrix, columns []string, y []float64, err error) {
	if instances == nil {
		return nil, nil, nil, fmt.Errorf("%w: no instances", regress.ErrShape)
	}
	defer func() {
		if r := recover(); r != nil {
			x, columns, y, err = nil, nil, nil, fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	classes := instances.AllClassAttributes()
	if len(classes) != 1 {
		return nil, nil, nil, fmt.Errorf("%w: %d class attributes, want one",
			errAttribute, len(classes))
	}
	class := classes[0]
	var specs []base.AttributeSpec // of the columns, followed by the class
	found := 0
	for _, a := range instances.AllAttributes() {
		if _, ok := a.(*base.FloatAttribute); !ok {
			return nil, nil, nil, fmt.Errorf("%w: %v, want floats", errAttribute, a)
		}
		if a.Equals(class) {
			found++
			continue
		}
		s, err := instances.GetAttribute(a)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%w: %w", errAttribute, err)
		}
		specs = append(specs, s)
		columns = append(columns, a.GetName())
	}
	if found > 1 {
		return nil, nil, nil, fmt.Errorf("%w: a column has that of the class, %q",
			errName, class.GetName())
	}
	if err := checkNames(columns, class.GetName()); err != nil {
		return nil, nil, nil, err
	}
	s, err := instances.GetAttribute(class)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%w: %w", errAttribute, err)
	}
	specs = append(specs, s)

	_, n := instances.Size()
	x = regress.NewMatrix(n, len(columns))
	err = instances.MapOverRows(specs, func(values [][]byte, _ int) (bool, error) {
		var r regress.Row
		for j, v := range values[:len(columns)] {
			if f := base.UnpackBytesToFloat(v); f != 0 {
				r.Index = append(r.Index, int32(j))
				r.Value = append(r.Value, f)
			}
		}
		x.Append(r)
		y = append(y, base.UnpackBytesToFloat(values[len(columns)]))
		return true, nil
	})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("golearn: %w", err)
	}
	if err := (regress.Problem{X: x, Y: y}).Check(); err != nil {
		return nil, nil, nil, err
	}
	return x, columns, y, nil
}

// checkNames returns an error for a name that does not identify one column.
func checkNames(columns []string, class string) error {
	at := make(map[string]int, len(columns))
	for j, name := range columns {
		switch first, twice := at[name]; {
		case name == "":
			return fmt.Errorf("%w: column %d has none", errName, j)
		case name == class:
			return fmt.Errorf("%w: column %d has that of the class, %q", errName, j, class)
		case twice:
			return fmt.Errorf("%w: columns %d and %d are both %q", errName, first, j, name)
		}
		at[name] = j
	}
	return nil
}
