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
		{`{"version":2,"seed":2}`, "name another file"},
		{`{"version":1,"seed":1}`, "name another file"},
		{`{"version":2,"seed":1,"datasets":[null]}`, "without a name"},
		{withCell(`"peers":{"a":[1],"b":[]}`), "splits"},
		{withCell(`"auto":{"totals":{"rmse":[1]}}`), "no errors of AUTO from totals or of CBG"},
		{withCell(`"cbg":[1],"auto":{"totals":null}`), "no errors of AUTO"},
		{`{"version":2,"seed":1,"datasets":[{"name":"a","cells":[null]}]}`, "out of order"},
		{`{"version":2,"seed":1,"datasets":[{"name":"a","cells":[{"rated":2},{"rated":2}]}]}`,
			"out of order"},
	} {
		file := filepath.Join(t.TempDir(), "results.json")
		if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readResults(file, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q in it", c.content, err, c.want)
		}
	}
}

// withCell is a file of results with one cell that has these fields.
func withCell(fields string) string {
	return `{"version":2,"seed":1,"datasets":[{"name":"a","cells":[{"rated":5,` + fields + `}]}]}`
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
		r := cell{Peers: map[string][]float64{"key": {.1}}}
		err := r.addPeers(c.found, 2)
		if err == nil || !strings.Contains(err.Error(), c.want) || r.peerSplits() != 1 {
			t.Errorf("%v: error %v, expected %q in it", c.found, err, c.want)
		}
	}
}

// TestOtherData checks that errors on other data of the same name are not taken.
func TestOtherData(t *testing.T) {
	set := sample(t)
	k := &results{}
	first := k.of(set, nil)
	first.at(5).CBG = []float64{.1}
	if k.of(set, nil) != first {
		t.Error("the errors were not kept")
	}
	set.Respondents = set.Respondents[1:]
	r := k.of(set, nil)
	if len(r.Cells) != 0 || len(k.Datasets) != 1 || r.Respondents != len(set.Respondents) {
		t.Errorf("found %+v in %d results", r, len(k.Datasets))
	}
}
