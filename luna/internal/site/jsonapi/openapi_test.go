package jsonapi

import (
	"strings"
	"testing"
)

// TestDescribe merges descriptions that cannot be merged.
func TestDescribe(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                       "unexpected end",
		`{"paths":{"/login":{}}}`: "found /login for the second time",
		`{"paths":{"/x":{}}}`:     "found /x for the second time",
		`{"components":{"schemas":{"Message":{}}}}`: "found Message for the second time",
	} {
		_, err := describe([][]byte{[]byte(`{"paths":{"/x":{}}}`), []byte(text)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
