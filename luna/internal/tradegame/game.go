package tradegame

import (
	"context"
	"net/netip"
	"time"

	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/api"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// Options configure [Opener]. Targets is required.
type Options struct {
	Targets  []play.Target  // programs that can be targets
	Practice []play.Target  // programs against which visitors practise; none offers no practice
	Bettors  int            // maximum number of the site's own bettors that fill empty seats
	Settings trade.Settings // of all games
	Patience time.Duration  // how long a game waits for bettors; 0 means [play.DefaultPatience]
	MaxGames int            // maximum number of games at a time; 0 means [play.DefaultMaxGames]
	// SharedNetworks are networks that many people share: see [fair.Networks].
	SharedNetworks []netip.Prefix
}

// Opener returns an opener that puts Turing Trade on a site.
func Opener(o Options) site.Opener {
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		r, err := play.Open(ctx, play.Options{
			Store: h.Store, Accounts: h.Accounts, Targets: o.Targets, Practice: o.Practice,
			Bettors:  o.Bettors,
			Settings: o.Settings, Patience: o.Patience, MaxGames: o.MaxGames,
			Networks: fair.Networks{Shared: o.SharedNetworks, Proxied: h.Proxied},
			Clock:    h.Clock, Log: h.Log,
			Call: func(player accounts.ID) {
				h.Send(player, func() (mail.Letter, bool, error) {
					return tradepages.Letter(h.BaseURL), true, nil
				})
			},
		})
		if err != nil {
			return nil, err
		}
		return &site.Game{
			Endpoints: api.Routes(r),
			Pages:     fromCallers(tradepages.Pages(r, o.Settings)),
			Statuses:  play.Statuses(),
			Accounts:  r.Observer(),
			Health:    r.Health,
			Metrics:   r.Metrics,
			OpenAPI:   api.OpenAPI,
			Tick:      r.Tick,
			Close:     r.Close,
		}, nil
	}
}

// fromCallers makes the contexts of pages tell where their requests come from.
func fromCallers(s pages.Set) pages.Set {
	for i, r := range s.Routes {
		s.Routes[i].Page = func(x *pages.Exchange) error {
			x.Request = x.Request.WithContext(fair.From(x.Request.Context(), x.Request))
			return r.Page(x)
		}
	}
	return s
}
