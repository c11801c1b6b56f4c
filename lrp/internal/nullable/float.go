// Package nullable writes numbers that may be undefined to JSON, which has no NaN.
package nullable

import (
	"encoding/json"
	"math"
)

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
