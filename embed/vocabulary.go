package embed

import (
	"hash/maphash"
	"math"
)

const (
	// maxWord is the maximum length of a word in bytes.
	maxWord = 4096
	// maxWords and maxWordBytes bound the vocabulary, so that 32 bits suffice to number its
	// words and bytes.
	maxWords     = math.MaxInt32
	maxWordBytes = math.MaxInt32
)

// vocabulary numbers distinct words from 0. Its block holds them in order, each followed
// by a line feed, as the file format does. It is a hash table with linear probing
// over the block, a fifth the size of a map of strings and quicker to make.
type vocabulary struct {
	block []byte
	ends  []uint32 // of each word, with its line feed
	slots []uint32 // 1 + number of the word, 0 where free; a power of two of them
	seed  maphash.Seed
}

// newVocabulary returns an empty vocabulary with capacity for n words.
func newVocabulary(n int) *vocabulary {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return &vocabulary{slots: make([]uint32, size), seed: maphash.MakeSeed()}
}

func (v *vocabulary) len() int { return len(v.ends) }

func (v *vocabulary) word(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = v.ends[i-1]
	}
	return v.block[start : v.ends[i]-1]
}

// index returns the word's number, or -1.
func (v *vocabulary) index(word string) int {
	if slot := v.slots[find(v, word, maphash.String(v.seed, word))]; slot != 0 {
		return int(slot - 1)
	}
	return -1
}

// find returns the slot of the word or, if it is unknown, the free slot for it.
func find[T string | []byte](v *vocabulary, word T, hash uint64) uint64 {
	mask := uint64(len(v.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		slot := v.slots[at]
		if slot == 0 || string(v.word(int(slot-1))) == string(word) {
			return at
		}
	}
}

// add appends the word unless it is there already, and returns its number.
func (v *vocabulary) add(word []byte) (i int, added bool) {
	at := find(v, word, maphash.Bytes(v.seed, word))
	if slot := v.slots[at]; slot != 0 {
		return int(slot - 1), false
	}
	v.block = append(append(v.block, word...), '\n')
	v.ends = append(v.ends, uint32(len(v.block)))
	v.slots[at] = uint32(len(v.ends))
	if 2*len(v.ends) > len(v.slots) {
		v.grow()
	}
	return len(v.ends) - 1, true
}

func (v *vocabulary) grow() {
	v.slots = make([]uint32, 2*len(v.slots))
	for i := range v.ends {
		word := v.word(i)
		v.slots[find(v, word, maphash.Bytes(v.seed, word))] = uint32(i + 1)
	}
}
