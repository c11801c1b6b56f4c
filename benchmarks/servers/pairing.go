package main

import (
	"context"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// look is how often players look whether something has happened.
const look = 100 * time.Millisecond

// silent are attackers who meet people in Luna Games and leave them waiting.
type silent struct {
	joins   bool // only games that others have opened, rather than keep one open
	answers bool // questions, but never guess
}

// take keeps entering games, with one guest per game.
func (a silent) take(ctx context.Context, p *place, from string, ready func()) {
	for ctx.Err() == nil {
		g, err := p.newcomer(ctx, from)
		if !p.tried(ctx, err) {
			continue
		}
		for id := game.GameID(""); id == "" && ctx.Err() == nil; {
			if id = a.meet(ctx, p, g, ready); id != "" {
				p.going.Go(func() { a.stay(ctx, g, id) })
			}
		}
	}
}

// meet enters a game and waits until there is somebody else in it. It returns "" if nobody comes.
func (a silent) meet(ctx context.Context, p *place, g *client.Client, ready func()) game.GameID {
	v, err := g.NewGame(ctx, tiny())
	if !p.tried(ctx, err) {
		return ""
	}
	ready()
	if v.Phase == 1 && a.joins {
		_, _ = g.Deactivate(ctx, v.ID)
		_ = parallel.Sleep(ctx, look)
		return ""
	}
	for err == nil && v.Phase == 1 && v.Active && parallel.Sleep(ctx, look) == nil {
		v, err = g.Game(ctx, v.ID)
	}
	return v.ID
}

// stay looks at a game now and then.
func (a silent) stay(ctx context.Context, g *client.Client, id game.GameID) {
	for parallel.Sleep(ctx, 2*time.Second) == nil {
		v, err := g.Game(ctx, id)
		if err == nil && a.answers && v.Phase/2 == 1 {
			_ = move(ctx, g, v)
		}
	}
}

// seats lets people at given addresses enter some games each, one person after the other, and play
// on. It counts how many of their seats are finished once no other has been for some time.
func seats(entries int, where func(i int) string) func(context.Context, *place) outcome {
	return func(ctx context.Context, p *place) outcome {
		p.attack(ctx)
		people := make([]*client.Client, p.bench.players)
		for i := range people {
			people[i] = get(p.newcomer(ctx, where(i)))
			p.going.Go(func() { playOn(ctx, people[i]) })
		}
		for range entries {
			for _, c := range people {
				_, _ = c.NewGame(ctx, tiny()) // what is refused is not finished
				_ = parallel.Sleep(ctx, p.bench.time)
			}
		}
		o := outcome{of: entries * len(people)}
		for still := 0; o.done < o.of && still < 10; still++ {
			do(parallel.Sleep(ctx, time.Second))
			if n := completed(ctx, people); n > o.done {
				o.done, still = n, 0
			}
		}
		return o
	}
}

// school returns the address that all have.
func school(int) string { return person(0) }
