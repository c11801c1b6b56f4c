package grades

import (
	"math"
	"slices"
)

// minGram and maxGram are the lengths of n-grams in characters.
const minGram, maxGram = 2, 5

// vocabulary numbers n-grams in order of first appearance. With an n-gram it has all that begin it.
type vocabulary map[gramKey]int32

// gramKey identifies an n-gram among those of its length and shorter ones, see [firstKey] and
// [longerKey]. Texts have few distinct n-grams of a character less, so this takes less memory and
// time than the characters themselves.
type gramKey uint64

// firstKey identifies the n-gram of two characters, the shortest.
func firstKey(a, b rune) gramKey { return 1<<63 | gramKey(a)<<32 | gramKey(b) }

// longerKey identifies the n-gram that consists of a shorter one and a last character.
func longerKey(shorter int32, last rune) gramKey { return gramKey(shorter)<<32 | gramKey(last) }

// grams is a text as a sparse vector of its known character n-grams, ascending by number. Its norm
// is 1 if all n-grams of the text are known.
type grams struct {
	index []int32
	value []float64
}

// product returns the inner product with weights.
func (g grams) product(weights []float64) float64 {
	var sum float64
	for k, n := range g.index {
		sum += g.value[k] * weights[n]
	}
	return sum
}

// addTo adds a multiple of the vector to sums.
func (g grams) addTo(sums []float64, by float64) {
	for k, n := range g.index {
		sums[n] += by * g.value[k]
	}
}

// add returns the n-grams of a text and adds them to the vocabulary.
func (v vocabulary) add(text string) grams { return tallyOf(v.number, text).weighted(math.MaxInt32) }

// lookup returns the known n-grams of a text. The others count for the norm only.
func (v vocabulary) lookup(text string) grams {
	return tallyOf(v.numbering(), text).weighted(int32(len(v)))
}

// numbering returns a function that gives unknown n-grams numbers beyond the known ones, without
// adding them to the vocabulary.
func (v vocabulary) numbering() func(gram gramKey) int32 {
	var unknown map[gramKey]int32
	return func(gram gramKey) int32 {
		k, ok := v[gram]
		if ok {
			return k
		}
		if k, ok = unknown[gram]; !ok {
			if unknown == nil {
				unknown = make(map[gramKey]int32)
			}
			k = int32(len(v) + len(unknown))
			unknown[gram] = k
		}
		return k
	}
}

// number returns the number of an n-gram, which it adds to the vocabulary if it is not known.
func (v vocabulary) number(gram gramKey) int32 {
	k, ok := v[gram]
	if !ok {
		k = int32(len(v))
		v[gram] = k
	}
	return k
}

// tally says how often n-grams occur, ascending by number.
type tally struct {
	index []int32
	times []int32
}

// tallyOf counts the n-grams of texts, with a space before and after each.
func tallyOf(number func(gram gramKey) int32, texts ...string) (t tally) {
	var all []int32
	for _, text := range texts {
		if text != "" {
			all = appendGrams(all, text, number)
		}
	}
	slices.Sort(all)
	for k, n := range all {
		if k == 0 || n != all[k-1] {
			t.index, t.times = append(t.index, n), append(t.times, 0)
		}
		t.times[len(t.times)-1]++
	}
	return t
}

// appendGrams appends the numbers of the n-grams of a text.
func appendGrams(all []int32, text string, number func(gram gramKey) int32) []int32 {
	characters := []rune(" " + text + " ")
	var shorter []int32 // by first character: the n-gram of the length before
	for i, r := range characters[1:] {
		shorter = append(shorter, number(firstKey(characters[i], r)))
	}
	all = append(all, shorter...)
	for n := minGram + 1; n <= min(maxGram, len(characters)); n++ {
		for i, r := range characters[n-1:] {
			shorter[i] = number(longerKey(shorter[i], r))
			all = append(all, shorter[i])
		}
	}
	return all
}

// weighted weights each n-gram by 1 + ln(count), scales the vector to norm 1 and keeps the n-grams
// below a number. There is no weight for rarity: it makes predictions worse.
func (t tally) weighted(below int32) grams {
	norm := gramNorm(t.times)
	known, _ := slices.BinarySearch(t.index, below)
	g := grams{slices.Clone(t.index[:known]), make([]float64, known)}
	for k, n := range t.times[:known] {
		g.value[k] = gramWeight(n) / norm
	}
	return g
}

// gramWeight is 1 + ln(count).
func gramWeight(count int32) float64 { return 1 + math.Log(float64(count)) }

// gramNorm returns the norm of the weights of these counts. It is the same to the bit however the
// n-grams are numbered.
func gramNorm(counts []int32) float64 {
	if len(counts) == 0 {
		return 0
	}
	times := make([]float64, slices.Max(counts)+1) // how many n-grams occur that often
	for _, c := range counts {
		times[c]++
	}
	var squares float64
	for c, n := range times {
		if n > 0 {
			v := gramWeight(int32(c))
			squares += n * v * v
		}
	}
	return math.Sqrt(squares)
}
