package datasets

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestRepairText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		// The sequences found in the published corpora, around words of our own.
		{"apostrophe", "a bird\xc3\xa2\xe2\x82\xac\xe2\x84\xa2s wing", "a bird’s wing"},
		{"left double", "\xc3\xa2\xe2\x82\xac\xc5\x93sky", "“sky"},
		{"right double", "sky\xc3\xa2\xe2\x82\xac\xc2\x9d", "sky”"},
		{"left single", "\xc3\xa2\xe2\x82\xac\xcb\x9csky", "‘sky"},
		{"dash", "sun\xc3\xa2\xe2\x82\xac\xe2\x80\x9dmoon", "sun—moon"},
		{"apostrophe, bytes lost", "a bird\xc3\xa2\xe2\xac\xe2\xa2s wing", "a bird’s wing"},
		{"quotes, bytes lost", "(or \xc3\xa2\xe2\xac\xc5flies to\xc3\xa2\xe2\xac\xc2) it",
			"(or “flies to”) it"},
		{"quote at the end, bytes lost", "flies\xc3\xa2\xe2\xac\xc2", "flies”"},
		{"tag", "one<br>two<br><BR/>three<br />", "one two three"},
		{"entities", "p-&gt;next &lt;= q &amp;&amp; r", "p->next <= q && r"},
		{"tags as entities", "one&lt;br&gt;two", "one two"},

		{"entity encoded twice", "a &amp;lt; b", "a < b"},
		{"numeric entities", "it&#39;s &#x201C;so&#x201d;", "it's “so”"},
		{"no-break space", "a&nbsp;b\u00a0c", "a b c"},
		{"address, not entity", "return &sum; &b[3] &bPtr &x", "return &sum; &b[3] &bPtr &x"},
		{"angle brackets stay", "vector<int> &lt;name&gt;", "vector<int> <name>"},
		{"encoded twice", "caf\u00c3\u00a9", "café"},
		{"encoded three times", "caf\u00c3\u0192\u00c2\u00a9", "café"},
		{"four bytes", "\u00f0\u0178\u02dc\u20ac", "😀"},
		{"proper text stays", "Straße à Ã São naïve’s 東京 â € ™", "Straße à Ã São naïve’s 東京 â € ™"},
		{"proper quotations stay", "“CAFÉ” “‘fiancé’” MAÇÃ” À… Ü–",
			"“CAFÉ” “‘fiancé’” MAÇÃ” À… Ü–"},
		{"capital at the start", "Ã–sterreich", "Österreich"},
		{"lone latin-1", "caf\xe9 d\x92or", "café d’or"},
		{"unassigned byte", "a\x81b", "a\uFFFDb"},
		{"backslashes stay", `ends in '\0' or \n`, `ends in '\0' or \n`},
		{"white space", " \t a \r\n b  ", "a b"},
		{"empty", "", ""},
	} {
		if got := RepairText(c.in); got != c.want {
			t.Errorf("%s: RepairText(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestRepairResponse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"not answered", ""}, {"NO ANSWER", ""}, {"No answer", ""}, {" Not Answered.<br>",
			""}, {`"no answer"`, ""},
		{"no answer is right", "no answer is right"}, {"it was not answered",
			"it was not answered"},
		{"n/a", "n/a"}, {"?", "?"}, {"none", "none"},
		{`"a whole sentence."`, "a whole sentence."},
		{"“a whole sentence.”", "a whole sentence."},
		{`"this" and "that"`, `"this" and "that"`},
		{`"first" word`, `"first" word`},
		{`the "last"`, `the "last"`},
		{`'\0'`, `'\0'`}, {`"`, `"`}, {`""`, `""`}, {"", ""},
	} {
		if got := RepairResponse(c.in); got != c.want {
			t.Errorf("RepairResponse(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestOptionsRaw(t *testing.T) {
	raw, repaired := Options{Raw: true}, Options{}
	const in = " not <br> \xc3\xa2\xe2\x82\xac\xe2\x84\xa2 &gt; \xff "
	if got, want := raw.response(in), " not <br> \u00e2\u20ac\u2122 &gt; \uFFFD "; got != want {
		t.Errorf("raw response %q, want %q", got, want)
	}
	if got := raw.response("not answered"); got != "not answered" {
		t.Errorf("raw response %q, want it kept", got)
	}
	if got, want := repaired.response(in), "not ’ > ÿ"; got != want {
		t.Errorf("repaired response %q, want %q", got, want)
	}
}

// Any text that was encoded twice is restored.
func TestRepairUndoesDoubleEncoding(t *testing.T) {
	letters := []rune("abc xyz.’“”‘—–é€ß😀")
	rapid.Check(t, func(t *rapid.T) {
		want := strings.Join(strings.Fields(rapid.StringOf(rapid.SampledFrom(letters)).Draw(t,
			"text")), " ")
		if got := RepairText(encodeTwice(want)); got != want {
			t.Fatalf("%q comes back as %q", want, got)
		}
		if got := RepairText(want); got != want {
			t.Fatalf("proper text %q becomes %q", want, got)
		}
	})
}

// encodeTwice reads UTF-8 as Windows-1252 and encodes it again.
func encodeTwice(s string) string {
	var b strings.Builder
	for i := range len(s) {
		r := rune(s[i])
		if r >= 0x80 && r < 0xA0 {
			for c := rune(0x100); c < 0x2200; c++ {
				if v, ok := windows1252Byte(c); ok && v == s[i] {
					r = c
				}
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

func FuzzRepairText(f *testing.F) {
	for _, s := range []string{"a<br>b", "&amp;lt;", "\xc3\xa2\xe2\xac\xc5x", "â€™", "\xff\x00",
		"not answered"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{RepairText(s), RepairResponse(s)} {
			if !utf8.ValidString(got) {
				t.Fatalf("%q becomes invalid UTF-8 %q", s, got)
			}
			if strings.TrimSpace(got) != got {
				t.Fatalf("%q keeps white space at the ends: %q", s, got)
			}
			if strings.Contains(strings.ToLower(got), "<br>") {
				t.Fatalf("%q keeps a tag: %q", s, got)
			}
		}
	})
}
