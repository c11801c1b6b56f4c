package tradegame

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/floor"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/tradeweb"
	"github.com/luna-rating/luna/luna/trade"
)

// Options configure [Opener]. Targets is required.
type Options struct {
	Targets  []floor.Target // programs that are targets
	Bettors  int            // up to how many bettors of the site fill empty seats
	Settings trade.Settings // of all games
	Patience time.Duration  // how long a game waits for more bettors; 0 is [floor.DefaultPatience]
	MaxGames int            // at the same time; 0 is [floor.DefaultMaxGames]
}

// Opener returns how Turing Trade is put on a site.
func Opener(o Options) site.Opener {
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		f, err := floor.Open(ctx, floor.Options{
			Store: h.Store, Accounts: h.Accounts, Targets: o.Targets, Bettors: o.Bettors,
			Settings: o.Settings, Patience: o.Patience, MaxGames: o.MaxGames,
			Clock: h.Clock, Log: h.Log,
		})
		if err != nil {
			return nil, err
		}
		return &site.Game{
			Endpoints: routes(f),
			Pages:     tradeweb.Pages(f, o.Settings),
			Statuses:  floor.Statuses(),
			Accounts:  f.Observer(),
			Health:    f.Health,
			Metrics:   f.Metrics,
			OpenAPI:   openAPI,
			Close:     f.Close,
		}, nil
	}
}
