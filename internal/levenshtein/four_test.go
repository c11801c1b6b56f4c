package levenshtein

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// compareFour compares four texts at once with a text, and one by one.
func compareFour(t *testing.T, r *rand.Rand, texts [Lanes][]int32, other []int32, n int) {
	t.Helper()
	var f Four
	f.Reset([Lanes][]int32{{1, 1}, {2}, {1}, {}}, 2)
	f.Within([]int32{1, 2, 1}, [Lanes]int{3, 3, 3, 3})
	f.Reset(texts, n)
	var plain, limits [Lanes]int
	for k, text := range texts {
		plain[k] = NewPattern(text, n).Distance(other)
	}
	for _, spare := range []int{0, 1, 70, -1, -2000} {
		for k, d := range plain {
			limits[k] = d + spare
			if k > 0 && r.IntN(3) == 0 {
				limits[k] = d - r.IntN(2)
			}
		}
		for k, d := range f.Within(other, limits) {
			if d != plain[k] && (d <= limits[k] || plain[k] <= limits[k]) {
				t.Fatalf("texts of %d and %d symbols are %d apart, within %v: %d",
					len(texts[k]), len(other), plain[k], limits, d)
			}
		}
	}
}

func TestFour(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 3, 64, 130, 700, 2100} {
		for range 4000 / (n + 10) {
			var alphabet Alphabet[rune]
			base := randomText(r, n)
			var texts [Lanes][]int32
			for k := range texts {
				s := base
				if r.IntN(3) > 0 {
					s = edited(r, base, 12)
				}
				texts[k] = alphabet.Add(nil, []rune(s))
			}
			others := [][]int32{texts[r.IntN(Lanes)], slices.Clone(texts[0])}
			for _, s := range []string{edited(r, base, 12), randomText(r, n), base + "日本"} {
				others = append(others, alphabet.Append(nil, []rune(s)))
			}
			for _, other := range others {
				compareFour(t, r, texts, other, alphabet.Len())
			}
		}
	}
}

func TestTogether(t *testing.T) {
	lengths := []int{0, 1, 60, 64, 65, 200, 400, 500, 2000, 4063, 4064, 4065, 1_000_000}
	texts := make([]Sketch, len(lengths))
	for i, n := range lengths {
		texts[i].Symbols = make([]int32, n)
	}
	var groups [][]int
	for rest := texts; len(rest) > 0; {
		some := Together(rest)
		at := len(texts) - len(rest)
		groups, rest = append(groups, lengths[at:at+len(some)]), rest[len(some):]
	}
	want := [][]int{{0, 1, 60, 64}, {65}, {200, 400}, {500}, {2000, 4063, 4064}, {4065}, {1_000_000}}
	if !slices.EqualFunc(groups, want, slices.Equal) {
		t.Errorf("compared together: %v, expected %v", groups, want)
	}
}
