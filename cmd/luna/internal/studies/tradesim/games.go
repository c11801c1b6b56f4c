package tradesim

import (
	"context"

	"github.com/luna-rating/luna/luna/trade"
)

// Games plays games of a population and calls do with each, in order. It stops at the first error.
func Games(ctx context.Context, p Population, o Options, do func(*trade.Played) error) error {
	for runs, err := range (lab{ctx, o}).each(p) {
		if err != nil {
			return err
		}
		if err := do(runs[0].Played); err != nil {
			return err
		}
	}
	return nil
}
