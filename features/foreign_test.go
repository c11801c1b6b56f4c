package features

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// fitted returns a feature fitted to responses, with or without knowing them beforehand, and
// whether a matrix of all responses has the same columns left.
func fitted(t *testing.T, e Extractor, a text.Analyzer, key string, responses ...string) Fitted {
	t.Helper()
	cache := text.NewCache(a)
	q := NewQuestion("1", []string{key}, responses, cache)
	var train []Rated
	for _, r := range responses {
		train = append(train, Rated{Doc: cache.Doc(r)})
	}
	p := e.Prepare(q)
	f := p.Fit(train)
	if r, ok := p.(Restricted); ok {
		var kept []string
		for k, name := range r.FitAll().Columns() {
			if r.Kept(train)[k] {
				kept = append(kept, name)
			}
		}
		if !slices.Equal(kept, f.Columns()) {
			t.Errorf("%s keeps %q, expected %q", e.Name(), kept, f.Columns())
		}
	}
	bare := *q
	bare.Docs = nil
	if other := e.Prepare(&bare).Fit(train); !slices.Equal(other.Columns(), f.Columns()) {
		t.Errorf("%s has the columns %q of unknown responses, expected %q",
			e.Name(), other.Columns(), f.Columns())
	}
	if _, ok := e.(bag); ok { // whose columns the training responses alone tell
		if other := e.Prepare(new(Question)).Fit(train); !slices.Equal(other.Columns(), f.Columns()) {
			t.Errorf("%s has the columns %q without a question", e.Name(), other.Columns())
		}
	}
	return f
}

// TestColumnsOfPairs checks that a pair of characters that one response alone has gets no column,
// and that one of the same response twice does. Words of spaced languages all get one.
func TestColumnsOfPairs(t *testing.T) {
	for _, c := range []struct {
		e        Extractor
		language string
		want     string
	}{
		{BOW, "Chinese", "BOW/一二|BOW/七八|BOW/二三|BOW/八九"},
		{BIG, "Chinese", "BIG/七八 八九|BIG/一二 二三"},
		{SYN, "Chinese", "SYN/一二|SYN/七八|SYN/二三|SYN/八九"},
		{CNG, "Chinese", "CNG/一|CNG/一二|CNG/七|CNG/七八|CNG/三|CNG/二|CNG/二三|CNG/五|CNG/八|CNG/八九|CNG/九"},
		{BOW, "German", "BOW/一|BOW/七|BOW/三|BOW/九|BOW/二|BOW/五|BOW/八|BOW/六|BOW/四"},
	} {
		f := fitted(t, c.e, text.For(c.language), "一", "一二三", "一二三四五", "五六", "七八九", "七八九")
		got, want := f.Columns(), strings.Split(c.want, "|")
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("in %s: %q, expected %q", c.language, got, want)
		}
	}
}

// TestNoEnglishOfOtherLanguages checks that English synonyms, senses and vectors mean nothing in
// German texts: "handy" and "bald" are other words there.
func TestNoEnglishOfOtherLanguages(t *testing.T) {
	value := func(e Extractor, a text.Analyzer, key, response string) float64 {
		f := fitted(t, e, a, key, key)
		var row Row
		f.Append(&row, text.NewCache(a).Doc(response))
		return append(row.Value, 0)[0]
	}
	german, english := text.For("German"), text.English
	for _, e := range []Extractor{SYN, WCS, ALN, SNL} {
		if got := value(e, english, "car", "automobile"); got < .3 {
			t.Errorf("%s of English synonyms is %v", e.Name(), got)
		}
		if got := value(e, german, "car", "automobile"); got > 0.001 && e.Name() != "SNL" || got > .2 {
			t.Errorf("%s of the same words in German is %v, expected 0", e.Name(), got)
		}
		if got := value(e, german, "car", "car"); got < .99 {
			t.Errorf("%s of equal words in German is %v, expected 1", e.Name(), got)
		}
	}
}

// TestAlignFormsOfMany compares look-ups with all pairs.
func TestAlignFormsOfMany(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, a := range []text.Analyzer{text.English, text.For("Chinese")} {
		for range 20 {
			words := func() []form {
				var list []string
				for range 60 {
					end := []string{"", "s", "核", "alterations", "alteration", "altercations"}
					list = append(list, string([]rune("abcd细胞生命")[draw.IntN(8)])+
						end[draw.IntN(6)]+fmt.Sprint(draw.IntN(3)))
				}
				return formsOf(a.Doc(strings.Join(list, " ")))
			}
			x, y := words(), words()
			if len(x)*len(y) < minLookups {
				t.Fatalf("%d and %d words are too few", len(x), len(y))
			}
			if got, want := alignForms(x, y), alignment(x, y, sameForm); got != want {
				t.Fatalf("found %v, expected %v of %v and %v", got, want, x, y)
			}
		}
	}
}

// BenchmarkUnspaced prepares and fits features to 100 long texts without spaces.
func BenchmarkUnspaced(b *testing.B) {
	draw := rand.New(rand.NewPCG(1, 2))
	var responses []string
	for range 100 {
		s := make([]rune, 400)
		for i := range s {
			s[i] = rune(0x4e00 + draw.IntN(3000))
		}
		responses = append(responses, string(s))
	}
	for _, e := range []Extractor{BOW, BIG, SYN, CNG, DEM, SNL, NNC} {
		b.Run(e.Name(), func(b *testing.B) {
			for b.Loop() {
				cache := text.NewCache(text.For("Chinese"))
				q := NewQuestion("1", responses[:1], responses, cache)
				q.Text = q.Docs[1]
				var train []Rated
				for _, d := range q.Docs {
					train = append(train, Rated{Doc: d})
				}
				e.Prepare(q).Fit(train)
			}
		})
	}
}
