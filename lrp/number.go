package lrp

import (
	"encoding/json"
	"math"
)

// number is a float64 whose NaN and infinities are null in JSON.
type number float64

var undefined = number(math.NaN())

func defined(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// MarshalJSON implements [json.Marshaler].
func (x number) MarshalJSON() ([]byte, error) {
	if !defined(float64(x)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*x = undefined
		return nil
	}
	return json.Unmarshal(data, (*float64)(x))
}
