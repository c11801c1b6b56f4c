package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

// idle holds more connections than a server may open files, each after a request.
func idle(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serve(ctx, "ulimit -n 1024", b.luna, "serve", "--db", b.path("luna.db"), "--addr",
		"127.0.0.1:0", "--trust-proxy", "127.0.0.1"))
	held := s.hold(1500, fmt.Sprintf("GET /livez HTTP/1.1\r\nHost: %s\r\n\r\n", s.address), true)
	defer held.close()
	began := time.Now()
	ok := s.answers(ctx, 10*time.Second)
	waited := "answered"
	if !ok {
		waited = "no answer"
	}
	return judge(!ok, "%d connections made; a new client: %s after %.1f s; %s", len(held.list),
		waited, time.Since(began).Seconds(), memoryText(s.Process))
}

// connections are connections that are held open.
type connections struct{ list []net.Conn }

func (c *connections) close() {
	for _, conn := range c.list {
		conn.Close()
	}
}

// hold opens connections, sends a text on each and, if asked, reads the beginning of the answer.
func (s *server) hold(n int, text string, answered bool) *connections {
	held := &connections{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan struct{}, 64)
	for range n {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			c, err := net.DialTimeout("tcp", s.address, 2*time.Second)
			if err != nil {
				return
			}
			mu.Lock()
			held.list = append(held.list, c)
			mu.Unlock()
			_ = c.SetDeadline(time.Now().Add(2 * time.Second))
			_, err = io.WriteString(c, text)
			if err == nil && answered {
				_, _ = io.ReadFull(c, make([]byte, 12)) // "HTTP/1.1 200", if it comes
			}
			_ = c.SetDeadline(time.Time{})
		})
	}
	wg.Wait()
	return held
}

// bodies sends all but the end of submissions, each as large as one may be.
func bodies(ctx context.Context, b *bench) (finding, error) {
	s, g := must.Get2(b.serveGuest(ctx))
	const length = 1_000_000
	held := s.hold(b.amount(1500, 500), fmt.Sprintf("POST /home HTTP/1.1\r\nHost: %s\r\n"+
		"X-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", s.address, g.from, g.token, length,
		strings.Repeat(" ", length-1)), false)
	defer held.close()
	ok := s.answers(ctx, 10*time.Second)
	return judge(!ok || s.Peak() > maxMemory/2, "%d connections made; a new client answered: %v; %s",
		len(held.list), ok, memoryText(s.Process))
}
