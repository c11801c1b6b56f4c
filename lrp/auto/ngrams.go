package auto

import (
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"

	language "github.com/luna-rating/luna/features/text"
)

// minGram and maxGram are the lengths of n-grams in characters.
const minGram, maxGram = 2, 5

// vocabulary numbers n-grams in order of first appearance. With an n-gram it also has all its
// prefixes.
type vocabulary map[gramKey]int32

// gramKey identifies an n-gram among those of its length and shorter ones, see [firstKey] and
// [longerKey]. Texts have few distinct n-grams of a character less, so this takes less memory and
// time than the characters themselves.
type gramKey uint64

// firstKey identifies the n-gram of two characters, the shortest.
func firstKey(a, b rune) gramKey { return 1<<63 | gramKey(a)<<32 | gramKey(b) }

// longerKey identifies the n-gram that consists of a shorter one and a last character.
func longerKey(shorter int32, last rune) gramKey { return gramKey(shorter)<<32 | gramKey(last) }

// entries are the numbers of a sparse vector, ascending by index.
type entries = iter.Seq2[int32, float64]

// grams is a text as a sparse vector of its known character n-grams, ascending by number. Its norm
// is 1 if all n-grams of the text are known. A long text has thousands, most of them once and not
// far from each other, which take one or two bytes each when packed.
type grams struct {
	packed []byte // of each n-gram: twice the step from the one before, plus 1 if its count follows
	size   int
	norm   float64 // of the weights
}

// add appends an n-gram, where last is the one before.
func (g *grams) add(n, last, times int32) {
	step := uint64(n-last) << 1
	if times == 1 {
		g.packed = binary.AppendUvarint(g.packed, step)
	} else {
		g.packed = binary.AppendUvarint(binary.AppendUvarint(g.packed, step|1), uint64(times))
	}
	g.size++
}

func (g grams) all() entries {
	return func(yield func(int32, float64) bool) {
		n, once := int32(-1), gramWeight(1)/g.norm
		for at := 0; at < len(g.packed); {
			step, bytes := uint64(g.packed[at]), 1
			if step >= 1<<7 {
				step, bytes = binary.Uvarint(g.packed[at:])
			}
			at += bytes
			n += int32(step >> 1)
			v := once
			if step&1 != 0 {
				times, bytes := binary.Uvarint(g.packed[at:])
				at += bytes
				v = gramWeight(int32(times)) / g.norm
			}
			if !yield(n, v) {
				return
			}
		}
	}
}

// product returns the inner product with weights.
func (g grams) product(weights []float64) float64 { return product(g.all(), weights) }

// addTo adds a multiple of the vector to sums.
func (g grams) addTo(sums []float64, by float64) { addTo(g.all(), sums, by) }

func product(vector entries, weights []float64) float64 {
	var sum float64
	for n, v := range vector {
		sum += v * weights[n]
	}
	return sum
}

func addTo(vector entries, sums []float64, by float64) {
	for n, v := range vector {
		sums[n] += by * v
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
func tallyOf(number func(gram gramKey) int32, texts ...string) tally {
	c := counters.Get().(*counter)
	defer counters.Put(c)
	for _, text := range texts {
		switch {
		case strings.ContainsFunc(text, language.Unspaced):
			c.addUnspaced(text, number)
		case text != "":
			c.addText(text, number)
		}
	}
	return c.take()
}

func (c *counter) addText(text string, number func(gram gramKey) int32) {
	c.characters = append(c.characters[:0], ' ')
	for _, r := range text {
		c.characters = append(c.characters, r)
	}
	c.characters = append(c.characters, ' ')
	shorter := c.shorter[:0] // by first character: the n-gram of the length before
	for i, r := range c.characters[1:] {
		shorter = append(shorter, number(firstKey(c.characters[i], r)))
		c.add(shorter[i])
	}
	for n := minGram + 1; n <= maxGram; n++ {
		for i, r := range c.characters[min(n-1, len(c.characters)):] {
			shorter[i] = number(longerKey(shorter[i], r))
			c.add(shorter[i])
		}
	}
	c.shorter = shorter
}

// counter counts n-grams by number.
type counter struct {
	times  []int32  // by number
	marks  []uint64 // a bit for each number, whether it was counted
	counts int      // how many marks there are

	// Buffers of addText.
	characters []rune
	shorter    []int32
}

// counters holds counters without counts.
var counters = sync.Pool{New: func() any { return new(counter) }}

// add counts n-gram k.
func (c *counter) add(k int32) {
	if int(k) >= len(c.times) {
		size := max(int(k)+1, 2*len(c.times))
		c.times = append(c.times, make([]int32, size-len(c.times))...)
		c.marks = append(c.marks, make([]uint64, (size+63)/64-len(c.marks))...)
	}
	if c.times[k] == 0 {
		c.marks[k/64] |= 1 << (k % 64)
		c.counts++
	}
	c.times[k]++
}

// take returns the counts and clears them.
func (c *counter) take() tally {
	t := tally{make([]int32, 0, c.counts), make([]int32, 0, c.counts)}
	for i, m := range c.marks {
		for ; m != 0; m &= m - 1 {
			k := int32(i*64 + bits.TrailingZeros64(m))
			t.index, t.times = append(t.index, k), append(t.times, c.times[k])
			c.times[k] = 0
		}
		c.marks[i] = 0
	}
	c.counts = 0
	return t
}

// weighted weights each n-gram by 1 + ln(count), scales the vector to norm 1 and keeps the n-grams
// below a number. There is no weight for rarity: it makes predictions worse.
func (t tally) weighted(below int32) grams {
	g, last := grams{norm: gramNorm(t.times)}, int32(-1)
	for k, n := range t.index {
		if n >= below {
			break
		}
		g.add(n, last, t.times[k])
		last = n
	}
	g.packed = slices.Clip(slices.Clone(g.packed))
	return g
}

// gramWeight is 1 + ln(count).
func gramWeight(count int32) float64 {
	if count < int32(len(gramWeights)) {
		return gramWeights[count]
	}
	return 1 + math.Log(float64(count))
}

// gramWeights holds the weights of the smallest counts.
var gramWeights = func() (w [64]float64) {
	for c := range w {
		w[c] = 1 + math.Log(float64(c))
	}
	return w
}()

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
