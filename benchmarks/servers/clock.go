package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// clock is a transport that measures the requests that succeed, by their kind.
type clock struct {
	http.Transport
	mu   sync.Mutex
	took map[string]*measure.Latencies // until the answer began
}

// newClock returns a clock for many clients.
func newClock() *clock {
	return &clock{Transport: http.Transport{MaxIdleConnsPerHost: 1000, IdleConnTimeout: time.Minute},
		took: make(map[string]*measure.Latencies)}
}

// RoundTrip implements [http.RoundTripper].
func (c *clock) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	a, err := c.Transport.RoundTrip(r)
	if err == nil && a.StatusCode/100 == 2 {
		took := time.Since(began)
		c.of(kindOf(r)).Add(took)
		c.of("").Add(took)
	}
	return a, err
}

// of returns the durations of the requests of a kind; "" stands for all.
func (c *clock) of(kind string) *measure.Latencies {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.took[kind] == nil {
		c.took[kind] = &measure.Latencies{}
	}
	return c.took[kind]
}

// kindOf returns the method and the last part of the path.
func kindOf(r *http.Request) string {
	return r.Method + " " + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// usage describes the resources that a server has used in a given time.
func (s *server) usage(took time.Duration) []string {
	return []string{fmt.Sprintf("%.1f s of %.0f s", s.cpu.Seconds(), took.Seconds()), measure.Bytes(s.most)}
}

// together lets players play at the same time on a server that is killed and started again, with
// pauses. It returns how often that was done meanwhile, and the longest time until the server was
// back.
func (s *server) together(ctx context.Context, kills int, pause func() time.Duration,
	players []func(context.Context) error,
) (killed int, back time.Duration) {
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
	var err error
	for err == nil && killed < kills {
		select {
		case <-over:
			do(errors.Join(failures...))
			return killed, back
		case <-time.After(pause()):
		}
		killed++
		s.kill()
		if err = s.start(ctx); err != nil {
			cancel() // nobody will answer
		}
		back = max(back, s.took)
	}
	<-over
	do(errors.Join(append(failures, err)...))
	return killed, back
}
