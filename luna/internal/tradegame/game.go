package tradegame

import (
	"context"

	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/api"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
)

// Opener returns an opener that puts Turing Trade on a site, which has the store, the accounts, the
// clock and the log.
func Opener(o play.Options) site.Opener {
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		o.Store, o.Accounts, o.Clock, o.Log = h.Store, h.Accounts, h.Clock, h.Log
		o.Networks.Proxied = h.Proxied
		o.Call = func(player accounts.ID) {
			h.Send(player, func() (mail.Letter, bool, error) {
				return tradepages.Letter(h.BaseURL), true, nil
			})
		}
		r, err := play.Open(ctx, o)
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
