package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

const passed = `{"Action":"run","Package":"m/a","Test":"TestSkip"}
{"Action":"output","Package":"m/a","Test":"TestSkip","Output":"=== RUN   TestSkip\n"}
{"Action":"output","Package":"m/a","Test":"TestSkip","Output":"    a_test.go:5: LRP_DATA is unset\n"}
{"Action":"output","Package":"m/a","Test":"TestSkip","Output":"--- SKIP: TestSkip (0.00s)\n"}
{"Action":"skip","Package":"m/a","Test":"TestSkip","Elapsed":0}
{"Action":"output","Package":"m/a","Test":"TestFine","Output":"    a_test.go:9: SKIPPED  go run x (LRP_DATA is unset)\n"}
{"Action":"pass","Package":"m/a","Test":"TestFine","Elapsed":1.25}
{"Action":"output","Package":"m/a","Output":"PASS\n"}
{"Action":"output","Package":"m/a","Output":"ok  \tm/a\t0.002s\n"}
{"Action":"pass","Package":"m/a","Elapsed":0.003}
{"Action":"output","Package":"m/b","Output":"?   \tm/b\t[no test files]\n"}
{"Action":"skip","Package":"m/b","Elapsed":0}
`

const broken = `{"ImportPath":"m/c","Action":"build-output","Output":"c.go:3: undefined: x\n"}
{"Action":"output","Package":"m/d","Test":"TestBad","Output":"    d_test.go:7: found 1, want 2\n"}
{"Action":"fail","Package":"m/d","Test":"TestBad","Elapsed":0}
{"Action":"output","Package":"m/d","Test":"TestHangs","Output":"still waiting\n"}
{"Action":"output","Package":"m/d","Output":"FAIL\tm/d\t1s\n"}
{"Action":"fail","Package":"m/d","Elapsed":1}
`

func TestReport(t *testing.T) {
	data := []*regexp.Regexp{regexp.MustCompile(`LRP_DATA is unset`)}
	const list = "ok  \tm/a\t0.002s\n2 tests or parts of tests were skipped\n  SKIPPED  m/a TestFine: go run x (LRP_DATA is unset)\n  SKIPPED  m/a TestSkip: a_test.go:5: LRP_DATA is unset\n"
	for name, c := range map[string]struct {
		in, out, err string
		allowed      []*regexp.Regexp
	}{
		"anything may be skipped": {in: passed, out: list},
		"it may be skipped":       {in: passed, out: list, allowed: data},
		"nothing may be skipped": {in: passed, allowed: []*regexp.Regexp{},
			out: strings.ReplaceAll(list, "SKIPPED", "MUST NOT BE SKIPPED"),
			err: "2 tests or parts were skipped that must run here"},
		"failures": {in: broken, err: "tests failed", out: "c.go:3: undefined: x\n" +
			"    d_test.go:7: found 1, want 2\nFAIL\tm/d\t1s\nstill waiting\n0 tests or parts of tests were skipped\n"},
		"words of go itself": {in: "go: no such module\n",
			out: "go: no such module\n0 tests or parts of tests were skipped\n"},
	} {
		var out, took bytes.Buffer
		err := report(&out, &took, strings.NewReader(c.in), c.allowed)
		if want := strings.Repeat("    1.2  m/a TestFine\n", strings.Count(c.in, "1.25")); took.String() != want {
			t.Errorf("%s: times %q, want %q", name, &took, want)
		}
		if out.String() != c.out {
			t.Errorf("%s: found\n%swant\n%s", name, &out, c.out)
		}
		if err == nil && c.err != "" || err != nil && err.Error() != c.err {
			t.Errorf("%s: error %v, want %q", name, err, c.err)
		}
	}
}
