package auto

import (
	"math/bits"
	"math/rand/v2"
)

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

// hashFactor spreads n-grams over slots. It differs from run to run, so that nobody can write a text
// whose n-grams are all in the same place. No number depends on it.
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
func (v *vocabulary) add(text string) grams { return v.count(v, 0, text) }

// lookup returns the known n-grams of texts. The others count for the norm only.
func (v *vocabulary) lookup(texts ...string) grams { return v.count(nil, int32(v.size), texts...) }
