package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"pgregory.net/rapid"
)

// output returns what a command prints for an input.
func output(t interface{ Fatalf(string, ...any) }, input string, args ...string) string {
	var out, errs strings.Builder
	if code := run(context.Background(), args, strings.NewReader(input), &out, &errs); code != 0 {
		t.Fatalf("%q: status %d, %s", args, code, errs.String())
	}
	return out.String()
}

// TestEncodeIsTheReverse checks that any text comes back, from names in any order and from a
// folder.
func TestEncodeIsTheReverse(t *testing.T) {
	keys := []rune{'\t', '\n'}
	for c := ' '; c <= '~'; c++ {
		keys = append(keys, c)
	}
	folders := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(keys), 0, 60, -1).Draw(rt, "text") + "\n"
		names := strings.Fields(output(rt, text, "lpp", "encode"))
		if len(names) != len(text) {
			rt.Fatalf("%q became %d names", text, len(names))
		}
		dir := suite.Must(os.MkdirTemp(folders, "D"))(rt)
		for _, name := range rapid.Permutation(names).Draw(rt, "order") {
			suite.OK(rt, os.Mkdir(filepath.Join(dir, name), 0o777))
		}
		mixed := strings.Join(rapid.Permutation(names).Draw(rt, "lines"), "\r\n")
		for _, got := range []string{output(rt, mixed, "lpp", "decode", "-"),
			output(rt, "", "lpp", "decode", dir)} {
			if got != text {
				rt.Fatalf("%q became %q", text, got)
			}
		}
	})
}

func FuzzReadNames(f *testing.F) {
	f.Add("0000000123.H.other\n1.comma.judge\r\n\n  \n./D/2.a.other/\n")
	f.Add("1.a.other")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readNames(strings.NewReader(text), "names")
		if err != nil {
			if msg := err.Error(); !strings.HasPrefix(msg, "names:") || len(msg) > 2000 {
				t.Errorf("found %q", msg)
			}
			return
		}
		n := len(list)
		for _, p := range list {
			if !p.Key.Valid() {
				t.Errorf("found %+v", p)
			}
		}
		if n == 0 || n > strings.Count(text, "\n")+1 {
			t.Errorf("found %d names", n)
		}
	})
}
