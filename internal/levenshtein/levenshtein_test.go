package levenshtein

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	reference "github.com/agnivade/levenshtein"
)

// distance returns the distance of two texts and checks that Distance and Within agree.
func distance(t *testing.T, a, b string) int {
	t.Helper()
	var alphabet Alphabet[rune]
	x := alphabet.Add(nil, []rune(a))
	y := alphabet.Append(nil, []rune(b)) // characters of b alone are unknown
	p := NewPattern([]int32{1, 1, 1}, 1)
	p.Reset(x, alphabet.Len())
	d := p.Distance(y)
	for _, limit := range []int{d - 1, d, d + 1, d + 70, 0, -1} {
		got, ok := p.Within(y, limit)
		if ok != (d <= limit) || ok && got != d {
			t.Errorf("%q and %q are %d apart, within %d: %d, %v", a, b, d, limit, got, ok)
		}
	}
	return d
}

func check(t *testing.T, a, b string) {
	t.Helper()
	want := reference.ComputeDistance(a, b)
	if got := distance(t, a, b); got != want {
		t.Errorf("%q and %q are %d apart, the reference says %d", a, b, got, want)
	}
}

// FuzzDistance compares with github.com/agnivade/levenshtein.
func FuzzDistance(f *testing.F) {
	long := strings.Repeat("abc", 50)
	for _, pair := range [][2]string{
		{"", ""}, {"", "a"}, {"kitten", "sitting"},
		{"größe", "grosse"}, {"北京", "東京"}, {"\xff\xfe", "\xfe"},
		{long, long[1:]}, {long[:64], "x" + long[:64]}, {long[:65], long[2:66]}, {long, ""}, {"", long},
		{strings.Repeat("ab", 2000), strings.Repeat("ba", 1500)},
	} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 5000 || len(b) > 5000 {
			return
		}
		check(t, a, b)
		check(t, b, a)
	})
}

// randomText returns up to n of a few different letters, so that equal ones are common.
func randomText(r *rand.Rand, n int) string {
	letters := []rune("abcd é京")
	text := make([]rune, r.IntN(n+1))
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	return string(text)
}

// edited returns a text after up to n edits, each of which removes or inserts some symbols.
func edited(r *rand.Rand, s string, n int) string {
	text := []rune(s)
	for range r.IntN(n) {
		from := r.IntN(len(text) + 1)
		to := min(from+r.IntN(8), len(text))
		text = slices.Concat(text[:from], []rune(randomText(r, 7)), text[to:])
	}
	return string(text)
}

func TestRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 64, 130, 1100} {
		for range 4000 / n {
			text := randomText(r, n)
			check(t, text, randomText(r, n))
			check(t, text, edited(r, text, 12)) // all of which a narrow band sees
		}
	}
}

func TestWords(t *testing.T) {
	var alphabet Alphabet[string]
	p := NewPattern(alphabet.Add(nil, []string{"hello", "world"}), 2)
	for want, words := range [][]string{
		{"hello", "world"}, {"goodbye", "world"}, {"goodbye", "moon"}, {"goodbye", "moon", "x"},
	} {
		if got := p.Distance(alphabet.Append(nil, words)); got != want {
			t.Errorf("%q is %d apart, want %d", words, got, want)
		}
	}
}

// TestFewMasks runs the tests of texts whose masks are too many to be kept.
func TestFewMasks(t *testing.T) {
	defer func(masks, symbols int) { maxMasks, maxSymbols = masks, symbols }(maxMasks, maxSymbols)
	for maxMasks = range 3 {
		maxSymbols = maxMasks
		TestRandomTexts(t)
		TestFour(t)
	}
}

// Memory does not grow with the product of a text's length and the number of its different words.
func TestManyWords(t *testing.T) {
	const n = 200_000
	many := make([]int32, n)
	for i := range many {
		many[i] = int32(i + 1)
	}
	few := []int32{7, 9, n, n - 1}
	var p Pattern
	var f Four
	before := allocated()
	p.Reset(many, n)
	f.Reset([Lanes][]int32{many, few, many[5:], nil}, n)
	want := [Lanes]int{n - 3, 0, n - 5 - 3, 4} // 7, 9 and the one before the last are common
	if got := f.Within(few, [Lanes]int{n, n, n, n}); got != want {
		t.Errorf("four are %v apart, want %v", got, want)
	}
	if got := p.Distance(few); got != want[0] {
		t.Errorf("one is %d apart, want %d", got, want[0])
	}
	p.Reset(few[:2], n)
	if got := p.Distance([]int32{9, 9, 7}); got != 2 {
		t.Errorf("a short one after it is %d apart, want 2", got)
	}
	if got := allocated() - before; got > 32<<20 {
		t.Errorf("%d bytes of memory for texts of %d words", got, n)
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
