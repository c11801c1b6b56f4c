package features_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// sentences draws short texts over a few words, so that overlaps are common.
var sentences = rapid.Custom(func(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{
		"stack", "queue", "stacks", "heap", "größe", "the", "of", "tree's", "北京", "no", "42",
	}), 0, 7).Draw(t, "words")
	return strings.Join(words, " ")
})

func TestMeasuresAreSimilarities(t *testing.T) {
	for _, m := range features.Measures() {
		rapid.Check(t, func(t *rapid.T) {
			a := text.English.Doc(sentences.Draw(t, "a"))
			b := text.English.Doc(sentences.Draw(t, "b"))
			s := m.Similarity(a, b)
			switch {
			case s < 0 || s > 1:
				t.Fatalf("%s of %q and %q is %v", m.Name, a.Clean, b.Clean, s)
			case math.Abs(s-m.Similarity(b, a)) > 1e-12:
				t.Fatalf("%s of %q and %q is not symmetric", m.Name, a.Clean, b.Clean)
			case slices.Equal(a.Tokens, b.Tokens) && math.Abs(s-1) > 1e-12:
				t.Fatalf("%s of %q with itself is %v", m.Name, a.Clean, s)
			case a.Empty() != b.Empty() && s != 0:
				t.Fatalf("%s of %q and %q is %v, one being empty", m.Name, a.Clean, b.Clean, s)
			}
		})
	}
}

// TestWordDistance compares WED with the textbook recursion over a full table.
func TestWordDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := text.English.Doc(sentences.Draw(t, "a"))
		b := text.English.Doc(sentences.Draw(t, "b"))
		longer := max(len(a.Words), len(b.Words))
		want := 1.0
		if longer > 0 {
			want = 1 - float64(tableDistance(a.Words, b.Words))/float64(longer)
		}
		if got := measure(t, "WED").Similarity(a, b); got != want {
			t.Fatalf("WED of %q and %q is %v, want %v", a.Words, b.Words, got, want)
		}
	})
}

// TestManyWords compares texts of many distinct words.
func TestManyWords(t *testing.T) {
	suite.Slow(t, "compares 55,000 words")
	var b strings.Builder
	const n = 55_306
	for i := range n {
		b.WriteString(" w")
		for k := i; k > 0; k /= 26 {
			b.WriteByte(byte('a' + k%26))
		}
	}
	d := text.Analyzer{}.Doc(b.String())
	other := text.Analyzer{}.Doc(b.String() + " extra")
	want := 1 - 1/float64(len(other.Words))
	if got := measure(t, "WED").Similarity(d, other); got != want {
		t.Errorf("%d words and one more: %v, want %v", len(d.Words), got, want)
	}
}

func measure(t interface{ Fatalf(string, ...any) }, name string) features.Measure {
	for _, m := range features.Measures() {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no measure %s", name)
	return features.Measure{}
}

func tableDistance(a, b []string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := range a {
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			d[i+1][j+1] = min(d[i][j]+change, d[i][j+1]+1, d[i+1][j]+1)
		}
	}
	return d[len(a)][len(b)]
}
