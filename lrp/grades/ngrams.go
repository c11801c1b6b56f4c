package grades

import (
	"cmp"
	"math"
	"slices"
)

// shortest and longest n-grams, in characters.
const shortestGram, longestGram = 2, 5

// vocabulary numbers n-grams.
type vocabulary map[string]int32

// grams is a text as its character n-grams: an entry for each known one, ascending, of a vector of norm 1.
type grams struct {
	index []int32
	value []float64
}

// add returns the n-grams of a text, all of which become known.
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

// of returns the n-grams of a text. Those that are not known add to the norm alone.
func (v vocabulary) of(text string) grams {
	unknown := make(map[string]int32)
	g := count(text, func(gram string) int32 {
		k, ok := v[gram]
		if ok {
			return k
		}
		k, ok = unknown[gram]
		if !ok {
			k = int32(len(v) + len(unknown))
			unknown[gram] = k
		}
		return k
	})
	known, _ := slices.BinarySearch(g.index, int32(len(v)))
	return grams{g.index[:known], g.value[:known]}
}

// count weighs each n-gram of the text, with a space before and after it, by 1 + ln(count) and
// scales the vector to norm 1. There is no weight by rarity: it makes predictions worse.
func count(text string, number func(gram string) int32) grams {
	if text == "" {
		return grams{}
	}
	runes := []rune(" " + text + " ")
	counts := make(map[int32]float64)
	for n := shortestGram; n <= longestGram; n++ {
		for i := 0; i+n <= len(runes); i++ {
			counts[number(string(runes[i:i+n]))]++
		}
	}
	type entry struct {
		index int32
		value float64
	}
	entries := make([]entry, 0, len(counts))
	for k, c := range counts {
		entries = append(entries, entry{k, 1 + math.Log(c)})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.index, b.index) })
	norm := normOf(counts)
	g := grams{make([]int32, len(entries)), make([]float64, len(entries))}
	for k, e := range entries {
		g.index[k], g.value[k] = e.index, e.value/norm
	}
	return g
}

// normOf returns the vector's norm; it does not depend on how the n-grams are numbered, to the bit.
func normOf(counts map[int32]float64) float64 {
	most := 0
	times := make(map[int]float64) // how many n-grams occur that often
	for _, c := range counts {
		times[int(c)]++
		most = max(most, int(c))
	}
	var squares float64
	for c := 1; c <= most; c++ {
		if n := times[c]; n > 0 {
			v := 1 + math.Log(float64(c))
			squares += n * v * v
		}
	}
	return math.Sqrt(squares)
}

// dot returns the inner product of two texts' vectors.
func (g grams) dot(h grams) float64 {
	var sum float64
	i, j := 0, 0
	for i < len(g.index) && j < len(h.index) {
		switch a, b := g.index[i], h.index[j]; {
		case a == b:
			sum += g.value[i] * h.value[j]
			i++
			j++
		case a < b:
			i++
		default:
			j++
		}
	}
	return sum
}
