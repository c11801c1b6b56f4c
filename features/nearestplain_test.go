package features_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// plainNearest is the mean rating of those of the training set, but the response itself, whose
// responses are most similar.
func plainNearest(
	similarity func(a, b *text.Doc) float64, d *text.Doc, train []features.Rated, self int,
) float64 {
	best, sum, n := math.Inf(-1), 0.0, 0.0
	for i, r := range train {
		s := similarity(d, r.Doc)
		if i == self || s < best {
			continue
		}
		if s > best {
			best, sum, n = s, 0, 0
		}
		sum, n = sum+r.Rating, n+1
	}
	return sum / max(1, n)
}

// manyTexts draws up to n texts that are often near one another, equally near, empty, or equal
// after cleaning.
func manyTexts(t *rapid.T, n int) []string {
	long := strings.Repeat("democracy ", 8)
	texts := rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{
			"stack", "stcak", "queue", "stacks", "heap", "größe", "große",
			"the", "of", "北京", "no", "42", "a1", "!", "Stack", long,
		}), 0, 5).Draw(t, "words")
		return strings.Join(words, " ")
	})
	return rapid.SliceOfN(texts, 1, n).Draw(t, "texts")
}

// nearestFeatures returns the features with an index for their similarity, and one without.
func nearestFeatures(t interface{ Fatalf(string, ...any) }) []searchedFeature {
	shared := func(a, b *text.Doc) float64 {
		n := 0.0
		for _, w := range a.Set {
			if slices.Contains(b.Set, w) {
				n++
			}
		}
		return n
	}
	// No text is most similar to itself, and all similarities are negative.
	odd := func(a, b *text.Doc) float64 {
		return -1 - math.Abs(math.Abs(float64(len(a.Clean)-len(b.Clean)))-3)
	}
	return []searchedFeature{
		{features.NNO, shared},
		{features.NNC, measure(t, "CED").Similarity},
		{features.NNW, measure(t, "WED").Similarity},
		{features.Nearest("ODD", "an odd one", odd), odd},
	}
}

type searchedFeature struct {
	features.Extractor
	similarity func(a, b *text.Doc) float64
}

// TestNearestAgainstPlain compares the searches with plainNearest, for known and
// unknown responses, in the training set and outside.
//
//luna:race
func TestNearestAgainstPlain(t *testing.T) {
	for _, f := range nearestFeatures(t) {
		rapid.Check(t, func(t *rapid.T) {
			texts := manyTexts(t, 30)
			cache := text.NewCache(text.English)
			known := rapid.IntRange(0, len(texts)).Draw(t, "known")
			if rapid.Bool().Draw(t, "all known") {
				known = len(texts)
			}
			q := features.NewQuestion("1", nil, texts[:known], cache)
			compareWithPlain(t, f, q, texts, cache)
		})
	}
}

func compareWithPlain(
	t *rapid.T, e searchedFeature, q *features.Question, texts []string, cache *text.Cache,
) {
	var train []features.Rated
	for range rapid.IntRange(0, len(texts)).Draw(t, "training responses") {
		train = append(train, features.Rated{
			Doc:    cache.Doc(rapid.SampledFrom(texts).Draw(t, "response")),
			Rating: rapid.Float64Range(0, 1).Draw(t, "rating"),
		})
	}
	fitted := e.Prepare(q).Fit(train)
	value := func(append func(row *features.Row)) float64 {
		var row features.Row
		append(&row)
		if len(row.Value) == 0 {
			return 0
		}
		return row.Value[0]
	}
	for i, r := range train {
		got := value(func(row *features.Row) { fitted.AppendTrain(row, i) })
		if want := plainNearest(e.similarity, r.Doc, train, i); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%s of training response %d %q: %v, want %v",
				e.Name(), i, r.Doc.Raw, got, want)
		}
	}
	for _, s := range append(texts, "a text that nobody gave", "") {
		d := cache.Doc(s)
		want := plainNearest(e.similarity, d, train, -1)
		for range 2 { // the second time it may be remembered
			if got := value(func(row *features.Row) { fitted.Append(row, d) }); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%s of %q: %v, want %v", e.Name(), s, got, want)
			}
		}
	}
}

// TestNearestOfMany has more texts than are ranked in full, few of them in the training set.
//
//luna:race
func TestNearestOfMany(t *testing.T) {
	suite.Slow(t, "compares thousands of texts")
	r := rand.New(rand.NewPCG(7, 8))
	words := strings.Fields(
		"people vote laws president congress state tax freedom speech judge court war")
	var texts []string
	for range 1500 {
		var some []string
		for range 1 + r.IntN(4) {
			w := []byte(words[r.IntN(len(words))])
			if r.IntN(3) == 0 {
				w[r.IntN(len(w))] = 'x'
			}
			some = append(some, string(w))
		}
		texts = append(texts, strings.Join(some, " "))
	}
	for i := range 200 { // have nothing in common with others, and some nothing at all
		texts = append(texts, string(rune('\u4e00'+i)), []string{"!", "", "the"}[i%3])
	}
	cache := text.NewCache(text.English)
	q := features.NewQuestion("1", nil, texts, cache)
	if len(q.Docs) < 1040 {
		t.Fatalf("only %d distinct texts", len(q.Docs))
	}
	for _, size := range []int{3, 100, 1000} {
		var train []features.Rated
		for range size {
			d := cache.Doc(texts[r.IntN(len(texts))])
			train = append(train, features.Rated{Doc: d, Rating: r.Float64()})
		}
		for _, e := range nearestFeatures(t) {
			fitted := e.Prepare(q).Fit(train)
			for i := range train {
				var row features.Row
				fitted.AppendTrain(&row, i)
				want := plainNearest(e.similarity, train[i].Doc, train, i)
				if math.Abs(row.Value[0]-want) > 1e-12 {
					t.Fatalf("%s of training response %d %q: %v, want %v",
						e.Name(), i, train[i].Doc.Raw, row.Value[0], want)
				}
			}
			for _, s := range append(texts[:50:50], "a new one", "people vote judge x", "") {
				var row features.Row
				d := cache.Doc(s)
				fitted.Append(&row, d)
				want := plainNearest(e.similarity, d, train, -1)
				if math.Abs(row.Value[0]-want) > 1e-12 {
					t.Fatalf("%s of %q: %v, want %v", e.Name(), s, row.Value[0], want)
				}
			}
		}
	}
}
