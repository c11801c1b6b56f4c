package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	language "github.com/luna-rating/luna/features/text"
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

// slowWidth is 5 for a Chinese character, of which an n-gram has two, 1 for a mark of Thai and 2 for
// letters, blanks and all else.
func slowWidth(character string) int {
	switch character {
	case "北", "京", "น":
		return 5
	case "\u0e31":
		return 1
	}
	return 2
}

func checkTally(t *testing.T, text string, got tally, want map[int32]int32) {
	t.Helper()
	if !slices.IsSorted(got.index) || len(got.index) != len(want) {
		t.Fatalf("%q: found %d n-grams, expected %d", text, len(got.index), len(want))
	}
	for k, n := range got.index {
		if got.times[k] != want[n] {
			t.Fatalf("%q: found n-gram %d %d times, expected %d", text, n, got.times[k], want[n])
		}
	}
}

// N-grams have the numbers and counts of their definition, in scripts of all kinds.
func TestTallies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	v, slow := make(vocabulary), make(slowVocabulary)
	var texts []string
	total := make(map[int32]int32)
	for k, size := range []int{0, 1, 2, 3, 10, 100, 1500, 3, 1500} {
		kinds := 8 + k%2*4 // without and with scripts that have no spaces
		text := make([]rune, size)
		for i := range text {
			text[i] = []rune("abcdé \U0001f600\u0301北京น\u0e31")[rng.IntN(kinds)]
		}
		want := slow.slowTally(string(text))
		got := tallyOf(v.number, string(text))
		checkTally(t, string(text), got, want)
		for n, times := range want {
			total[n] += times
		}
		texts = append(texts, string(text))
	}
	checkTally(t, "all", tallyOf(v.number, texts...), total)
	// A text that is not known has the same n-grams, and others beyond.
	known := len(v)
	const text = "abc 北x xyz xyz"
	got := tallyOf(v.numbering(), text)
	if len(v) != known {
		t.Fatalf("a look-up adds %d n-grams", len(v)-known)
	}
	checkTally(t, text, got, slow.slowTally(text))
	var squares float64
	for _, times := range got.times {
		squares += math.Pow(1+math.Log(float64(times)), 2)
	}
	k := 0
	for n, w := range got.weighted(int32(known)).all() {
		want := (1 + math.Log(float64(got.times[k]))) / math.Sqrt(squares)
		if n != got.index[k] || math.Abs(w-want) > 1e-14 {
			t.Fatalf("n-gram %d has weight %v, expected %v of %d", n, w, want, got.index[k])
		}
		k++
	}
	if k == len(got.index) || int(got.index[k]) < known || k == 0 {
		t.Fatalf("%d of %d n-grams are known", k, len(got.index))
	}
}
