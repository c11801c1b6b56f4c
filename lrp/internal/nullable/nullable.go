// Package nullable writes numbers that may be undefined to JSON, which has no NaN.
package nullable

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// Marshal is [json.Marshal] for results: numbers that are not defined, in structs and lists, are
// null, and an array of numbers is null if one of them is not defined. A pointer to a struct with
// the option "inline" in its tag adds the fields of the struct. Types with a MarshalJSON of their
// own use it, except that of the value itself.
func Marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, reflect.ValueOf(value), true)
	return b.Bytes(), err
}

func encode(b *bytes.Buffer, v reflect.Value, top bool) error {
	_, own := v.Interface().(json.Marshaler)
	switch kind := v.Kind(); {
	case own && !top || kind == reflect.Map:
		data, err := json.Marshal(v.Interface())
		b.Write(data)
		return err
	case kind == reflect.Float64 && !Defined(v.Float()), kind != reflect.Float64 && empty(v):
		b.WriteString("null")
	case kind == reflect.Pointer || kind == reflect.Interface:
		return encode(b, v.Elem(), false)
	case kind == reflect.Struct:
		b.WriteByte('{')
		if err := encodeFields(b, v); err != nil {
			return err
		}
		b.WriteByte('}')
	case kind == reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := encode(b, v.Index(i), false); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	default:
		data, err := json.Marshal(v.Interface())
		b.Write(data)
		return err
	}
	return nil
}

// empty reports whether a value is null: a nil pointer or list, or an array with an undefined
// number.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice:
		return v.IsNil()
	case reflect.Array:
		for i := range v.Len() {
			if x := v.Index(i); x.Kind() == reflect.Float64 && !Defined(x.Float()) {
				return true
			}
		}
	}
	return false
}

// encodeFields writes the fields of a struct, those of embedded structs among them.
func encodeFields(b *bytes.Buffer, v reflect.Value) error {
	for i := range v.NumField() {
		f, x := v.Type().Field(i), v.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		inline := options == "inline" || f.Anonymous && name == ""
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous, options == "omitempty" && omitted(x),
			options == "omitzero" && x.IsZero(), inline && empty(x):
			continue
		case inline:
			if err := encodeFields(b, reflect.Indirect(x)); err != nil {
				return err
			}
			continue
		case name == "":
			name = f.Name
		}
		if b.Bytes()[b.Len()-1] != '{' {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(name)
		b.Write(append(key, ':'))
		if err := encode(b, x, false); err != nil {
			return err
		}
	}
	return nil
}

// omitted reports whether the option "omitempty" leaves out a value.
func omitted(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.Kind() != reflect.Struct && v.IsZero()
}

// Unmarshal is [json.Unmarshal] into a struct, whose numbers are NaN unless the document has them,
// except those that may be left out because they are 0. The type must have no UnmarshalJSON of its
// own.
func Unmarshal(data []byte, to any) error {
	undefine(reflect.ValueOf(to).Elem())
	return json.Unmarshal(data, to)
}

// undefine sets the numbers of a struct, and of those embedded in it, to NaN.
func undefine(v reflect.Value) {
	for i := range v.NumField() {
		f, x := v.Type().Field(i), v.Field(i)
		switch k := x.Kind(); {
		case k == reflect.Struct && f.Anonymous:
			undefine(x)
		case k == reflect.Array:
			for k := range x.Len() {
				x.Index(k).SetFloat(math.NaN())
			}
		case k == reflect.Float64 && !strings.Contains(string(f.Tag), "omitempty"):
			x.SetFloat(math.NaN())
		}
	}
}

// Float is a float64 whose NaN and infinities are null in JSON. Null is read as NaN.
type Float float64

// NaN is the undefined number.
var NaN = Float(math.NaN())

// Defined reports whether x is neither NaN nor infinite.
func Defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Interval returns the ends of an interval, or nil if one of them is undefined.
func Interval(ends [2]float64) *[2]float64 {
	if !Defined(ends[0]) || !Defined(ends[1]) {
		return nil
	}
	return &ends
}

// MarshalJSON implements [json.Marshaler].
func (x Float) MarshalJSON() ([]byte, error) {
	if !Defined(float64(x)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Float) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*x = NaN
		return nil
	}
	return json.Unmarshal(data, (*float64)(x))
}
