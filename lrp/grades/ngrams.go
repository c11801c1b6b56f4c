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
func (v vocabulary) add(text string) grams {
	return count(text, func(gram string) int32 {
		k, ok := v[gram]
		if !ok {
			k = int32(len(v))
			v[gram] = k
		}
		return k
	})
}

// lookup returns the known n-grams of a text. The others count for the norm only.
func (v vocabulary) lookup(text string) grams {
	var unknown map[string]int32
	g := count(text, func(gram string) int32 {
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
	})
	known, _ := slices.BinarySearch(g.index, int32(len(v)))
	return grams{g.index[:known], g.value[:known]}
}

// count weights each n-gram of the text, with a space before and after it, by 1 + ln(count) and
// scales the vector to norm 1. There is no weight for rarity: it makes predictions worse.
func count(text string, number func(gram string) int32) grams {
	if text == "" {
		return grams{}
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
	g := grams{index: slices.Compact(slices.Clone(all))}
	g.value = make([]float64, len(g.index))
	k := 0
	for _, a := range all {
		if a != g.index[k] {
			k++
		}
		g.value[k]++
	}
	norm := gramNorm(g.value)
	for k, c := range g.value {
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
