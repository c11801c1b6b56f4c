package grades

import (
	"math"
	"slices"
)

// minGram and maxGram are the lengths of n-grams in characters.
const minGram, maxGram = 2, 5

// vocabulary numbers n-grams.
type vocabulary map[string]int32

// grams is a text as a sparse vector of its known character n-grams, ascending by number. Its norm
// is 1 if all n-grams of the text are known.
type grams struct {
	index []int32
	value []float64
}

// add returns the n-grams of a text and adds them to the vocabulary.
func (v vocabulary) add(text string) grams { return count(text, v.number) }

// lookup returns the known n-grams of a text. The others count for the norm only.
func (v vocabulary) lookup(text string) grams {
	g := count(text, v.numbering())
	known, _ := slices.BinarySearch(g.index, int32(len(v)))
	return grams{g.index[:known], g.value[:known]}
}

// numbering returns a function that gives unknown n-grams numbers beyond the known ones, without
// adding them to the vocabulary.
func (v vocabulary) numbering() func(gram string) int32 {
	var unknown map[string]int32
	return func(gram string) int32 {
		k, ok := v[gram]
		if ok {
			return k
		}
		if k, ok = unknown[gram]; !ok {
			if unknown == nil {
				unknown = make(map[string]int32)
			}
			k = int32(len(v) + len(unknown))
			unknown[gram] = k
		}
		return k
	}
}

// number returns the number of an n-gram, which it adds to the vocabulary if it is not known.
func (v vocabulary) number(gram string) int32 {
	k, ok := v[gram]
	if !ok {
		k = int32(len(v))
		v[gram] = k
	}
	return k
}

// count weights each n-gram of the text, with a space before and after it, by 1 + ln(count) and
// scales the vector to norm 1. There is no weight for rarity: it makes predictions worse.
func count(text string, number func(gram string) int32) grams {
	return tallyOf(text, number).weighted()
}

// tally says how often n-grams occur, ascending by number.
type tally struct {
	index []int32
	times []float64
}

// tallyOf counts the n-grams of the text, with a space before and after it.
func tallyOf(text string, number func(gram string) int32) tally {
	if text == "" {
		return tally{}
	}
	text = " " + text + " "
	var starts []int // of the characters, and the end
	for i := range text {
		starts = append(starts, i)
	}
	starts = append(starts, len(text))
	characters := len(starts) - 1
	all := make([]int32, 0, (maxGram-minGram+1)*characters)
	for n := minGram; n <= maxGram; n++ {
		for i := 0; i+n <= characters; i++ {
			all = append(all, number(text[starts[i]:starts[i+n]]))
		}
	}
	slices.Sort(all)
	t := tally{index: slices.Compact(slices.Clone(all))}
	t.times = make([]float64, len(t.index))
	k := 0
	for _, a := range all {
		if a != t.index[k] {
			k++
		}
		t.times[k]++
	}
	return t
}

// weighted weights each n-gram by 1 + ln(count) and scales the vector to norm 1.
func (t tally) weighted() grams {
	g := grams{t.index, make([]float64, len(t.times))}
	norm := gramNorm(t.times)
	for k, c := range t.times {
		g.value[k] = gramWeight(c) / norm
	}
	return g
}

// gramWeight is 1 + ln(count).
func gramWeight(count float64) float64 {
	if count == 1 {
		return 1
	}
	return 1 + math.Log(count)
}

// gramNorm returns the norm of the weights of these counts. It is the same to the bit however the
// n-grams are numbered.
func gramNorm(counts []float64) float64 {
	if len(counts) == 0 {
		return 0
	}
	times := make([]float64, int(slices.Max(counts))+1) // how many n-grams occur that often
	for _, c := range counts {
		times[int(c)]++
	}
	var squares float64
	for c, n := range times {
		if n > 0 {
			v := gramWeight(float64(c))
			squares += n * v * v
		}
	}
	return math.Sqrt(squares)
}
