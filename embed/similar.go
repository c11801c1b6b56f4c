package embed

import (
	"cmp"
	"container/heap"
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
	return ratio(xy, math.Sqrt(xx), math.Sqrt(yy))
}

// ratio returns the cosine, given a dot product and two norms.
func ratio(dot, x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return min(max(dot/x/y, -1), 1)
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
	k = min(k, v.Len())
	if k <= 0 {
		return nil
	}
	v.normsOnce.Do(v.measure)
	x := make([]float64, v.dim)
	var xx float64
	for j, a := range vector {
		x[j] = float64(a)
		xx += float64(x[j] * x[j])
	}
	norm := math.Sqrt(xx)
	var best candidates // the farthest on top
	for i := range v.Len() {
		if i == except {
			continue
		}
		c := candidate{i, ratio(v.dot(i, x), norm, v.norms[i])}
		switch {
		case len(best) < k:
			heap.Push(&best, c)
		case compare(c, best[0]) < 0:
			best[0] = c
			heap.Fix(&best, 0)
		}
	}
	slices.SortFunc(best, compare)
	near := make([]Neighbour, len(best))
	for n, c := range best {
		near[n] = Neighbour{v.word(c.index), c.cosine}
	}
	return near
}

// measure computes the norms of all stored vectors. Those of [Int8] are before scaling: the
// scale cancels in a cosine.
func (v *Vectors) measure() {
	v.norms = make([]float64, v.Len())
	for i := range v.norms {
		v.norms[i] = math.Sqrt(v.squares(i))
	}
}

func (v *Vectors) squares(i int) float64 {
	row := v.row(i)
	if v.storage == Int8 {
		if v.scale(i) == 0 {
			return 0
		}
		sum := 0
		for _, q := range row {
			sum += int(int8(q)) * int(int8(q))
		}
		return float64(sum)
	}
	var sum float64
	for ; len(row) >= 4; row = row[4:] {
		a := float64(math.Float32frombits(binary.LittleEndian.Uint32(row)))
		sum += float64(a * a)
	}
	return sum
}

// dot returns the dot product of x and stored vector i, which for [Int8] is before scaling.
func (v *Vectors) dot(i int, x []float64) float64 {
	row := v.row(i)
	var sum float64
	if v.storage == Int8 {
		for j, q := range row[:len(x)] {
			sum += float64(float64(int8(q)) * x[j])
		}
		return sum
	}
	for _, a := range x {
		sum += float64(float64(math.Float32frombits(binary.LittleEndian.Uint32(row))) * a)
		row = row[4:]
	}
	return sum
}

type candidate struct {
	index  int
	cosine float64
}

// compare orders candidates from near to far.
func compare(a, b candidate) int {
	if a.cosine != b.cosine {
		return cmp.Compare(b.cosine, a.cosine)
	}
	return cmp.Compare(a.index, b.index)
}

// candidates is a heap with the farthest on top.
type candidates []candidate

func (c candidates) Len() int           { return len(c) }
func (c candidates) Less(i, j int) bool { return compare(c[i], c[j]) > 0 }
func (c candidates) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *candidates) Push(x any)        { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any          { panic("never popped") }
