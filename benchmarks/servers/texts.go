package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
)

// sendRefused sends bodies to a game that does not exist, large ones until that is refused, and
// then those that keep what is left from others.
func sendRefused(ctx context.Context, p *place, from string, ready func()) {
	ready()
	size := 390_000
	p.takeTurns(ctx, from, func(g *client.Client) error {
		_, err := p.send(ctx, from, "/home/none/response", g.Token(), `{"responses":["`+strings.Repeat("x", size)+`"]}`)
		if err != nil && strings.HasPrefix(err.Error(), "404") {
			return nil // that is what the attack wants
		}
		size = 10_000
		return err
	})
}

// storeTexts stores texts of the greatest size, and goes on once there are so many that all have
// been told to stop.
func storeTexts(ctx context.Context, p *place, from string, ready func()) {
	stored := 0
	p.takeTurns(ctx, from, func(g *client.Client) error {
		err := pass(ctx, g)
		if stored++; err != nil || stored >= p.bench.games[0] {
			ready()
		}
		return err
	})
}

// takeTurns lets guests of an address act, a hundred times each since requests are limited by
// player.
func (p *place) takeTurns(ctx context.Context, from string, act func(*client.Client) error) {
	for ctx.Err() == nil {
		g, err := p.newcomer(ctx, from)
		for n := 0; err == nil && n < 100 && ctx.Err() == nil; n++ {
			p.tried(ctx, act(g))
		}
		if err != nil {
			p.tried(ctx, err)
		}
	}
}

// writers counts the texts of people that are taken during an attack.
func writers(ctx context.Context, p *place) outcome {
	people := make([]*client.Client, p.bench.players)
	for i := range people {
		people[i] = get(p.newcomer(ctx, person(i)))
	}
	p.attack(ctx)
	var all sync.WaitGroup
	var done, of atomic.Int64
	last := time.Now().Add(p.bench.time)
	for _, c := range people {
		all.Go(func() {
			for time.Now().Before(last) && parallel.Sleep(ctx, time.Second) == nil {
				write(ctx, c, func(err error) {
					if of.Add(1); err == nil {
						done.Add(1)
					}
				})
			}
		})
	}
	all.Wait()
	return outcome{done: int(done.Load()), of: int(of.Load())}
}

// restarted counts as writers does, and then restarts the server.
func restarted(ctx context.Context, p *place) outcome {
	o := writers(ctx, p)
	p.stop()
	do(p.start(ctx))
	o.note = fmt.Sprintf(", file %s, restart in %.1f s", mebibytes(databaseSize(p.bench.path("luna.db"))),
		p.took.Seconds())
	o.fell = p.most > maxMemory/2 || p.took > 3*time.Second
	return o
}
