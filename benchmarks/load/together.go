package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// crashes says how often a server is killed and started again while players play, and how long it
// runs in between.
type crashes struct {
	kills int
	pause func() time.Duration
}

// together lets players play at the same time on a server. It returns how often the server was
// killed meanwhile, and the longest time until it was back.
func (c crashes) together(
	ctx context.Context, s *process.Server, players []func(context.Context) error,
) (killed int, back time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	failures := make([]error, len(players))
	for i, play := range players {
		wg.Go(func() { failures[i] = play(ctx) })
	}
	over := make(chan struct{})
	go func() {
		wg.Wait()
		close(over)
	}()
	for err == nil && killed < c.kills {
		select {
		case <-over:
			return killed, back, errors.Join(failures...)
		case <-time.After(c.pause()):
		}
		killed++
		s.Kill()
		if err = s.Start(ctx); err != nil {
			cancel() // nobody will answer
		}
		back = max(back, s.Took)
	}
	<-over
	return killed, back, errors.Join(append(failures, err)...)
}
