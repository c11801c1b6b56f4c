package embed

import (
	"encoding/binary"
	"math"
)

// builder collects words and vectors. Its memory grows with what is added.
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

// full reports whether the word and its vector would exceed the limits.
func (b *builder) full(word []byte) bool {
	bytes := len(b.words.block) + len(word) + 1
	return bytes > maxWordBytes || b.words.len() >= maxWords ||
		int64(bytes+len(b.scales)+len(b.data)+b.storage.bytes(b.dim)) > b.limit
}

// add appends a word and its vector, and reports false if it has the word already.
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
