package simulate

import (
	"context"

	"github.com/luna-rating/luna/luna/trade"
)

// Games plays games of a population, and calls do with each in order.
func Games(ctx context.Context, p Population, o Options, do func(*trade.Played) error) error {
	var failed error
	err := lab{ctx, o}.each(func(_ int, runs []*run) {
		if failed == nil {
			failed = do(runs[0].Played)
		}
	}, p)
	if err == nil {
		err = failed
	}
	return err
}
