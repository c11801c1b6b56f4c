package main

import (
	"context"

	"github.com/luna-rating/luna/internal/parallel"
)

// practices are where practice games begin. They need no account.
var practices = []string{"/practice", "/trade/practice"}

// takePractice begins practice games of both kinds until both are refused, and goes on.
func takePractice(ctx context.Context, p *place, from string, ready func()) {
	for refused := map[string]bool{}; ctx.Err() == nil; {
		for _, path := range practices {
			if _, err := p.send(ctx, from, path, "", "begin=1"); !p.tried(ctx, err) {
				refused[path] = true
			}
		}
		if len(refused) == len(practices) {
			ready()
		}
	}
}

// practisers counts visitors who can practise both games. One who began before the attack must
// find their games still there.
func practisers(ctx context.Context, p *place) (o outcome) {
	early := p.practise(ctx, person(0))
	p.attack(ctx)
	for i := range p.bench.players {
		if from := person(i + 1); p.shown(ctx, from, p.practise(ctx, from)) {
			o.done++
		}
		do(parallel.Sleep(ctx, 2*look))
	}
	o.of = p.bench.players
	if o.fell = !p.shown(ctx, person(0), early); o.fell {
		o.note = ", and the games of a visitor who had begun before were ended"
	}
	return o
}

// practise lets a visitor begin practice games of both kinds, and returns their paths.
func (p *place) practise(ctx context.Context, from string) (games []string) {
	for _, path := range practices {
		if game, err := p.send(ctx, from, path, "", "begin=1"); err == nil {
			games = append(games, game)
		}
	}
	return games
}

// shown reports whether there are practice games of both kinds, and are shown.
func (p *place) shown(ctx context.Context, from string, games []string) bool {
	for _, game := range games {
		if _, err := p.send(ctx, from, game, "", ""); err != nil {
			return false
		}
	}
	return len(games) == len(practices)
}
