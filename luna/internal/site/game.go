package site

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/mail"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Host is what a site provides to a game that it opens.
type Host struct {
	Store    *store.Store // for the game's log and tables; see [store.Store.Migrate]
	Accounts *accounts.Service
	// Send sends a letter to a player, if they want mail. The letter's links begin with BaseURL.
	Send    func(player accounts.ID, compose mail.Compose)
	BaseURL string
	// Proxied says that clients may reach the site through a proxy, so that no request can be
	// trusted to come from this machine.
	Proxied bool
	Clock   func() time.Time
	Log     *slog.Logger
}

// Opener puts a game on a site.
type Opener func(ctx context.Context, h Host) (*Game, error)

// Game is a game on a site. All fields except Pages may be zero.
type Game struct {
	Endpoints []jsonapi.Route
	Pages     pages.Set
	// Handlers serve all paths that are one of the keys or below it.
	Handlers map[string]http.Handler
	Statuses httpx.Rules       // the statuses of the game's errors
	Accounts accounts.Observer // is told of changed and deleted accounts
	Health   func() error      // for GET /readyz
	// Metrics adds numbers about the game, but nothing about persons.
	Metrics func(context.Context, *httpx.Exposition) error
	OpenAPI []byte // describes Endpoints; see [jsonapi.Options]
	// Tick is called now and then, for what becomes due without any request.
	Tick  func(context.Context) error
	Close func()
}

// handler returns the handler of a game that serves a path, and where; nil if there is none.
func (s *Site) handler(path string) (h http.Handler, prefix string) {
	for _, g := range s.games {
		for prefix, h := range g.Handlers {
			if path == prefix || strings.HasPrefix(path, prefix+"/") {
				return h, prefix
			}
		}
	}
	return nil, ""
}
