package embed

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Cosine returns the cosine of the angle between two vectors of equal length,
//
//	x·y / (|x| |y|)
//
// in [-1, 1], or 0 if either is the zero vector. It panics if the lengths differ.
func Cosine[T float32 | float64](x, y []T) float64 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("embed: cosine of vectors of %d and %d numbers", len(x), len(y)))
	}
	// The conversion keeps the compiler from fusing multiplication and addition on some
	// machines, which would round differently.
	var xy, xx, yy float64
	for i := range x {
		a, b := float64(x[i]), float64(y[i])
		xy += float64(a * b)
		xx += float64(a * a)
		yy += float64(b * b)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return min(max(xy/math.Sqrt(xx)/math.Sqrt(yy), -1), 1)
}

// Cosine returns the cosine of the vectors of two words, in [-1, 1], or 0 and false if either
// word is unknown, even if both are equal.
func (v *Vectors) Cosine(a, b string) (cosine float64, ok bool) {
	i, j := v.words.index(a), v.words.index(b)
	if i < 0 || j < 0 {
		return 0, false
	}
	both := v.appendRow(v.appendRow(make([]float32, 0, 2*v.dim), i), j)
	return Cosine(both[:v.dim], both[v.dim:]), true
}

// Neighbour is a word near another one.
type Neighbour struct {
	Word   string
	Cosine float64 // in [-1, 1]
}

// Nearest returns the k other words, or all if there are fewer, whose vectors have the highest
// cosine with the word's. They are in order of descending cosine, ties in the order of the
// vocabulary. ok is false if the word is unknown.
//
// It compares the word with every other: time O(Len·Dim).
func (v *Vectors) Nearest(word string, k int) (near []Neighbour, ok bool) {
	i := v.words.index(word)
	if i < 0 {
		return nil, false
	}
	return v.nearest(v.appendRow(nil, i), k, i), true
}

// nearest returns the k words nearest to a vector, leaving out word number except.
func (v *Vectors) nearest(vector []float32, k, except int) []Neighbour {
	all, row := make([]Neighbour, 0, v.Len()), make([]float32, 0, v.dim)
	for i := range v.Len() {
		if i != except {
			row = v.appendRow(row[:0], i)
			all = append(all, Neighbour{v.word(i), Cosine(vector, row)})
		}
	}
	slices.SortStableFunc(all, func(a, b Neighbour) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return all[:max(0, min(k, len(all)))]
}

// Mean returns the mean of the words' vectors,
//
//	1/|s| Σ v(w)  over the known words w of s,
//
// each as often as it occurs, and the number |s| of known words. If there are none, the mean is the
// zero vector.
func (v *Vectors) Mean(words []string) (mean []float64, known int) {
	rows := v.rows(words)
	return v.mean(rows), len(rows)
}

// rows returns the numbers of those words that are known.
func (v *Vectors) rows(words []string) (rows []int) {
	for _, w := range words {
		if i := v.words.index(w); i >= 0 {
			rows = append(rows, i)
		}
	}
	return rows
}

// mean returns the mean of the vectors of words.
func (v *Vectors) mean(rows []int) []float64 {
	mean := make([]float64, v.dim)
	for _, i := range rows {
		v.addTo(mean, i)
	}
	divide(mean, len(rows))
	return mean
}

// addTo adds the vector of word i to a sum.
func (v *Vectors) addTo(sum []float64, i int) {
	row := v.row(i)
	if v.storage == Int8 {
		scale := v.scale(i)
		for j, q := range row[:len(sum)] {
			sum[j] += float64(scale * float32(int8(q)))
		}
		return
	}
	for j := range sum {
		sum[j] += float64(math.Float32frombits(binary.LittleEndian.Uint32(row[4*j:])))
	}
}

func divide(x []float64, n int) {
	if n > 0 {
		for j := range x {
			x[j] /= float64(n)
		}
	}
}
