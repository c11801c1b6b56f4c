package main

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// stopPolled stops a server while a bettor waits for messages, who must get an answer.
func stopPolled(ctx context.Context, p *place) (o outcome) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	target := get(p.newcomer(ctx, person(0)))
	p.going.Go(func() { _ = p.trades(ctx, target, person(0), "target", func(string) {}) })
	g := get(p.newcomer(ctx, person(1)))
	game := enterTrade(ctx, g, p.way(person(1)), "bettor", nil)
	answered := make(chan error)
	go func() {
		for next := 0; ; {
			m, err := g.TradeMessages(ctx, game, next, 30*time.Second)
			if next = m.Next; err != nil || len(m.Messages) == 0 {
				answered <- err
				return
			}
		}
	}()
	do(parallel.Sleep(ctx, 3*time.Second)) // until the poll waits
	began := time.Now()
	p.terminate(time.Minute)
	took, polled := time.Since(began), <-answered == nil
	o = outcome{of: 1, note: fmt.Sprintf(", answered: %v, ended after %.2f s with %d", polled, took.Seconds(),
		p.cmd.ProcessState.ExitCode())}
	if took < 2*time.Second && p.err == nil && polled {
		o.done = 1
	}
	return o
}
