package levenshtein

import (
	"math/rand/v2"
	"testing"
)

// letters returns a text of 2,500 letters, of which some are rarer than others.
func letters(r *rand.Rand) []int32 {
	text := make([]int32, 2500)
	for i := range text {
		text[i] = int32(1 + r.IntN(26)*r.IntN(26)/25)
	}
	return text
}

// BenchmarkWithin compares texts of 2,500 letters: unrelated ones and near copies, with the limit
// that their distance is and with a small one.
func BenchmarkWithin(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	text, other := letters(r), letters(r)
	copied := append(append(append([]int32{}, text[:1000]...), other[:20]...), text[1010:]...)
	p := NewPattern(text, 27)
	for _, c := range []struct {
		name  string
		other []int32
		limit int
	}{
		{"unrelated", other, p.Distance(other)},
		{"unrelated within 40", other, 40},
		{"near copy", copied, p.Distance(copied)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				p.Within(c.other, c.limit)
			}
		})
	}
}

// BenchmarkFour compares four texts of 2,500 letters with another, all unrelated.
func BenchmarkFour(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	var f Four
	f.Reset([Lanes][]int32{letters(r), letters(r), letters(r), letters(r)}, 27)
	other := letters(r)
	limits := f.Within(other, [Lanes]int{2500, 2500, 2500, 2500})
	for b.Loop() {
		f.Within(other, limits)
	}
}
