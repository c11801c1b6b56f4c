package cli

import (
	"bytes"
	"io"
	"testing"
)

func TestReadable(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\nç 世 \U0001F600":      "a\tb\nç 世 \U0001F600",
		"\x1b]0;title\a\x1b[2J\r\b": `\x1b]0;title\x07\x1b[2J\x0d\x08`,
		"\x7f\u009b2J\u0085":        `\x7f\u009b2J\u0085`,
		"\u202eabc\u2066\u200f":     `\u202eabc\u2066\u200f`,
		"\xff\x9b":                  "\ufffd\ufffd",
		"\x1b[1;32mbest\x1b[0m":     "\x1b[1;32mbest\x1b[0m",
		"\x1b[8mhidden\x1b[0":       `\x1b[8mhidden\x1b[0`,
		"cut \xe4\xb8":              "cut \ufffd",
	} {
		var whole bytes.Buffer
		w := &readable{w: &whole}
		if n, err := io.WriteString(w, in); n != len(in) || err != nil {
			t.Errorf("%q: wrote %d of %d bytes, error %v", in, n, len(in), err)
		}
		w.end()
		if whole.String() != want {
			t.Errorf("%q was written as %q, expected %q", in, whole.String(), want)
		}
	}
	// Characters may be split between writes.
	var split bytes.Buffer
	w := Readable(&split)
	for _, b := range []byte("ç \u009b 世") {
		w.Write([]byte{b})
	}
	if got, want := split.String(), `ç \u009b 世`; got != want {
		t.Errorf("byte by byte: %q, expected %q", got, want)
	}
}
