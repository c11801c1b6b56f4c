package tradesim

import (
	"context"
	"fmt"
	"runtime"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/trade"
)

// Options are the settings of a simulation.
type Options struct {
	Games   int    // number of games, 1 to [MaxGames]
	Seed    uint64 // determines all random choices
	Workers int    // 0 means one per processor; results do not depend on it
}

// MaxGames bounds the number of games of a simulation.
const MaxGames = 1_000_000

// block is how many games are kept in memory at a time.
const block = 32

// Games plays games of a population and calls do with each, in order. It stops at the first error.
func Games(ctx context.Context, p Population, o Options, do func(*trade.Played) error) error {
	for from := 0; from < o.Games; from += block {
		games, err := p.playBlock(ctx, o, from)
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := do(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// playBlock plays the games of a block, which begins at a number.
func (p Population) playBlock(ctx context.Context, o Options, from int) ([]*trade.Played, error) {
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	games := make([]*trade.Played, min(block, o.Games-from))
	err := parallel.Do(ctx, workers, len(games), func(k int) (err error) {
		if games[k], err = p.play(o.Seed, from+k); err != nil {
			return fmt.Errorf("population %s, game %d: %w", p.Name, from+k+1, err)
		}
		return nil
	}, nil)
	return games, err
}
