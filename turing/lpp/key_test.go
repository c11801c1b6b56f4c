package lpp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// appendix is that of the rules, as printed.
const appendix = `braceleft {
braceright }
bracketleft [
bracketright ]
parenleft (
parenright )
comma ,
period .
greater >
less <
slash /
backslash \
bar |
quotedbl "
quoteright '
equal =
underscore _
plus +
minus -
exclam !
at @
numbersign #
dollar $
percent %
asterisk *
asciicircum ^
asciitilde ~
` + "quoteleft `" + `
ampersand &
colon :
semicolon ;
question ?`

func TestNames(t *testing.T) {
	want := map[string]byte{"space": ' ', "Tab": '\t', "Return": '\n', "BackSpace": '\b'}
	for row := range strings.Lines(appendix) {
		f := strings.Fields(row)
		want[f[0]] = f[1][0]
	}
	for c := range 256 {
		if b := byte(c); 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' {
			want[string(rune(b))] = b
		}
	}
	valid := 0
	for c := range 256 {
		if k := Key(c); k.Valid() {
			valid++
			if want[k.Name()] != byte(k) {
				t.Errorf("key %q is called %q", byte(k), k.Name())
			}
		}
	}
	if valid != len(want) || valid != 98 { // 95 printable characters and three others
		t.Errorf("%d keys are valid, want %d", valid, len(want))
	}
	for name, c := range want {
		if k, err := ParseKey(name); err != nil || k != Key(c) {
			t.Errorf("%s is %q, %v", name, byte(k), err)
		}
	}
}

func TestWrongNames(t *testing.T) {
	for _, name := range []string{
		"", ".", "1.a", "1.a.other.other", "1..other", ".a.other", "x1.a.other", "-1.a.other",
		"１.a.other", "1.ä.other", "1.aa.other", "1.Comma.other", "1.return.other", "1.,.other",
		"1.a.Other", "1.a.JUDGE", "1.a.", "1 .a.other", strings.Repeat("1", 201) + ".a.other",
		"1.\x00.other", "1.\n.other", "../1.a.other",
	} {
		if p, err := ParseName(name); err == nil {
			t.Errorf("%q is %+v", name, p)
		}
	}
}

func FuzzParseName(f *testing.F) {
	for _, name := range []string{"0000000123.H.other", "1.comma.judge", "0.0.other", "x", "1.a.other."} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := ParseName(name)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		if p.Name() != name || !p.Key.Valid() {
			t.Errorf("%q is %+v, which is %q", name, p, p.Name())
		}
	})
}

func TestKeysAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		typed := Typeable(text)
		keys, err := Keys(typed)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(keys); got != typed {
			t.Fatalf("%q became %q", typed, got)
		}
		if Typeable(typed) != typed {
			t.Fatalf("%q became %q", typed, Typeable(typed))
		}
		if _, err := Keys(text); err == nil && strings.Trim(text, "\b") == text &&
			!strings.Contains(text, "\b") && typed != text {
			t.Fatalf("%q became %q", text, typed)
		}
	})
}

func TestTypeable(t *testing.T) {
	for text, want := range map[string]string{
		"“It’s” – naïve…\u00a0Straße": `"It's" - naive... Strasse`,
		"a\r\nb\rc\u2028d":            "a\nb\nc\nd",
		"smile 😀\x07\b!":              "smile !",
		"ﬁne ½ Ⅷ":                     "fine 12 VIII",
		"tab\there\vthere":            "tab\there there",
	} {
		if got := Typeable(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	keys, err := Keys("ab\né")
	if err == nil || !strings.Contains(err.Error(), `'é' after 3 bytes`) || string(keys) != "ab\n" {
		t.Errorf("found %q, %v", keys, err)
	}
	if _, err := Keys("a\xff"); err == nil {
		t.Error("a wrong byte was accepted")
	}
}

func TestLost(t *testing.T) {
	for text, want := range map[string]string{
		"": "0 of 0",
		"It’s naïve — “½ € ﬁ” 5 × 5": "0 of 18",
		"cafe\u0301\t\b\u200d":       "0 of 4",
		"你好, you":                    "2 of 6 你",
		"Да 😀":                       "3 of 3 Д",
	} {
		lost, of, first := Lost(text)
		got := strings.TrimSpace(strings.Trim(fmt.Sprintf("%d of %d %c", lost, of, first), "\x00"))
		if got != want {
			t.Errorf("%q: found %s, want %s", text, got, want)
		}
	}
}

func TestScreen(t *testing.T) {
	for _, c := range []struct {
		keys  string
		text  string
		lines []string
	}{
		{"", "", []string{""}},
		{"teh\b\bhe", "the", []string{"the"}},
		{"\b\bHi\n", "Hi\n", []string{"Hi", ""}},
		{"so\nno\b\b\b\b\byes", "yes", []string{"yes"}}, // beyond the start of the line
		{"so\n\b?\n", "so?\n", []string{"so?", ""}},
		{"a\tb\b\bc", "ac", []string{"ac"}},
	} {
		var s Screen
		for _, k := range []byte(c.keys) {
			before := s.Len()
			removed, ok := s.Apply(Key(k))
			if want := Key(k) == BackSpace && before > 0; ok != want || ok && s.Len() != before-1 {
				t.Errorf("%q: Apply(%q) = %q, %v", c.keys, k, removed, ok)
			}
		}
		if got := s.Text(); got != c.text || !slices.Equal(s.Lines(), c.lines) {
			t.Errorf("%q: %q, %q, want %q, %q", c.keys, got, s.Lines(), c.text, c.lines)
		}
		if s.Len() != len(c.text) || s.From(0) != c.text || s.From(99) != "" {
			t.Errorf("%q: %d characters, %q", c.keys, s.Len(), s.From(0))
		}
	}
}

func TestScreenTellsWhatItRemoved(t *testing.T) {
	var s Screen
	s.Put('é')
	s.Apply(Return)
	for _, want := range []rune{'\n', 'é'} {
		if got, ok := s.Apply(BackSpace); got != want || !ok {
			t.Errorf("removed %q, %v, want %q", got, ok, want)
		}
	}
}
