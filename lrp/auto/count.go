package auto

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// minGram and maxGram are the lengths of n-grams in characters.
const minGram, maxGram = 2, 5

// counter counts the n-grams of texts. It is used again and again, so that a text takes no memory
// but that of its n-grams.
type counter struct {
	known   *vocabulary
	size    int32       // of the known n-grams before the texts
	others  *vocabulary // has or gets those that are not among these, with numbers from first
	first   int32
	unknown vocabulary // the others, unless they become known

	times []int32  // by number
	marks []uint64 // a bit for each number, whether it was counted

	// Buffers of addText and take.
	characters []rune
	shorter    []int32
	often      []float64 // by count: how many n-grams occur that often
	packed     []byte
}

// counters holds counters without counts.
var counters = sync.Pool{New: func() any { return &counter{unknown: *newVocabulary()} }}

// count returns the n-grams of texts, with a space before and after each. Those that are not known
// are added to others, nil for nowhere, with numbers from first.
func (v *vocabulary) count(others *vocabulary, first int32, texts ...string) grams {
	c := counters.Get().(*counter)
	defer counters.Put(c)
	c.known, c.size, c.others, c.first = v, int32(v.size), others, first
	if others == nil {
		c.unknown.forget()
		c.others = &c.unknown
	}
	for _, text := range texts {
		if text != "" {
			c.addText(text)
		}
	}
	return c.take(int32(v.size))
}

func (c *counter) addText(text string) {
	c.characters = append(c.characters[:0], ' ')
	for _, r := range text {
		c.characters = append(c.characters, r)
	}
	c.characters = append(c.characters, ' ')
	shorter := c.shorter[:0] // by first character: the n-gram of the length before
	for i, r := range c.characters[1:] {
		shorter = append(shorter, c.add(0, firstKey(c.characters[i], r)))
	}
	for n := minGram + 1; n <= maxGram; n++ {
		for i, r := range c.characters[min(n-1, len(c.characters)):] {
			shorter[i] = c.add(shorter[i], longerKey(shorter[i], r))
		}
	}
	c.shorter = shorter
}

// add counts an n-gram and returns its number. A shorter one that begins it, 0 for none, tells
// whether it can be known.
func (c *counter) add(shorter int32, gram gramKey) int32 {
	k := int32(-1)
	if shorter < c.size {
		k, _ = c.known.find(gram)
	}
	if k < 0 {
		k = c.first + c.others.number(gram)
	}
	if int(k) >= len(c.times) {
		size := max(int(k)+1, 2*len(c.times))
		c.times = append(c.times, make([]int32, size-len(c.times))...)
		c.marks = append(c.marks, make([]uint64, (size+63)/64-len(c.marks))...)
	}
	c.marks[k/64] |= 1 << (k % 64)
	c.times[k]++
	return k
}

// take returns the n-grams below a number and clears the counts. Each n-gram is weighted by
// 1 + ln(count), and the vector of all is scaled to norm 1. There is no weight for rarity: it makes
// predictions worse.
func (c *counter) take(below int32) grams {
	g, last := grams{packed: c.packed[:0]}, int32(-1)
	for i, m := range c.marks {
		for ; m != 0; m &= m - 1 {
			k := int32(i*64 + bits.TrailingZeros64(m))
			times := c.times[k]
			c.times[k] = 0
			for int(times) >= len(c.often) {
				c.often = append(c.often, 0)
			}
			if c.often[times]++; k < below {
				g.add(k, last, times)
				last = k
			}
		}
		c.marks[i] = 0
	}
	c.packed, g.packed = g.packed, slices.Clip(slices.Clone(g.packed))
	var squares float64 // the same to the bit however the n-grams are numbered
	for times, n := range c.often {
		if n > 0 {
			v := gramWeight(int32(times))
			squares += n * v * v
		}
	}
	c.often, g.norm = c.often[:0], math.Sqrt(squares)
	return g
}
