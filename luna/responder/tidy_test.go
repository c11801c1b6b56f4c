package responder

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestTidy(t *testing.T) {
	for text, want := range map[string]string{
		"  a \t\n b\r\nc ":                        "a b c",
		"It’s “fine” — really…":                   `It's "fine" - really...`,
		"1914–1918":                               "1914-1918",
		"**Yes**, I *do* like _it_ very __much__": "Yes, I do like it very much",
		"2*3*4 = 24, and a_b_c":                   "2*3*4 = 24, and a_b_c",
		"2 * 3 * 4":                               "2 * 3 * 4",
		"# Head\n\n- one\n* two\n+ three":         "Head one two three",
		"1. one\n2. two":                          "one two",
		"1. I said one":                           "1. I said one",
		"-5 degrees":                              "-5 degrees",
		"> quoted\n---\nsaid":                     "quoted said",
		"```go\nx := 1\n```":                      "x := 1",
		"use `ls` or [this](http://x.y/z)":        "use ls or this",
		"(*not* \"_that_\")!":                     `(not "that")!`,
		"e\u0301 \u00a0\u200b\ufeffx\x07\x00":     "é x",
		"\xffbad\x80":                             "bad",
		"❤\ufe0f":                                 "❤",
		"\u202eevil":                              "evil",
		"":                                        "",
	} {
		if got := Tidy(text, 100); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

func TestTidyCuts(t *testing.T) {
	for _, c := range []struct {
		text string
		max  int
		want string
	}{
		{"One two. Three four.", 20, "One two. Three four."},
		{"One two. Three four.", 19, "One two."},
		{"One two. Three four.", 8, "One two."},
		{"One two three", 9, "One two"},
		{"One two three", 7, "One two"},
		{"A. Nine nine nine nine", 16, "A. Nine nine"}, // too little were left of it
		{"ééééé", 3, "ééé"},
		{"x", 0, ""},
		{"x", -1, ""},
	} {
		if got := Tidy(c.text, c.max); got != c.want {
			t.Errorf("%q, %d: found %q, want %q", c.text, c.max, got, c.want)
		}
	}
}

func FuzzTidy(f *testing.F) {
	f.Add("**a** [b](c)\n1. x\n2. y", 10)
	f.Add("`````__~~***", 3)
	f.Fuzz(func(t *testing.T, text string, max int) {
		max = min(max, 1000)
		got := Tidy(text, max)
		switch {
		case !utf8.ValidString(got), !norm.NFC.IsNormalString(got):
			t.Errorf("%q, %d: %q is not NFC", text, max, got)
		case got != strings.TrimSpace(got), strings.Contains(got, "  "),
			strings.ContainsFunc(got, unicode.IsControl):
			t.Errorf("%q, %d: %q is not one plain line", text, max, got)
		case got != "" && utf8.RuneCountInString(got) > max:
			t.Errorf("%q: %q has more than %d characters", text, got, max)
		}
	})
}
