package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

// texts lets addresses send as much as they may, and restarts the server.
func texts(ctx context.Context, b *bench, pattern string) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	var wg sync.WaitGroup
	var games atomic.Int64
	began := time.Now()
	failures := make([]error, b.amount(18, 3))
	for i := range failures {
		wg.Go(func() {
			n, err := s.fill(ctx, fmt.Sprintf(pattern, i+1), b.amount(577, 10))
			games.Add(int64(n))
			failures[i] = err
		})
	}
	wg.Wait()
	took := time.Since(began)
	for _, err := range failures {
		if err != nil && !s.Killed() {
			return finding{}, err
		}
	}
	accepted := size(games.Load() * 100_000)
	if s.Killed() {
		return judge(true, "%s accepted; %s", accepted, memoryText(s.Process))
	}
	first := memoryText(s.Process)
	s.Terminate(time.Minute)
	file := size(fileSize(b.path("luna.db")) + fileSize(b.path("luna.db-wal")))
	again := must.Get(b.serveLuna(ctx, "luna.db"))
	rss := again.RSS()
	return judge(max(s.Peak(), again.Peak()) > maxMemory/2 ||
		again.took > 3*time.Second,
		"%s accepted in %.0f s, %s, file %s; restart in %.1f s with %s", accepted, took.Seconds(),
		first, file, again.took.Seconds(), size(rss))
}

// fill lets guests at an address open and leave games of large texts until they reach a limit. It
// returns the number of games.
func (s *server) fill(ctx context.Context, from string, most int) (games int, err error) {
	var g *stranger
	for games < most {
		if games%100 == 0 { // another guest, since requests are limited by player
			if g, err = s.guest(ctx, from); err != nil {
				break
			}
		}
		if err = g.pass(ctx); err != nil {
			break
		}
		games++
	}
	if r := status(err); r == http.StatusTooManyRequests || r == http.StatusServiceUnavailable {
		err = nil // a limit
	}
	return games, err
}

// pass enters a game with large texts and leaves it.
func (s *stranger) pass(ctx context.Context) error {
	v, err := s.enter(ctx, large())
	if err == nil {
		err = s.leave(ctx, v.ID)
	}
	return err
}

func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
