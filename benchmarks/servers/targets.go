package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
)

// offerTargets lets 30 guests in all offer to be the target again and again, and never answer. What
// they take are games with one of them as the target.
func offerTargets(ctx context.Context, p *place, from string, _ func()) {
	for range max(1, 30/p.bench.addresses) {
		if g, err := p.newcomer(ctx, from); err == nil {
			p.going.Go(func() { _ = p.trades(ctx, g, from, "target", func(string) { p.taken.Add(1) }) })
		}
	}
	_ = parallel.Sleep(ctx, 3*time.Second) // until they wait
}

// trades lets a player enter games of Turing Trade in a role, one after the other, and calls a
// function for each game.
func (p *place) trades(ctx context.Context, g *client.Client, from, role string, play func(string)) (err error) {
	defer catch(&err)
	for last := ""; ; do(parallel.Sleep(ctx, 5*look)) {
		if game := enterTrade(ctx, g, p.way(from), role, nil); game != last {
			last = game
			play(game)
		}
	}
}

// tradeTargets counts the games with a person as the target in which that is one of the people who
// answer, rather than an attacker. The first game of attackers does not count: nobody can know.
func tradeTargets(ctx context.Context, p *place) outcome {
	p.attack(ctx)
	ctx, end := context.WithTimeout(ctx, p.bench.time)
	defer end()
	var honest atomic.Int64
	for i := range 2 * p.bench.players {
		from, role := person(i), []string{"target", "bettor"}[i%2]
		g := get(p.newcomer(ctx, from))
		p.going.Go(func() {
			_ = p.trades(ctx, g, from, role, func(game string) {
				if role == "target" {
					honest.Add(1)
				}
				_ = (&trader{Client: g, way: p.way(from), role: role, game: game}).play(ctx)
			})
		})
	}
	<-ctx.Done()
	n := int(honest.Load())
	return outcome{done: n, of: n + max(0, int(p.taken.Load())-1), fell: n == 0}
}
