// Package alone keeps what visitors play alone, without an account: in memory only, for a while.
// Whoever knows the random ID of a game plays it.
package alone

import (
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
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
