package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainSplit is a plain implementation of split.
func plainSplit(s string) []string {
	s = strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(s, " ")))
	s = strings.NewReplacer("ß", "ss", "ς", "σ").Replace(s)
	runes := slices.DeleteFunc([]rune(s), func(r rune) bool { return unicode.Is(unicode.Cf, r) })
	var words []string
	for i := 0; i < len(runes); {
		if !wordRune(runes[i]) {
			i++
			continue
		}
		if n := abbreviation(runes[i:]); n > 0 {
			words = append(words, strings.ReplaceAll(string(runes[i:i+n]), ".", ""))
			i += n
			continue
		}
		end := wordEnd(runes, i)
		words = append(words, straighten(string(runes[i:end])))
		i = end
	}
	return words
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{
		"", "they count the people", "It's the U.S. Government`s way, I THINK.",
		"größe und café – o’clock", "北京 is there", "\xff\xfeab\xc3",
		"K\u212a ſ İ ﬁ", strings.Repeat("a long text's words ", 20), "u.s", "don``t `x` y`z",
		"soft\u00adware zero\u200bwidth wo\u2060rd ΟΔΟΣ οδος STRASSE Straße",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		all, want := split(s), plainSplit(s)
		if !slices.Equal(all, want) {
			t.Fatalf("%q is split into %q, want %q", s, all, want)
		}
		if got, want := tokens(all), finish(want, nil); !slices.Equal(got, want) {
			t.Fatalf("%q has the tokens %q, want %q", s, got, want)
		}
	})
}
