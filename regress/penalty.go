package regress

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// WithPenalty returns a regressor with the penalty alpha > 0 in its field Alpha, and with a name
// that says so, such as "ridge(0.1)". With alpha 0 its own penalty stays, and without one r is
// returned. It fails if r has no such field, or if the penalty is out of range ([ErrOption]).
func WithPenalty(r Regressor, alpha float64) (Regressor, error) {
	v := reflect.ValueOf(r)
	field, has := reflect.StructField{}, false
	if v.Kind() == reflect.Struct {
		field, has = v.Type().FieldByName("Alpha")
	}
	if !has || len(field.Index) > 1 || field.Type.Kind() != reflect.Float64 {
		if alpha != 0 {
			return nil, fmt.Errorf("%w: %s has no penalty", ErrOption, r.Name())
		}
		return r, nil
	}
	changed := reflect.New(v.Type()).Elem()
	changed.Set(v)
	if alpha == 0 {
		alpha = v.FieldByIndex(field.Index).Float()
	}
	switch {
	case alpha == 0:
		return r, nil
	case !(alpha > 0) || math.IsInf(alpha, 0):
		return nil, fmt.Errorf("%w: %s: alpha is %v, want a number > 0", ErrOption, r.Name(), alpha)
	}
	changed.FieldByIndex(field.Index).SetFloat(alpha)
	return named{changed.Interface().(Regressor),
		r.Name() + "(" + strconv.FormatFloat(alpha, 'g', -1, 64) + ")"}, nil
}

// named is a regressor under another name.
type named struct {
	Regressor
	name string
}

// Name returns that name.
func (n named) Name() string { return n.name }
