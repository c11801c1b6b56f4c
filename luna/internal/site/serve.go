package site

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"time"
)

// Even a slow connection can carry a body or an answer of some hundred thousand bytes.
const (
	readTimeout  = time.Minute
	writeTimeout = 2 * time.Minute
)

// How often games do what is due without any request, and the clock is kept.
const (
	tickEvery = 5 * time.Second
	keepEvery = time.Minute
)

// Serve answers requests on a listener until the context ends. It then finishes the requests under
// way and returns nil; those that outlast the grace period are cut off and reported as an error.
// Meanwhile, new connections get answers only to probes. The listener is closed.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	h := s.gate.Server(s)
	h.WriteTimeout, h.ErrorLog = writeTimeout, slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn)
	var ticking sync.WaitGroup
	tick, stop := context.WithCancel(ctx)
	ticking.Go(func() { s.inspect(tick) })
	ticking.Go(func() { s.tick(tick, "the clock", keepEvery, s.keepTime) })
	ticking.Go(func() { s.tick(tick, "accounts", keepEvery, s.accounts.Tick) })
	if s.post != nil {
		ticking.Go(func() { s.post.Check(tick) })
	}
	for _, g := range s.games {
		if g.Tick != nil {
			ticking.Go(func() { s.tick(tick, g.Pages.Name, tickEvery, g.Tick) })
		}
	}
	defer ticking.Wait()
	defer stop()

	return s.gate.Serve(ctx, h, l, s.o.Grace, 0)
}

// keepTime keeps the time for the next start, and says once that it is in doubt.
func (s *Site) keepTime(ctx context.Context) error {
	if doubt := s.accounts.Steady().Doubt(); doubt != nil && !s.doubted {
		s.doubted = true
		s.o.Log.Warn("nothing is published, forgotten or expires by the clock: " + doubt.Error())
	}
	return s.accounts.Steady().Save(ctx)
}

// tick does what is due, for a game or a task with a name, at once and then regularly.
func (s *Site) tick(
	ctx context.Context, name string, every time.Duration, do func(context.Context) error,
) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			s.o.Log.Error("what was due could not be done", "game", name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}
