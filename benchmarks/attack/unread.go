package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

var memoryAttacks = []attack{
	{"unread", "577 deactivated games of large texts; then 300 answers of each kind left unread",
		slow, unread},
	{"unread-finished", "300 finished games of large texts; then the same", slow, unreadFinished},
	{"texts", "64 MiB of texts from each of 18 IPv6 /64 of a /48, then a restart", slow,
		func(ctx context.Context, b *bench) (finding, error) {
			return texts(ctx, b, "2001:db8:0:%x::1")
		}},
	{"texts-48", "the same from 18 different /48", slow,
		func(ctx context.Context, b *bench) (finding, error) {
			return texts(ctx, b, "2001:db8:%x::1")
		}},
	{"idle", "1,500 connections that stay idle, where the server may open 1,024 files", long, idle},
	{"bodies", "1,500 submissions of 1 MB, each sent but for the last byte", long, bodies},
}

// maxMemory is the maximum memory that a server may take under attack.
const maxMemory = 1 << 30

// until plays n games, fewer if the server sets a limit, and returns their number.
func until(n int, play func() error) (games int, err error) {
	for games < n {
		err := play()
		if r := status(err); r == http.StatusTooManyRequests || r == http.StatusServiceUnavailable {
			break
		}
		if err != nil {
			return games, err
		}
		games++
	}
	return games, nil
}

// unread lets one guest fill games, request them and not read the answers.
func unread(ctx context.Context, b *bench) (finding, error) {
	s, g := must.Get2(b.serveGuest(ctx))
	games := must.Get(until(b.amount(577, 20), func() error {
		return g.pass(ctx)
	}))
	return s.leaveUnread(ctx, g, games)
}

// unreadFinished lets two guests finish games, whose texts are kept.
func unreadFinished(ctx context.Context, b *bench) (finding, error) {
	s, g := must.Get2(b.serveGuest(ctx))
	h := must.Get(s.guest(ctx, "203.0.113.2"))
	games := must.Get(until(b.amount(300, 10), func() error {
		id, err := meet(ctx, g, h, huge)
		if err == nil {
			err = g.guess(ctx, id, 50)
		}
		if err == nil {
			err = h.guess(ctx, id, 50)
		}
		return err
	}))
	return s.leaveUnread(ctx, g, games)
}

// leaveUnread asks for long lists on many connections, as often as it may, and reads nothing.
func (s *server) leaveUnread(ctx context.Context, g *stranger, games int) (finding, error) {
	full := size(s.Peak())
	began := time.Now()
	slowest, answers := time.Duration(0), 0
	for _, path := range []string{"/oldquestions", "/home", "/profile", "/me"} {
		held := &connections{}
		defer held.close()
		end := time.Now().Add(time.Duration(s.amount(40, 5)) * time.Second)
		for time.Now().Before(end) && !s.Killed() {
			if len(held.list) < 300 {
				if c := s.ask(path, g); c != nil {
					held.list = append(held.list, c)
					continue
				}
			}
			asked := time.Now()
			if !s.answers(ctx, 10*time.Second) && !s.Killed() {
				return judge(true, "%d games; no answer to others within 10 s, at %s; %s", games,
					path, memoryText(s.Process))
			}
			slowest = max(slowest, time.Since(asked))
			time.Sleep(100 * time.Millisecond)
		}
		answers += len(held.list)
		if s.Killed() {
			return judge(true, "%d games, %s; %s after %.0f s and %d answers, at %s", games, full,
				memoryText(s.Process), time.Since(began).Seconds(), answers, path)
		}
	}
	return judge(s.Peak() > maxMemory,
		"%d games, %s; %d answers unread, %s; others waited %s at most", games, full, answers,
		memoryText(s.Process), slowest.Round(time.Millisecond))
}

// ask sends a request on a connection of its own, with a small window, and reads no more than the
// status. It returns nil if that is not 200.
func (s *server) ask(path string, g *stranger) net.Conn {
	c, err := net.DialTimeout("tcp", s.address, 5*time.Second)
	if err != nil {
		return nil
	}
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetReadBuffer(4096) // it works with a larger one, more slowly
	}
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	_, err = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n"+
		"Authorization: Bearer %s\r\nCookie: luna=%s\r\n\r\n", path, s.address, g.from, g.token,
		g.token)
	status := make([]byte, len("HTTP/1.1 200"))
	if err == nil {
		_, err = io.ReadFull(c, status)
	}
	if err != nil || string(status) != "HTTP/1.1 200" {
		c.Close()
		return nil
	}
	return c
}
