package main

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
)

// takeGames opens games until there would be a tenth more than the server may have, and goes on.
func takeGames(ctx context.Context, p *place, from string, ready func()) {
	for entered := 0; ctx.Err() == nil; {
		g, err := p.newcomer(ctx, from)
		for p.tried(ctx, err) && ctx.Err() == nil {
			if entered++; 10*entered*p.bench.addresses > 22*p.bench.games[0] {
				ready()
			}
			_, err = g.NewGame(ctx, tiny())
		}
	}
}

// takeRegistrations registers guests until that is refused, and goes on.
func takeRegistrations(ctx context.Context, p *place, from string, ready func()) {
	for ctx.Err() == nil {
		if _, err := p.newcomer(ctx, from); !p.tried(ctx, err) {
			ready()
		}
	}
}

// newcomers counts people who can register, enter a game and keep it or another one. They come one
// after the other, from an address each.
func newcomers(ctx context.Context, p *place) (o outcome) {
	p.attack(ctx)
	var people []*client.Client
	for i := range p.bench.players {
		c, err := p.newcomer(ctx, person(i))
		if err == nil {
			_, err = c.NewGame(ctx, tiny())
		}
		if people = append(people, c); err != nil {
			o.note = fmt.Sprintf(", %q", err)
		}
		do(parallel.Sleep(ctx, 2*look))
	}
	do(parallel.Sleep(ctx, 2*time.Second))
	for _, c := range people {
		if games, err := c.ActiveGames(ctx); err == nil && len(games) > 0 {
			o.done++
		}
	}
	o.of = p.bench.players
	return o
}
