package embed

import (
	_ "embed"
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
