package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// TestSegments cuts texts by the rules of Unicode. The first is the example of Unicode Standard
// Annex #29, figure 1.
func TestSegments(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"The quick (“brown”) fox can’t jump 32.3 feet, right?",
			"the|quick|brown|fox|cant|jump|32.3|feet|right"},
		{"", ""},
		{" …!? ", ""},
		{"Ende.Anfang, z.B. 1,5 % und U.S.A.", "ende|anfang|zb|1,5|und|usa"},
		{"snake_case a:b", "snake|case|a|b"},
		{"l'eau d’une dell'acqua aujourd'hui", "l|eau|d|une|dell|acqua|aujourdhui"},
		{"'quoted' l'", "quoted|l"},
		{"می\u200cخواهم", "میخواهم"},
		{"Don\u00adau", "donau"},
		{"col·lecció", "collecció"},
		{"м'ята", "мята"},
		{"צה\"ל", "צהל"},
		{"हिन्दी भाषा", "हिन्दी|भाषा"},
		{"ｆｕｌｌ e\u0301cole", "full|école"},
		{"bad \xff utf8", "bad|utf8"},
	} {
		want := []string{}
		if c.want != "" {
			want = strings.Split(c.want, "|")
		}
		if d := cmp.Diff(want, For("German").Words(c.in)); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, d)
		}
	}
}

// TestPairs makes pairs as the tests of Lucene's CJKAnalyzer do, in Thai as well.
func TestPairs(t *testing.T) {
	a := named(t, "unspaced")
	for _, c := range []struct{ in, want, clean string }{
		{"一二三四五六七八九十", "一二|二三|三四|四五|五六|六七|七八|八九|九十", "一二三四五六七八九十"},
		{"一 二三四 五六七八九 十", "一|二三|三四|五六|六七|七八|八九|十", "一 二三四 五六七八九 十"},
		{"abc defgh", "abc|defgh", "abc defgh"},
		{"あいうえおabcかきくけこ", "あい|いう|うえ|えお|abc|かき|きく|くけ|けこ",
			"あいうえお abc かきくけこ"},
		{"我购买了道具和服装。", "我购|购买|买了|了道|道具|具和|和服|服装", "我购买了道具和服装"},
		{"안녕하세요 한글", "안녕|녕하|하세|세요|한글", "안녕하세요 한글"},
		{"DNA의 3日", "dna|의|3|日", "dna 의 3 日"},
		{"ﾃｰﾀ", "テー|ータ", "テータ"},
		{"เป็นที่", "เป็|ป็น|นที่", "เป็นที่"},
		{"。！", "", ""},
		{"", "", ""},
	} {
		d := a.Doc(c.in)
		want := []string{}
		if c.want != "" {
			want = strings.Split(c.want, "|")
		}
		if diff := cmp.Diff(want, d.Words); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
		if !slices.Equal(d.Tokens, d.Words) || d.Clean != c.clean || d.Raw != c.in {
			t.Errorf("%q gives %+v, expected the clean text %q", c.in, d, c.clean)
		}
	}
	d := a.Doc("我购买了道具, DNA。").Without("买了")
	if got := strings.Join(d.Words, "|"); got != "我购|道具|dna" {
		t.Errorf("without a pair there are %s", got)
	}
	if got := strings.Join(d.Without("dna").Words, "|"); got != "我购|道具" {
		t.Errorf("without a word there are %s", got)
	}
	if got := For("French").Doc("eau et eau de mer").Without("eau"); got.Clean != "mer" ||
		got.Stemmer == nil {
		t.Errorf("without a French word: %+v", got)
	}
}

// TestRunsAreCutInPlace checks that a run of characters is a part of its text, however long it is:
// each character that is appended to a copy takes as long as the run.
func TestRunsAreCutInPlace(t *testing.T) {
	for _, s := range []string{"细胞", "กา", "かナ", "ᄒ", "细胞 ", "细x"} {
		count := func(times int) float64 {
			long := strings.Repeat(s, times)
			return testing.AllocsPerRun(1, func() { runs(long, true) })
		}
		// The list of runs doubles now and then, and a Latin word is copied once or twice.
		few, many := count(100), count(1000)
		if single := !strings.ContainsAny(s, " x"); single && many > few+2 || many > 20*few {
			t.Errorf("%q: %v and %v pieces of memory", s, few, many)
		}
	}
}

func FuzzLanguages(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	for _, s := range []string{"l'", "'", "a.b.", "1.a", "ー", "\u0e31", "北'京", "한\u200d글", "''''", "é'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, a := range Analyzers() {
			d := a.Doc(s)
			for _, w := range d.Tokens {
				bad := func(r rune) bool {
					return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '.' && r != ','
				}
				if w == "" || strings.ContainsFunc(w, bad) {
					t.Fatalf("%s: %q has the word %q", a.Name, s, w)
				}
				if a.Name != "english" && d.Stemmer.Stem(w) == "" {
					t.Fatalf("%s: %q has an empty stem", a.Name, w)
				}
			}
			if !slices.Equal(d.Words, a.Words(s)) || !slices.Equal(d.Tokens, a.Tokens(s)) {
				t.Fatalf("%s: Words and Tokens of %q differ from those of its Doc", a.Name, s)
			}
			for _, w := range d.Set {
				if slices.Contains(d.Without(w).Words, w) {
					t.Fatalf("%s: %q without %q has it", a.Name, s, w)
				}
			}
		}
	})
}
