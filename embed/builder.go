package embed

import (
	"encoding/binary"
	"math"
)

// builder collects words and vectors. What it allocates grows with what it was given.
type builder struct {
	dim     int
	storage Storage
	words   *vocabulary
	scales  []byte
	data    []byte
	limit   int64 // bytes of words and vectors
}

func newBuilder(dim int, storage Storage, limit int64) *builder {
	return &builder{dim: dim, storage: storage, words: newVocabulary(0), limit: limit}
}

// full tells whether the word and its vector would go beyond the limits.
func (b *builder) full(word []byte) bool {
	bytes := len(b.words.block) + len(word) + 1
	return bytes > maxWordBytes || b.words.len() >= maxWords ||
		int64(bytes+len(b.scales)+len(b.data)+b.storage.bytes(b.dim)) > b.limit
}

// add appends a word with its vector, unless the word is there already.
func (b *builder) add(word []byte, row []float32) bool {
	if _, added := b.words.add(word); !added {
		return false
	}
	if b.storage == Int8 {
		scale := int8Scale(row)
		b.scales = binary.LittleEndian.AppendUint32(b.scales, math.Float32bits(scale))
		b.data = appendInt8(b.data, row, scale)
	} else {
		b.data = appendFloat32(b.data, row)
	}
	return true
}

func (b *builder) vectors(about About) *Vectors {
	return &Vectors{about: about, dim: b.dim, storage: b.storage, words: b.words, scales: b.scales,
		data: b.data}
}
