package auto

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	language "github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

// slowVocabulary numbers n-grams as texts.
type slowVocabulary map[string]int32

// slowTally counts the n-grams of a text by their definition.
func (v slowVocabulary) slowTally(text string) map[int32]int32 {
	times := make(map[int32]int32)
	if text == "" {
		return times
	}
	characters := strings.Split(" "+text+" ", "")
	count := func(gram string) {
		if _, ok := v[gram]; !ok {
			v[gram] = int32(len(v))
		}
		times[v[gram]]++
	}
	if strings.ContainsFunc(text, language.Unspaced) {
		for i, c := range characters[:len(characters)-1] {
			width := slowWidth(c)
			if width > 2 {
				count(c)
			}
			for n := 2; i+n <= len(characters); n++ {
				if width += slowWidth(characters[i+n-1]); width <= 2*maxGram {
					count(strings.Join(characters[i:i+n], ""))
				}
			}
		}
		return times
	}
	for n := minGram; n <= maxGram; n++ {
		for i := 0; i+n <= len(characters); i++ {
			count(strings.Join(characters[i:i+n], ""))
		}
	}
	return times
}

// slowWidth is 5 for a Chinese character, of which an n-gram has two, 1 for a mark of Thai and 2
// for letters, blanks and all else.
func slowWidth(character string) int {
	switch character {
	case "北", "京", "น":
		return 5
	case "\u0e31":
		return 1
	}
	return 2
}

// checkGrams compares n-grams with their counts, of which those from a number on are not known.
func checkGrams(t *testing.T, text string, got grams, counts map[int32]int32, known int) {
	t.Helper()
	var squares float64
	below, last := 0, int32(-1)
	for n, times := range counts {
		squares += math.Pow(1+math.Log(float64(times)), 2)
		if int(n) < known {
			below++
		}
	}
	for n, w := range got.all() {
		want := (1 + math.Log(float64(counts[n]))) / math.Sqrt(squares)
		if n <= last || counts[n] == 0 || math.Abs(w-want) > 1e-14 {
			t.Errorf("%.40q: n-gram %d after %d has weight %v, expected %v", text, n, last, w, want)
			return
		}
		last = n
	}
	if got.size != below || int(last) >= known {
		t.Errorf("%.40q: found %d n-grams up to %d, expected %d below %d", text, got.size, last, below, known)
	}
}

// N-grams have the numbers and counts of their definition, in scripts of all kinds, whether their
// texts are added or looked up, at once or not.
func TestCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	v, slow := newVocabulary(), make(slowVocabulary)
	var texts []string
	total := make(map[int32]int32)
	for k, size := range []int{0, 1, 2, 3, 10, 100, 1500, 3, 1500} {
		kinds := 9 + k%2*4 // without and with scripts that have no spaces
		text := make([]rune, size)
		for i := range text {
			text[i] = []rune("abcdé \U0001f600\u0301\x00北京น\u0e31")[rng.IntN(kinds)]
		}
		unknown := maps.Clone(slow)
		checkGrams(t, string(text), v.lookup(string(text)), unknown.slowTally(string(text)), v.size)
		if v.size != len(slow) {
			t.Fatalf("a look-up adds %d n-grams", v.size-len(slow))
		}
		want := slow.slowTally(string(text))
		checkGrams(t, string(text), v.add(string(text)), want, len(slow))
		if v.size != len(slow) {
			t.Fatalf("found %d n-grams after %.40q, expected %d", v.size, string(text), len(slow))
		}
		for n, times := range want {
			total[n] += times
		}
		texts = append(texts, string(text))
	}
	checkGrams(t, "all", v.lookup(texts...), total, v.size)
	parallel.EachOf(8, 1, func(int) {
		for i := range 100 {
			text := fmt.Sprint("abc 北x xyz xyz ", i%3)
			checkGrams(t, text, v.lookup(text), maps.Clone(slow).slowTally(text), v.size)
		}
	})
}

// What was forgotten is not found again, however often.
func TestForget(t *testing.T) {
	v := newVocabulary()
	for _, gone := range []int32{0, 0, 1 << 30, 5} {
		v.forget()
		v.gone += gone
		for k := range gramKey(1000) {
			if n := v.number(k); n != int32(k) || v.number(k) != n {
				t.Fatalf("n-gram %d has number %d", k, n)
			}
		}
	}
}
