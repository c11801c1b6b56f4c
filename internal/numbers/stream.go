package numbers

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Stream returns the i-th random stream of the given purpose: ChaCha8 keyed by SHA-256(label || seed
// || i), with seed and i as eight big-endian bytes each. Streams with different labels, seeds or
// indices are independent for all practical purposes, so work can be split among any number of
// workers in any order and still draw the same numbers.
func Stream(seed uint64, label string, i int) *rand.Rand {
	key := make([]byte, 0, len(label)+16)
	key = append(key, label...)
	key = binary.BigEndian.AppendUint64(key, seed)
	key = binary.BigEndian.AppendUint64(key, uint64(i))
	return rand.New(rand.NewChaCha8(sha256.Sum256(key)))
}
