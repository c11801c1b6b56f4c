package main

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// clock is a transport that measures the requests that succeed, by their kind.
type clock struct {
	http.Transport
	processor func() (time.Duration, error) // that the server has taken; nil if it is not measured

	mu   sync.Mutex
	took map[string]*measure.Latencies // until the whole answer has come
	cpu  map[string]time.Duration      // of requests that are alone
}

// newClock returns a clock for many clients.
func newClock(processor func() (time.Duration, error)) *clock {
	return &clock{Transport: http.Transport{MaxIdleConnsPerHost: 1000, IdleConnTimeout: time.Minute},
		processor: processor, took: make(map[string]*measure.Latencies),
		cpu: make(map[string]time.Duration)}
}

// RoundTrip implements [http.RoundTripper].
func (c *clock) RoundTrip(r *http.Request) (*http.Response, error) {
	began, before := time.Now(), c.time()
	a, err := c.Transport.RoundTrip(r)
	if err == nil && a.StatusCode/100 == 2 {
		a.Body = &timedBody{a.Body, sync.OnceFunc(func() {
			c.add(kindOf(r), time.Since(began), c.time()-before)
		})}
	}
	return a, err
}

// time is the processor time that the server has taken, 0 if it is not measured.
func (c *clock) time() time.Duration {
	if c.processor == nil {
		return 0
	}
	t, _ := c.processor() // 0 where the system does not tell
	return t
}

func (c *clock) add(kind string, took, cpu time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range []string{kind, ""} {
		c.of(k).Add(took)
		c.cpu[k] += cpu
	}
}

// of returns the durations of the requests of a kind; "" stands for all.
func (c *clock) of(kind string) *measure.Latencies {
	if c.took[kind] == nil {
		c.took[kind] = &measure.Latencies{}
	}
	return c.took[kind]
}

// kindOf returns the method and the last part of the path, without the name of a game.
func kindOf(r *http.Request) string {
	last := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	if strings.HasPrefix(r.URL.Path, "/home/") && strings.Count(r.URL.Path, "/") == 2 {
		last = "game"
	}
	return r.Method + " " + last
}

// timedBody calls a function when it is closed.
type timedBody struct {
	io.ReadCloser
	closed func()
}

// Close implements [io.Closer].
func (b *timedBody) Close() error {
	b.closed()
	return b.ReadCloser.Close()
}
