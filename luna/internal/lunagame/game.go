package lunagame

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/export"
	"github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/mail"
)

// Options configure [Opener]. The zero value has the defaults.
type Options struct {
	Aggregate  game.Aggregate // computes the ratings; nil means the mean
	Pairing    play.Pairing
	Quota      play.Quota
	ExportKeep time.Duration // maximum age of the published files; 0 means [DefaultExportKeep]
	// ExportAfter is how long players must not have played before their responses are published; 0
	// means [DefaultExportAfter], and a negative time means no wait.
	ExportAfter time.Duration
	Ratings     play.Ratings
	Damping     play.Damping
	// SharedNetworks are networks that many people share: see [fair.Networks].
	SharedNetworks []netip.Prefix
	Programs       pages.Programs // with which visitors play alone
	// Finished, if not nil, is called once with each game that ends with a result, as one of its
	// players sees it. It must not block.
	Finished func(*play.Referee, play.Notice)
}

// The defaults for publication. A new version is built rarely, because a build reads all games, and
// because frequent versions would make it easier to tell whose answers have been added or removed.
const (
	DefaultExportKeep  = 24 * time.Hour
	DefaultExportAfter = 90 * 24 * time.Hour
)

// ExportTogether is how many players must have retired before they are published.
const ExportTogether = 5

// Opener returns an opener that puts the Luna Game on a site.
func Opener(o Options) site.Opener {
	o.ExportKeep = cmp.Or(o.ExportKeep, DefaultExportKeep)
	o.ExportAfter = cmp.Or(o.ExportAfter, DefaultExportAfter)
	return func(ctx context.Context, h site.Host) (*site.Game, error) {
		networks := fair.Networks{Shared: o.SharedNetworks, Proxied: h.Proxied}
		post := &letters{h: h}
		notify := post.notify
		if o.Finished != nil {
			notify = func(n play.Notice) {
				if n.View.Turn == game.Complete {
					o.Finished(post.referee, n)
				}
				post.notify(n)
			}
		}
		r, err := play.Open(ctx, play.Options{
			Store: h.Store, Accounts: h.Accounts, Aggregate: o.Aggregate,
			Pairing: o.Pairing, Quota: o.Quota,
			Ratings: o.Ratings, Damping: o.Damping,
			Networks: networks,
			Clock:    h.Clock, Notify: notify, Log: h.Log,
		})
		if err != nil {
			return nil, err
		}
		post.referee = r
		published, err := publish(h, r, o)
		if err != nil {
			r.Close()
			return nil, err
		}
		return &site.Game{
			Endpoints: api.Routes(r),
			Pages: pages.Pages(r, h.Accounts, pages.Export{Path: export.Path, After: max(0, o.ExportAfter)},
				networks, o.Programs),
			Handlers: map[string]http.Handler{export.Path: published},
			Statuses: play.Statuses(),
			Accounts: r.AccountObserver(),
			Health:   r.Health,
			Metrics:  metrics(r),
			OpenAPI:  api.OpenAPI,
			Tick:     r.Tick,
			Close: func() {
				if err := published.files.Close(); err != nil {
					h.Log.Error("the published files cannot be removed", "error", err)
				}
				r.Close()
			},
		}, nil
	}
}

// letters write to players whose turn has come.
type letters struct {
	h       site.Host
	referee *play.Referee
}

// notify queues a letter about a game in which it is a player's turn.
func (l *letters) notify(n play.Notice) {
	if n.View.Turn != game.ToAct {
		return
	}
	l.h.Send(accounts.ID(n.Player), func() (mail.Letter, bool, error) {
		v, err := l.referee.Game(context.Background(), n.Player, n.Game) // as it is when the letter is sent
		if err != nil || v.Turn != game.ToAct {
			return mail.Letter{}, false, err
		}
		subject, text := pages.Letter(l.h.BaseURL, v)
		return mail.Letter{Subject: subject, Text: text}, true, nil
	})
}
