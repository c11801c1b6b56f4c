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
// marks of a public-domain GloVe set of dimension 100, in lower case, as [Int8]. They are
// loaded on the first call and kept. See embed/README.md for their origin and quality.
//
// Source: Pennington, Socher and Manning, GloVe: Global Vectors for Word
// Representation, EMNLP 2014.
func Default() (*Vectors, error) { return loadDefault() }

// DefaultChecksum returns the size of the embedded file in bytes and its SHA-256 in hexadecimal
// digits. [Vectors.Digest], in contrast, covers its words and components.
func DefaultChecksum() (size int, digest string) {
	sum := sha256.Sum256(glove)
	return len(glove), hex.EncodeToString(sum[:])
}
