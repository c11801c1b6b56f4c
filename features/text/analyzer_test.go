package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string // joined by |
	}{
		{"", ""},
		{" \t\n...!?", ""},
		{"The Bill of Rights.", "bill|rights"},
		{"Hello, world", "hello|world"},
		{"goodbye,moon", "goodbye|moon"},
		{"the state's population", "state|population"},
		{"the states’ populations", "states|populations"},
		{"ten o'clock", "ten|oclock"},
		{"they don't know; I’m sure we'll see it's so", "know|sure|see"},
		{"the U.S. Congress", "us|congress"},
		{"Washington D.C", "washington|dc"},
		{"e.g.example", "e|g|example"},
		{"a.b.c", "abc"},
		{"end. Next", "end|next"},
		{"O(n log n), 13 stripes", "o|n|log|n|13|stripes"},
		{"half-right/semi-wrong", "half|right|semi|wrong"},
		// A text of stop words alone keeps them: "no" must not become "no answer".
		{"No", "no"},
		{"it is not", "it|is|not"},
		// Unicode: case, composed and decomposed, full width, ideographs, other scripts.
		{"ÉCOLE Ünïcode", "école|ünïcode"},
		{"e\u0301cole", "école"},
		{"ｆｕｌｌ", "full"},
		{"北京 tower", "北|京|tower"},
		{"Москва", "москва"},
		{"हिन्दी भाषा", "हिन्दी|भाषा"},
		{"snake_case", "snake|case"},
		{"bad \xff utf8", "bad|utf8"},
		{"\u02bc \xf5\u0149ew o\u02bcclock", "new|oclock"},
	} {
		got := English.Words(c.in)
		want := []string{}
		if c.want != "" {
			want = strings.Split(c.want, "|")
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("Words(%q) (-want +got):\n%s", c.in, d)
		}
	}
	if got := (Analyzer{}).Words("The Cat"); !slices.Equal(got, []string{"the", "cat"}) {
		t.Errorf("without stop words: %q", got)
	}
}

func TestTokens(t *testing.T) {
	got := English.Tokens("The states’ rights, and the state's U.S. law: don't!")
	want := []string{"the", "states", "rights", "and", "the", "state", "us", "law", "dont"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	doc := English.Doc("The states’ rights, and the state's U.S. law: don't!")
	if d := cmp.Diff(want, doc.Tokens); d != "" {
		t.Errorf("of a Doc (-want +got):\n%s", d)
	}
}

func TestCacheProcessesOnce(t *testing.T) {
	c := NewCache(English)
	a, b := c.Doc("The cat and the cat"), c.Doc("The cat "+"and the cat")
	if a != b {
		t.Error("equal texts gave different documents")
	}
	if d := cmp.Diff([]string{"cat", "cat"}, a.Words); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"cat"}, a.Set); d != "" || a.Clean != "cat cat" || a.Empty() {
		t.Errorf("%+v", a)
	}
	if !c.Doc("…").Empty() {
		t.Error("punctuation alone is not empty")
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{
		"The U.S. don't", "a.b.", "'", "x''y", "北'京", "\xff.", "İI", "e.g.\u0301", "\u02bc",
		"\xf5\u0149",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := English.Words(s)
		for _, w := range words {
			separator := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }
			if w == "" || strings.ContainsFunc(w, separator) {
				t.Fatalf("Words(%q) has %q", s, w)
			}
		}
		if !slices.Equal(words, English.Words(" "+s+" ")) {
			t.Fatalf("surrounding space changes the words of %q", s)
		}
	})
}
