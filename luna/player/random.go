package player

import (
	crand "crypto/rand"
	"math/rand/v2"
)

// newID is an identifier for one exchange.
func newID() string { return crand.Text() }

func randomSeed() uint64 { return rand.Uint64() }
