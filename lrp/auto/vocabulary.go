package auto

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	language "github.com/luna-rating/luna/features/text"
)

// minGram and maxGram are the lengths of n-grams in characters.
const minGram, maxGram = 2, 5

// vocabulary numbers n-grams in order of first appearance. With an n-gram it also has all its
// prefixes. It is a hash table with open addressing. Look-ups alone are safe for concurrent use.
type vocabulary struct {
	slots []slot
	size  int   // the number of n-grams
	gone  int32 // how many n-grams were forgotten
}

// slot holds an n-gram with its number, which is from 1 and counts those that were forgotten. It is
// free unless the number is above that of these.
type slot struct {
	gram   gramKey
	number int32
}

func newVocabulary() *vocabulary { return &vocabulary{slots: make([]slot, 64)} }

// gramKey identifies an n-gram among those of its length and shorter ones, see [firstKey] and
// [longerKey]. Texts have few distinct n-grams of a character less, so this takes less memory and
// time than the characters themselves.
type gramKey uint64

// firstKey identifies the n-gram of two characters, the shortest.
func firstKey(a, b rune) gramKey { return 1<<63 | gramKey(a)<<32 | gramKey(b) }

// longerKey identifies the n-gram that consists of a shorter one and a last character.
func longerKey(shorter int32, last rune) gramKey { return gramKey(shorter)<<32 | gramKey(last) }

// hashFactor spreads n-grams over slots. It differs from run to run, so that nobody can write a
// text whose n-grams are all in the same place. No number depends on it.
var hashFactor = rand.Uint64() | 1

// find returns the number of an n-gram, or -1 and the index of the free slot for it.
func (v *vocabulary) find(gram gramKey) (number int32, free int) {
	at, _ := bits.Mul64(uint64(gram)*hashFactor, uint64(len(v.slots)))
	for i := int(at); ; i++ {
		if i == len(v.slots) {
			i = 0
		}
		if s := &v.slots[i]; s.number <= v.gone {
			return -1, i
		} else if s.gram == gram {
			return s.number - v.gone - 1, i
		}
	}
}

// number returns the number of an n-gram, which it adds if it is not known.
func (v *vocabulary) number(gram gramKey) int32 {
	k, at := v.find(gram)
	if k >= 0 {
		return k
	}
	if v.slots[at] = (slot{gram, v.gone + int32(v.size) + 1}); 2*(v.size+1) > len(v.slots) {
		v.grow()
	}
	v.size++
	return int32(v.size - 1)
}

// grow doubles the number of slots.
func (v *vocabulary) grow() {
	old := *v
	v.slots, v.gone = make([]slot, 2*len(old.slots)), 0
	for _, s := range old.slots {
		if s.number > old.gone {
			_, at := v.find(s.gram)
			v.slots[at] = slot{s.gram, s.number - old.gone}
		}
	}
}

// forget empties the vocabulary in no time.
func (v *vocabulary) forget() {
	if v.gone, v.size = v.gone+int32(v.size), 0; v.gone > 1<<30 {
		clear(v.slots)
		v.gone = 0
	}
}

// add returns the n-grams of a text and adds them to the vocabulary.
func (v *vocabulary) add(text string) grams { return v.count(true, text) }

// lookup returns the known n-grams of texts. The others count for the norm only.
func (v *vocabulary) lookup(texts ...string) grams { return v.count(false, texts...) }

// counter counts the n-grams of texts. It is used again and again, so that a text takes no memory
// but that of its n-grams.
type counter struct {
	known   *vocabulary
	size    int32      // of the known n-grams before the texts
	learn   bool       // whether the others become known
	unknown vocabulary // unless they do: the others, with numbers from size

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

// count returns the known n-grams of texts, with a space before and after each. With learn, all
// become known.
func (v *vocabulary) count(learn bool, texts ...string) grams {
	c := counters.Get().(*counter)
	defer counters.Put(c)
	c.known, c.size, c.learn = v, int32(v.size), learn
	c.unknown.forget()
	for _, text := range texts {
		switch {
		case strings.ContainsFunc(text, language.Unspaced):
			c.addUnspaced(text)
		case text != "":
			c.addText(text)
		}
	}
	return c.take()
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

// number returns the number of an n-gram. The n-gram that is one character shorter has the number
// shorter, which is 0 for the shortest n-grams. If it is unknown, so is the longer one.
func (c *counter) number(shorter int32, gram gramKey) int32 {
	if c.learn {
		return c.known.number(gram)
	}
	if shorter < c.size {
		if k, _ := c.known.find(gram); k >= 0 {
			return k
		}
	}
	return c.size + c.unknown.number(gram)
}

// add counts an n-gram and returns its number.
func (c *counter) add(shorter int32, gram gramKey) int32 {
	k := c.number(shorter, gram)
	if int(k) >= len(c.times) {
		size := max(int(k)+1, 2*len(c.times))
		c.times = append(c.times, make([]int32, size-len(c.times))...)
		c.marks = append(c.marks, make([]uint64, (size+63)/64-len(c.marks))...)
	}
	c.marks[k/64] |= 1 << (k % 64)
	c.times[k]++
	return k
}

// take returns the known n-grams and clears the counts. Each n-gram is weighted by
// 1 + ln(count), and the vector of all is scaled to norm 1. There is no weight for rarity: it makes
// predictions worse.
func (c *counter) take() grams {
	g, last := grams{packed: c.packed[:0]}, int32(-1)
	for i, m := range c.marks {
		for ; m != 0; m &= m - 1 {
			k := int32(i*64 + bits.TrailingZeros64(m))
			times := c.times[k]
			c.times[k] = 0
			for int(times) >= len(c.often) {
				c.often = append(c.often, 0)
			}
			if c.often[times]++; int(k) < c.known.size {
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
