package tradegame

import (
	"context"
	"net/netip"
	"time"

	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/floor"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/pages"
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
	// SharedNetworks are networks that many people share: see [fair.Networks].
	SharedNetworks []netip.Prefix
}

// Opener returns how Turing Trade is put on a site.
func Opener(o Options) site.Opener {
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		f, err := floor.Open(ctx, floor.Options{
			Store: h.Store, Accounts: h.Accounts, Targets: o.Targets, Bettors: o.Bettors,
			Settings: o.Settings, Patience: o.Patience, MaxGames: o.MaxGames,
			Networks: fair.Networks{Shared: o.SharedNetworks, Proxied: h.Proxied},
			Clock:    h.Clock, Log: h.Log,
		})
		if err != nil {
			return nil, err
		}
		return &site.Game{
			Endpoints: routes(f),
			Pages:     fromCallers(tradeweb.Pages(f, o.Settings)),
			Statuses:  floor.Statuses(),
			Accounts:  f.Observer(),
			Health:    f.Health,
			Metrics:   f.Metrics,
			OpenAPI:   openAPI,
			Close:     f.Close,
		}, nil
	}
}

// fromCallers has the contexts of pages tell where their requests come from.
func fromCallers(s pages.Set) pages.Set {
	for i, r := range s.Routes {
		s.Routes[i].Page = func(x *pages.Exchange) error {
			x.Request = x.Request.WithContext(fair.From(x.Request.Context(), x.Request))
			return r.Page(x)
		}
	}
	return s
}
