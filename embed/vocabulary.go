package embed

import (
	"bytes"
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

// vocabulary numbers distinct words from 0.
type vocabulary struct {
	words  []string
	number map[string]int32
	bytes  int // of the words, each with a line feed, as the file format has them
}

// newVocabulary returns an empty vocabulary with capacity for n words.
func newVocabulary(n int) *vocabulary {
	return &vocabulary{words: make([]string, 0, n), number: make(map[string]int32, n)}
}

func (v *vocabulary) len() int { return len(v.words) }

// index returns the word's number, or -1.
func (v *vocabulary) index(word string) int {
	if i, ok := v.number[word]; ok {
		return int(i)
	}
	return -1
}

// add appends the word and reports whether it was new.
func (v *vocabulary) add(word string) bool {
	if _, ok := v.number[word]; ok {
		return false
	}
	v.number[word] = int32(len(v.words))
	v.words, v.bytes = append(v.words, word), v.bytes+len(word)+1
	return true
}

// block returns the words in order, each followed by a line feed.
func (v *vocabulary) block() []byte {
	var b bytes.Buffer
	b.Grow(v.bytes)
	for _, w := range v.words {
		b.WriteString(w)
		b.WriteByte('\n')
	}
	return b.Bytes()
}
