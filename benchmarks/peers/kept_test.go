package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBadResults(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{`{`, "unexpected end of JSON"},
		{`{"version":3,"seed":2}`, "name another file"},
		{`{"version":2,"seed":1}`, "name another file"},
		{`{"version":3,"seed":1,"errors":{"a":null}}`, "a: found no peer"},
		{`{"version":3,"seed":1,"errors":{"a":{"GP":[1],"key":[1,2]}}}`, "expected"},
	} {
		file := filepath.Join(t.TempDir(), "results.json")
		if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readKept(file, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q in it", c.content, err, c.want)
		}
	}
}

func TestBadReplies(t *testing.T) {
	for _, c := range []struct {
		found map[string][]float64
		want  string
	}{
		{nil, "no peer"},
		{map[string][]float64{"key": {.1}}, "expected 2 numbers"},
		{map[string][]float64{"key": {.1, math.NaN()}}, "expected 2 numbers"},
		{map[string][]float64{"words": {.1, .2}}, "other peers"},
	} {
		k := kept{Errors: map[string]map[string][]float64{"a": {"key": {.1}}}}
		err := k.add("a", c.found, 2)
		if err == nil || !strings.Contains(err.Error(), c.want) || splitsOf(k.Errors["a"]) != 1 {
			t.Errorf("%v: error %v, expected %q in it", c.found, err, c.want)
		}
	}
}
