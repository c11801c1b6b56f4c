package lunagame

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/export"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// exportRate limits the requests for the export, per address.
var exportRate = guard.Rate{Burst: 100, Every: time.Second}

// publish returns the handler of the published games.
func publish(h site.Host, r *referee.Referee, keep time.Duration) (http.Handler, error) {
	key, err := h.Store.KeyFor(context.Background(), store.ExportKey)
	if err != nil {
		return nil, err
	}
	limiter, err := guard.NewLimiter("requests for the export", exportRate, h.Clock)
	if err != nil {
		return nil, err
	}
	handler := &export.Handler{Keep: keep, Clock: h.Clock, Make: func() (*export.Export, error) {
		e, err := Export(context.Background(), r, h.Accounts, key, false)
		if err != nil {
			h.Log.Error("the export cannot be made", "error", err)
		}
		return e, err
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := limiter.Allow(guard.AddressKey(httpx.Address(r)), 1); err != nil {
			httpx.WriteError(w, status.Rules().Of(err))
			return
		}
		handler.ServeHTTP(w, r)
	}), nil
}

// Export returns what the players of a referee consent to publish; see [export.Options].
func Export(
	ctx context.Context, r *referee.Referee, a *accounts.Service, key []byte, smartsRatings bool,
) (*export.Export, error) {
	known := make(map[game.PlayerID]accounts.Account)
	var failed error
	who := func(p game.PlayerID) (consents, machine bool) {
		account, ok := known[p]
		if !ok {
			var err error
			account, err = a.Get(ctx, accounts.ID(p))
			if err != nil && !errors.Is(err, accounts.ErrUnknown) {
				failed = err
			}
			known[p] = account // a deleted account has not consented
		}
		return account.Consent, account.Kind == accounts.Machine
	}
	games := func(yield func(game.Game) bool) {
		for g, err := range r.Finished(ctx) {
			if err != nil {
				failed = err
				return
			}
			if !yield(g) {
				return
			}
		}
	}
	e := export.New(games, export.Options{Who: who, Key: key, SmartsRatings: smartsRatings})
	return e, failed
}
