package site_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// toss is the event of the coin game: a player tossed a coin.
type toss struct {
	Player accounts.ID `json:"player"`
}

// tosses is the state of the game.
type tosses map[accounts.ID]int

var errNoMoreCoins = errors.New("there are no more coins")

// coin is a game with one page and one endpoint. It imports the packages of the site and no others.
type coin struct {
	journal *journal.Journal[tosses, toss]

	mu      sync.Mutex
	renamed []string
	deleted []accounts.ID
}

// open adds the game to a site.
func (c *coin) open(ctx context.Context, h site.Host) (*site.Game, error) {
	files := os.DirFS("testdata/coin")
	if err := h.Store.Migrate(ctx, "coin", files); err != nil {
		return nil, err
	}
	rules := journal.Rules[tosses, toss]{
		New: func() tosses { return make(tosses) },
		Apply: func(all tosses, e toss) error {
			if all[e.Player] == 3 {
				return errNoMoreCoins
			}
			all[e.Player]++
			return nil
		},
	}
	var err error
	c.journal, err = journal.Open(ctx, store.LogOf[toss](h.Store, "coin_events"), rules,
		journal.Options{Clock: h.Clock, Log: h.Log})
	if err != nil {
		return nil, err
	}
	return &site.Game{
		Endpoints: []jsonapi.Route{{Method: "POST", Path: "/tosses",
			Answer: func(call *jsonapi.Call) (any, error) {
				return c.toss(call.Context, call.Account.ID)
			}}},
		Pages: pages.Set{
			Name: "coin", Home: "/coin", Templates: os.DirFS("testdata/coin/templates"),
			Menu: pages.Link{Path: "/coin", Text: "Coins"},
			Routes: []pages.Route{
				{Pattern: "GET /coin", Page: func(x *pages.Exchange) error {
					n := c.count(x.Account.ID)
					return x.Show(http.StatusOK, pages.View{Page: "coin", Title: "Coins", Body: n})
				}},
				{Pattern: "POST /coin", Page: func(x *pages.Exchange) error {
					if _, err := c.toss(x.Context(), x.Account.ID); err != nil {
						return err
					}
					return x.Redirect("/coin")
				}},
			},
			Notices: c.count,
			Profile: func(x *pages.Exchange) (any, error) { return c.count(x.Account.ID), nil },
		},
		Statuses: httpx.Rules{httpx.Is(http.StatusConflict, errNoMoreCoins)},
		Accounts: accounts.Observer{Changed: c.changed, Deleted: c.forget},
		Health:   c.journal.Health,
		Close:    c.journal.Close,
	}, nil
}

// toss records a toss and returns the player's number of tosses.
func (c *coin) toss(ctx context.Context, player accounts.ID) (n int, err error) {
	count := func(all tosses) error {
		n = all[player]
		return nil
	}
	err = c.journal.Do(ctx, count,
		func(tosses, time.Time) ([]toss, error) { return []toss{{player}}, nil })
	return n, err
}

func (c *coin) count(player accounts.ID) (n int) {
	c.journal.Read(func(all tosses) { n = all[player] })
	return n
}

func (c *coin) changed(a accounts.Account) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renamed = append(c.renamed, a.Username)
}

func (c *coin) forget(id accounts.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deleted = append(c.deleted, id)
}
