package site_test

import (
	"context"
	"database/sql"
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

// tosses is the state of the game: how often players have tossed, and who has since it was saved.
type tosses struct {
	count map[accounts.ID]int
	new   map[accounts.ID]bool
}

var errNoMoreCoins = errors.New("there are no more coins")

// coin is a game with one page and one endpoint. It imports the packages of the site and no others.
type coin struct {
	store   *store.Store
	journal *journal.Journal[*tosses, toss]

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
	c.store = h.Store
	rules := journal.Rules[*tosses, toss]{
		Load: c.load,
		Apply: func(all *tosses, e toss) error {
			if all.count[e.Player] == 3 {
				return errNoMoreCoins
			}
			all.count[e.Player]++
			all.new[e.Player] = true
			return nil
		},
		Save:  save,
		Saved: func(all *tosses) { clear(all.new) },
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
	count := func(all *tosses) error {
		n = all.count[player]
		return nil
	}
	err = c.journal.Do(ctx, count,
		func(*tosses, time.Time) ([]toss, error) { return []toss{{player}}, nil })
	return n, err
}

// load reads the state from its table.
func (c *coin) load(ctx context.Context, _ int) (*tosses, error) {
	all := &tosses{make(map[accounts.ID]int), make(map[accounts.ID]bool)}
	rows, err := c.store.Read().QueryContext(ctx, "SELECT player, tosses FROM coin_players")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var player accounts.ID
		var n int
		if err := rows.Scan(&player, &n); err != nil {
			return nil, err
		}
		all.count[player] = n
	}
	return all, rows.Err()
}

// save writes what has changed.
func save(ctx context.Context, tx *sql.Tx, all *tosses) error {
	for player := range all.new {
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO coin_players VALUES (?, ?)",
			string(player), all.count[player])
		if err != nil {
			return err
		}
	}
	return nil
}

// count reads the table, as all readers do.
func (c *coin) count(player accounts.ID) (n int) {
	row := c.store.Read().QueryRow("SELECT tosses FROM coin_players WHERE player = ?", string(player))
	_ = row.Scan(&n) // 0 for one who has not tossed
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
