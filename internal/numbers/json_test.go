package numbers

import (
	"fmt"
	"strings"
	"testing"
)

func TestVector(t *testing.T) {
	for list, want := range map[string]string{
		"[1]":                        "[1] <nil>",
		" [ 1 ,\n-2.5e-3,0 ]\n":      "[1 -0.0025 0] <nil>",
		"[1e-99]":                    "[0] <nil>",
		"[340282346638528859811e18]": "[3.4028235e+38] <nil>",
		"[]":                         `[] found "[]", expected a list of numbers`,
		"null":                       `[] found "null", expected a list of numbers`,
		"[1,null]":                   "[] found null in a vector, expected numbers",
		"":                           `[] found "", expected a list of numbers: unexpected end of JSON input`,
		`{"a":1}`: `[] found "{\"a\":1}", expected a list of numbers: json: cannot unmarshal object into Go ` +
			"value of type []float32",
		`["1"]`:     `[] found "[\"1\"]", expected a list of numbers: json: cannot unmarshal string`,
		"[true]":    `[] found "[true]", expected a list of numbers: json: cannot unmarshal bool`,
		"[[1],[2]]": `[] found "[[1],[2]]", expected a list of numbers: json: cannot unmarshal array`,
		"[1,3.5e38]": `[] found "[1,3.5e38]", expected a list of numbers: json: cannot unmarshal number 3.5e38 ` +
			"into Go value of type float32",
	} {
		v, err := Vector([]byte(list))
		if got := fmt.Sprint(v, " ", err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: found %s, want %s", list, got, want)
		}
	}
}
