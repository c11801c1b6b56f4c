package typing

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// Type presses the keys with which the person types a text at their times, which are divided by speed.
// It returns the error of press, or of the context if that ends first.
func (p Person) Type(ctx context.Context, rng *rand.Rand, text string, speed float64,
	press func(key rune) error) error {
	begun := time.Now()
	for _, k := range p.Keys(rng, text) {
		at := time.Duration(float64(k.At) / speed)
		if err := parallel.Sleep(ctx, at-time.Since(begun)); err != nil {
			return err
		}
		if err := press(k.Rune); err != nil {
			return err
		}
	}
	return nil
}
