package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/text"
)

func TestTableFits(t *testing.T) {
	names := []string{"powergrading", "mohler-v1"}
	large, opts := thesis(names, "ols", "lasso", "ridge"), Options{Approaches: approachesOfTests}
	for name, got := range map[string][]byte{
		"thesis": written(t,
			func(w io.Writer) error { return WriteTable(w, large, Options{}) }),
		"awkward": written(t,
			func(w io.Writer) error { return WriteTable(w, awkward(), opts) }),
	} {
		most := 88
		if name == "awkward" {
			most = 100 // it has names as long as the table shows them
		}
		widest := ""
		for line := range strings.Lines(string(got)) {
			line = strings.TrimSuffix(line, "\n")
			if width(line) > width(widest) {
				widest = line
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: trailing spaces in %q", name, line)
			}
		}
		if n := width(widest); n > most {
			t.Errorf("%s: a line has %d columns, at most %d fit: %s", name, n, most, widest)
		}
	}
}

func TestTableHasNoControlCharacters(t *testing.T) {
	got := written(t, func(w io.Writer) error { return WriteTable(w, awkward(), Options{}) })
	if bytes.ContainsAny(got, "\x1b\t\r") {
		t.Error("the table without colour has control characters")
	}
}

func TestSnipAndWrap(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{
		{"short", 5, "short"}, {"longer", 5, "long…"}, {"日本語の", 8, "日本語の"}, {"日本語の", 7,
			"日本語…"}, {"日本語の", 6, "日本…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"}, {"a b c", 3, "a…"},
	} {
		if got := text.Cut(c.s, c.n); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
	if got := strings.Join(text.Wrap("aa bb  cc muchlonger d", 5), "/"); got != "aa bb/cc/muchlonger/d" {
		t.Errorf("wrap: %q", got)
	}
}
