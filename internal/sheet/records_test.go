package sheet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecords reads records as pandas and others write them.
func TestRecords(t *testing.T) {
	want := [][]string{{"id", "Why?", "n", "ok", "a.0.text", "a.1.text", "r.max"},
		{"1", "it's \"so\"\nor so", "0.5", "TRUE", "x", "y", "15"}, {"007", "", "", "", "", "z", ""}}
	for _, in := range []string{
		`[{"id":1,"Why?":"it's \"so\"\nor so","n":0.5,"ok":true,"a":[{"text":"x"},{"text":"y"}],"r":{"max":15}},
		  {"id":"007","Why?":null,"a":[{},{"text":"z"}]}]`,
		`{"id":1,"Why?":"it's \"so\"\nor so","n":0.5,"ok":true,"a":[{"text":"x"},{"text":"y"}],"r":{"max":15}}` + "\n" +
			`{"a":{"1":{"text":"z"}},"id":"007"}` + "\n",
	} {
		for _, mark := range []string{"", byteOrder, "\n "} {
			r, err := NewReader(strings.NewReader(mark+in), "a.json", Options{})
			if err != nil {
				t.Fatal(err)
			}
			rows, err := readAll(r)
			if diff := cmp.Diff(want, rows); err != nil || diff != "" || r.Dialect().String() != "JSON" ||
				r.Dialect().Extension("a.json") != ".csv" {
				t.Errorf("error %v, %s, %s", err, r.Dialect(), diff)
			}
		}
	}
	for in, want := range map[string]string{
		`[{"a":1},`:                           "f:2: found a fault in record 2 (unexpected EOF), expected records such as ",
		`[{"a":1},{"a":}]`:                    "f:2: found a fault in record 2 (",
		`{"a":1}` + "\n" + `5`:                "f:2: found a fault in record 2 (5 in place of a record)",
		`{"a":` + strings.Repeat(`{"a":`, 30): "f:1: found a fault in record 1 (",
		`[{"a":1},null]`:                      "f:2: found a fault in record 2 (<nil> in place of a record)",
	} {
		if _, err := NewReader(strings.NewReader(in), "f", Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", in, err, want)
		}
	}
}
