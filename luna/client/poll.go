package client

import (
	"cmp"
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/game"
)

// Pace determines how often to poll the server: an Interval after a poll that found something new,
// increasing up to Longest after polls that did not. The zero value polls every 10 s, as players of
// the website of 2016 did, increasing up to a minute.
type Pace struct {
	Interval time.Duration
	Longest  time.Duration // 0 means six times the Interval
	wait     time.Duration
}

// Next returns how long to wait before the next poll, varied at random by 10 % so that players do
// not poll in unison.
func (p *Pace) Next(found bool) time.Duration {
	interval := cmp.Or(p.Interval, 10*time.Second)
	longest := max(interval, cmp.Or(p.Longest, 6*interval))
	if found || p.wait == 0 {
		p.wait = interval
	} else {
		p.wait = min(longest, p.wait*5/4)
	}
	return p.wait + rand.N(p.wait/5+1) - p.wait/10
}

// Turns polls the server at a pace, until the context ends, and yields the games in which it is the
// player's turn. A game in which the caller does not act is yielded again after the next poll. An
// error is yielded when the client's patience is exhausted; the caller may continue.
func (c *Client) Turns(ctx context.Context, pace Pace) iter.Seq2[game.View, error] {
	return func(yield func(game.View, error) bool) {
		for {
			list, err := c.ActiveGames(ctx)
			if ctx.Err() != nil {
				return
			}
			if err != nil && !yield(game.View{}, err) {
				return
			}
			found := false
			for _, v := range list {
				if v.Turn != game.ToAct {
					continue
				}
				found = true
				if !yield(v, nil) {
					return
				}
			}
			if parallel.Sleep(ctx, pace.Next(found)) != nil {
				return
			}
		}
	}
}
