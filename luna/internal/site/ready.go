package site

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// isProbe reports whether a path is answered on new connections while the site shuts down.
func isProbe(path string) bool {
	return path == "/livez" || path == "/readyz" || path == "/healthz"
}

func errDraining() *httpx.Error {
	e := httpx.Errorf(http.StatusServiceUnavailable, "the rating system is shutting down")
	return e.With("Retry-After", "1")
}

// ready returns why the site cannot serve players now.
func (s *Site) ready(ctx context.Context) error {
	if s.gate.Draining() {
		return errDraining()
	}
	for _, g := range s.games {
		if g.Health != nil {
			if err := g.Health(); err != nil {
				return err
			}
		}
	}
	if s.store.Damage() != nil {
		return httpx.Errorf(http.StatusServiceUnavailable,
			"the database file is damaged; the server's log says more")
	}
	if err := s.writable.check(ctx); err != nil {
		s.o.Log.Warn("the site is not ready", "error", err)
		e := httpx.Errorf(http.StatusServiceUnavailable,
			"the database cannot be written now; the server's log says why")
		return e.With("Retry-After", "5")
	}
	return nil
}

const (
	// writableKeep is how long the result of a write is kept, so that probes cost little.
	writableKeep = 5 * time.Second
	// writableWait is how long a probe waits for a write.
	writableWait = 2 * time.Second
)

// writable finds out whether a database can be written to, with at most one write at a time.
type writable struct {
	probe func(context.Context) error
	// failed reports whether a write has failed since the last probe. It makes a good result void.
	failed func() bool

	mu      sync.Mutex
	at      time.Time // of the last result
	err     error
	running chan struct{} // closed at the end of the write under way; nil if there is none
	closed  bool
	all     sync.WaitGroup
}

// check returns the result of a recent write.
func (x *writable) check(ctx context.Context) error {
	running := x.start()
	if running != nil {
		wait := time.NewTimer(writableWait)
		defer wait.Stop()
		select {
		case <-running:
		case <-ctx.Done():
			return ctx.Err()
		case <-wait.C:
			return fmt.Errorf("a write takes longer than %v", writableWait)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// start starts a write unless one is under way or a result is recent, and returns a channel that is
// closed at its end.
func (x *writable) start() (running <-chan struct{}) {
	x.mu.Lock()
	defer x.mu.Unlock()
	void := x.err == nil && x.failed()
	if x.running != nil || x.closed || !void && !x.at.IsZero() && time.Since(x.at) < writableKeep {
		return x.running
	}
	done := make(chan struct{})
	x.running = done
	x.all.Go(func() {
		err := x.probe(context.Background())
		x.mu.Lock()
		defer x.mu.Unlock()
		x.at = time.Now()
		x.err = err
		x.running = nil
		close(done)
	})
	return done
}

// The whole file is checked every inspectEvery, but such checks take at most a hundredth of the
// time.
const inspectEvery = time.Hour

// inspect looks for damage in the file, at once and then regularly. The store remembers what it
// finds.
func (s *Site) inspect(ctx context.Context) {
	for {
		began := time.Now()
		if err := s.store.Inspect(ctx); err != nil && ctx.Err() == nil {
			s.o.Log.Warn("the database file could not be checked", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(inspectEvery, 100*time.Since(began))):
		}
	}
}

// close waits for the write under way.
func (x *writable) close() {
	x.mu.Lock()
	x.closed = true
	x.mu.Unlock()
	x.all.Wait()
}

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
func (s *Site) tick(ctx context.Context, name string, every time.Duration, do func(context.Context) error) {
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
