package archive

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// part is what a player did in a game.
type part struct {
	Game    string        `json:"game"`
	Started time.Time     `json:"started"`
	Seat    string        `json:"seat"` // such as "Bettor 2"
	Public  bool          `json:"public"`
	Points  float64       `json:"points"` // of a target, the reward
	Events  []trade.Event `json:"events"` // of the player
}

// Data returns a player's consent, and what they did in all games.
func (a *Archive) Data(ctx context.Context, player accounts.ID) []accounts.Part {
	c, err := a.Consent(ctx, player)
	games := func(yield func(any, error) bool) {
		ids, err := store.Column[string](ctx, a.store.Read(),
			"SELECT game FROM trade_seats WHERE player = ? AND player <> '' ORDER BY game", string(player))
		if err != nil {
			yield(nil, err)
		}
		for _, id := range ids {
			g, err := a.Game(ctx, id)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(g.part(player), nil) {
				return
			}
		}
	}
	list := []accounts.Part{{Name: "tradeGames", Values: games}}
	if err != nil || !c.Time.IsZero() {
		consent := map[string]any{"agreed": c.Agreed, "time": c.Time.UTC()}
		list = append(list, accounts.One("tradeConsent", consent, err))
	}
	return list
}

// part returns what a player did.
func (g *Game) part(player accounts.ID) part {
	own, _ := SeatOf(g.Seats, player)
	p := part{Game: g.Game, Started: g.At.UTC(), Seat: own.Name, Public: g.Public, Events: []trade.Event{}}
	for _, e := range g.Log {
		if e.Bettor == own.Name || e.Who == own.Name || e.Kind == trade.Answer && own.Name == trade.Target {
			p.Events = append(p.Events, e)
		}
	}
	if _, over := g.State.Ended(); !over {
		return p
	}
	if i := g.Info(); own.Name == trade.Target {
		p.Points = i.Reward
	} else {
		p.Points = i.Points[own.Name]
	}
	return p
}
