// Package alone keeps what visitors play alone, without an account: in memory only, for a while.
// Whoever knows the random ID of a game plays it.
package alone

import (
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// pause is after how long without the visitor a game may give room to others.
const pause = 10 * time.Minute

// Games are the games of one kind.
type Games[G comparable] struct {
	guard.Recent[G]
	accounts *accounts.Service
	prefix   string
}

// New returns the games of a kind: how many there may be, for how long, and what their IDs begin
// with.
func New[G comparable](a *accounts.Service, prefix string, most int, life time.Duration) *Games[G] {
	g := &Games[G]{accounts: a, prefix: prefix}
	g.Max, g.Life, g.Patience = most, life, pause
	return g
}

// ErrFull is for a game that there is no room for.
var ErrFull = httpx.Errorf(http.StatusServiceUnavailable,
	"as many people as this site has room for play alone now; try again in a minute")

// Begin begins a game: it counts it for the address of the visitor, has a function make it for an
// ID, and keeps it for a client of [guard.Recent.Add].
func (g *Games[G]) Begin(address, client string, begin func(id string) (G, error)) (game G, err error) {
	if err := g.accounts.AllowPractice(address); err != nil {
		return game, err
	}
	id := g.prefix + accounts.NewID()
	if game, err = begin(id); err != nil {
		return game, err
	}
	if _, ok := g.Add(id, client, game); !ok {
		return game, ErrFull
	}
	return game, nil
}

// ErrGone is for a game that is not kept any more, or never was.
var ErrGone = &pages.Refusal{
	Status: http.StatusNotFound, Title: "This game is gone",
	Text: "What is played alone is not kept for long.", Link: "/", LinkText: "Start page",
}

// Page returns a page about the game whose ID is a value of the path, which no other request uses
// meanwhile. If a form was sent, it has been read.
func Page[G interface {
	comparable
	sync.Locker
}](games *Games[G], value string, page func(*pages.Exchange, G) error) pages.Page {
	return func(x *pages.Exchange) error {
		game, ok := games.Get(x.Request.PathValue(value))
		if !ok {
			return ErrGone
		}
		if x.Request.Method == http.MethodPost {
			if err := x.Form(); err != nil {
				return err
			}
		}
		game.Lock()
		defer game.Unlock()
		return page(x, game)
	}
}
