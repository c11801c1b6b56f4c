package grades

import (
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

// count weighs each n-gram of the text, with a space before and after it, by 1 + ln(count) and
// scales the vector to norm 1. There is no weight by rarity: it makes predictions worse.
func count(text string, number func(gram string) int32) grams {
	if text == "" {
		return grams{}
	}
	text = " " + text + " "
	var begins []int // of the characters, and the end
	for i := range text {
		begins = append(begins, i)
	}
	begins = append(begins, len(text))
	characters := len(begins) - 1
	all := make([]int32, 0, (longestGram-shortestGram+1)*characters)
	for n := shortestGram; n <= longestGram; n++ {
		for i := 0; i+n <= characters; i++ {
			all = append(all, number(text[begins[i]:begins[i+n]]))
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
	norm := normOf(g.value)
	for k, c := range g.value {
		g.value[k] = weightOf(c) / norm
	}
	return g
}

// weightOf is 1 + ln(count).
func weightOf(count float64) float64 {
	if count == 1 {
		return 1
	}
	return 1 + math.Log(count)
}

// normOf returns the norm of the weights of these counts; it does not depend on how the n-grams are numbered, to the bit.
func normOf(counts []float64) float64 {
	most := int(slices.Max(counts))
	times := make([]float64, most+1) // how many n-grams occur that often
	for _, c := range counts {
		times[int(c)]++
	}
	var squares float64
	for c, n := range times {
		if n > 0 {
			v := weightOf(float64(c))
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
