package wordnet

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

//go:generate go run ./gen -out wordnet.gz

//go:embed wordnet.gz
var table []byte

// Checksum returns the number of bytes of the embedded table and their SHA-256 in hexadecimal.
func Checksum() (size int, digest string) {
	sum := sha256.Sum256(table)
	return len(table), hex.EncodeToString(sum[:])
}

// Default returns WordNet 3.0. The first call takes some 0.1 s and 16 MB. It is safe for
// concurrent use.
func Default() *Net { return defaultNet() }

var defaultNet = sync.OnceValue(func() *Net {
	n, err := decode(table)
	if err != nil {
		// The program was built from a damaged file, which the tests rule out.
		panic("wordnet: the embedded table: " + err.Error())
	}
	return n
})

func decode(table []byte) (*Net, error) {
	d, err := dict.Decode(bytes.NewReader(table))
	if err != nil {
		return nil, err
	}
	return build(d)
}
