package embed

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"sync"
)

//go:embed glove-50k-100d.luv
var glove []byte

var loadDefault = sync.OnceValues(func() (*Vectors, error) {
	return decode(glove, "the embedded word vectors")
})

// Default returns the embedded word vectors: the 50,000 most frequent words and punctuation
// marks of a public-domain GloVe set of 100 numbers, in lower case, as [Int8]. They are
// loaded on the first call and kept. See the README for their origin and quality.
//
// Source: Pennington, Socher and Manning, GloVe: Global Vectors for Word
// Representation, EMNLP 2014.
func Default() (*Vectors, error) { return loadDefault() }

// DefaultChecksum returns how many bytes the embedded file of word vectors has and their SHA-256 in
// hexadecimal; [Vectors.Digest] is that of the words and numbers.
func DefaultChecksum() (size int, digest string) {
	sum := sha256.Sum256(glove)
	return len(glove), hex.EncodeToString(sum[:])
}
