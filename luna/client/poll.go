package client

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/game"
)

// Pace is how often to look at the server for something new: an Interval after a look that found something, and longer and longer ones, up to
// Longest, after looks that did not. The zero value is 10 s, as players of the website of 2016 polled, up to a minute.
type Pace struct {
	Interval time.Duration
	Longest  time.Duration // 0 means six times the Interval
	wait     time.Duration
}

// Next returns how long to wait, a little more or less each time, so that players do not come all at once.
func (p *Pace) Next(found bool) time.Duration {
	interval := orElse(p.Interval, 10*time.Second)
	longest := max(interval, orElse(p.Longest, 6*interval))
	if found || p.wait == 0 {
		p.wait = interval
	} else {
		p.wait = min(longest, p.wait*5/4)
	}
	return p.wait + rand.N(p.wait/5+1) - p.wait/10
}

// Turns yields the games in which it is the player's turn, looking at the server at a pace until the context ends or the caller breaks off. Between
// two looks it yields all that one has found. A caller who does not act in a game gets it again with the next look. Errors are yielded, after the attempts
// of the client's patience, and may be passed over.
func (c *Client) Turns(ctx context.Context, pace Pace) iter.Seq2[game.View, error] {
	return func(yield func(game.View, error) bool) {
		for {
			list, err := c.Games(ctx)
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
			if pause.For(ctx, pace.Next(found)) != nil {
				return
			}
		}
	}
}
