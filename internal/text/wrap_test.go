package text

import (
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"aa bb  cc muchlonger d", 5, "aa bb/cc/muchlonger/d"},
		{"", 5, ""},
		{" \n\t", 5, ""},
		{"one\ntwo three", 7, "one two/three"},
		{"é́é́ é é", 5, "é́é́ é/é"}, // accents take no column
		{"日本 語", 6, "日本/語"},         // these take two
		{"a b", 0, "a/b"},
	} {
		if got := strings.Join(Wrap(c.text, c.width), "/"); got != c.want {
			t.Errorf("%q in %d columns: %q, expected %q", c.text, c.width, got, c.want)
		}
	}
}
