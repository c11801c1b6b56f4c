package lunagame

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/export"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// published serves the games that a server publishes.
type published struct {
	files   *export.Handler
	limiter *guard.Tiers
}

// publish returns the handler of the published games, which must be closed.
func publish(h site.Host, r *play.Referee, o Options) (*published, error) {
	key, err := h.Store.KeyFor(context.Background(), store.ExportKey)
	if err != nil {
		return nil, err
	}
	source := Source(r, h.Accounts)
	build := func(ctx context.Context, dir string, _ time.Time) ([]export.File, error) {
		begun := time.Now()
		files, err := export.Build(ctx, dir, source,
			export.Options{Now: h.Accounts.Steady().Reached(),
				After: max(0, o.ExportAfter), Together: ExportTogether, Key: key})
		if err != nil {
			h.Log.Error("the export cannot be made", "error", err)
		} else {
			h.Log.Info("made the export", "files", len(files), "took", time.Since(begun))
		}
		return files, err
	}
	return &published{&export.Handler{
		Build: build, Dir: h.Store.Path() + "-export", Keep: o.ExportKeep, Clock: h.Clock,
	}, h.Accounts.Guard().Exports}, nil
}

// ServeHTTP implements [http.Handler].
func (p *published) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := p.limiter.Allow(httpx.AddressKey(httpx.Address(r)), 1); err != nil {
		httpx.WriteError(w, status.Rules().Of(err))
		return
	}
	p.files.ServeHTTP(w, r)
}

// Source returns the games of a referee for [export.Build].
func Source(r *play.Referee, a *accounts.Service) export.Source {
	return export.Source{
		Games:  r.Finished,
		Played: r.Played,
		Texts:  r.AddTexts,
		Who: func(ctx context.Context, p game.PlayerID) (export.Person, error) {
			account, err := a.Get(ctx, accounts.ID(p))
			if errors.Is(err, accounts.ErrUnknown) {
				return export.Person{}, nil // a deleted account does not consent
			}
			return export.Person{Consents: account.Consent, Kind: string(account.Kind)}, err
		},
	}
}
