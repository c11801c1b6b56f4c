package game

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// The shape of the distribution of graces, in multiples of the mean.
const (
	graceLeast = 1. / 3
	graceScale = 2. / 3
	graceCut   = 4 // in multiples of the scale
)

// Graces returns a [Pairing.Grace] that draws how long each game waits for a person: a third of a
// mean, and then an exponentially distributed time with a mean of two thirds, which is cut off at
// four times that. No grace is longer than three means. A mean of 0 is no grace.
//
// A fixed time would tell people whom they play: a person before that time, a machine right after
// it. As it is, once the first third is over, a machine is as likely to join in the next second as
// it was in the last, and so is a person, so that the length of the wait says next to nothing. The
// draw depends on a secret, since players know the identifiers of their games.
func Graces(mean time.Duration, secret []byte) func(GameID) time.Duration {
	if mean <= 0 {
		return nil
	}
	return func(id GameID) time.Duration {
		sum := sha256.Sum256(append(slices.Clip(secret), id...))
		u := float64(binary.BigEndian.Uint64(sum[:])>>11) / (1 << 53)
		drawn := -math.Log1p(u * math.Expm1(-graceCut)) // exponential, below graceCut
		return time.Duration(float64(mean) * (graceLeast + graceScale*drawn))
	}
}
