package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/wire"
)

// databaseSize returns the size of a database in bytes, including its write-ahead log.
func databaseSize(db string) (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(db + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

const password = "correct horse battery"

// guessPasswords sends 60 wrong passwords at once.
func guessPasswords(ctx context.Context, p *place, from string, ready func()) {
	for k := range 60 {
		p.going.Go(func() {
			_, err := p.stranger(from).Login(ctx, fmt.Sprintf("nobody %d of %s", k, from), "a wrong password")
			p.tried(ctx, err)
		})
	}
	_ = parallel.Sleep(ctx, 3*time.Second)
}

// owner lets the owner of an account log in, from an address where they have done so before.
func owner(ctx context.Context, p *place) (o outcome) {
	c := p.stranger(person(0))
	get(c.Register(ctx, wire.Credentials{Username: "victim", Password: password, Consent: true}))
	get(c.Login(ctx, "victim", password))
	p.attack(ctx)
	began := time.Now()
	ctx, end := context.WithTimeout(ctx, 20*time.Second)
	defer end()
	_, err := c.Login(ctx, "victim", password)
	o = outcome{of: 1, note: fmt.Sprintf(", who waited %.1f s", time.Since(began).Seconds())}
	if err == nil {
		o.done = 1
	}
	return o
}

// praised lets guests who are all seen at the proxy's address guess 100 about one of them.
func praised(ctx context.Context, p *place) outcome {
	g := get(p.newcomer(ctx, "127.0.0.1"))
	for range 40 {
		do(finish(ctx, g, get(p.newcomer(ctx, "127.0.0.1")), tiny, 0, 100))
	}
	x := get(g.Profile(ctx))
	rating := "none"
	if x.Rating != nil {
		rating = fmt.Sprintf("%.1f", *x.Rating)
	}
	return outcome{done: x.Games, of: 40, fell: x.Rating != nil || x.StreakRecord >= 3,
		note: fmt.Sprintf(" games, rating %s, %d won, streak %d", rating, x.Wins, x.StreakRecord)}
}
