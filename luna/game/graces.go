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

// Graces returns a [Pairing.Grace] that draws at random how long each game waits for a person: a
// third of the mean, plus an exponentially distributed time whose own mean is two thirds of it, cut
// off at four times that. No grace is longer than three times the mean. A mean of 0 means no grace.
//
// A fixed time would tell people whether they play a person, who joins before that time, or a
// machine, which joins right after it. With a random time, once the first third is over, a machine
// is as likely to join in the next second as it was in the last, and so is a person, so that the
// length of the wait says next to nothing. The draw depends on a secret, since players know the
// identifiers of their games.
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
