package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// hold opens connections a number of times, a second between, and holds them. Prepare returns what
// a connection of an address sends, where HOST stands for the host.
func hold(connections, rounds int, prepare func(context.Context, *place, string) func(int) string) taker {
	return func(ctx context.Context, p *place, from string, ready func()) {
		text := prepare(ctx, p, from)
		var mu sync.Mutex
		var held []net.Conn
		defer func() {
			for _, c := range held {
				c.Close()
			}
		}()
		for range rounds {
			do(parallel.Do(ctx, 64, connections, func(i int) error {
				c, err := dialer(from).Dial("tcp", p.front.address)
				if !p.tried(ctx, err) {
					return nil // what is refused is what counts
				}
				_ = c.SetDeadline(time.Now().Add(5 * time.Second))
				_, _ = io.WriteString(c, strings.ReplaceAll(text(i), "HOST", p.front.address))
				mu.Lock()
				defer mu.Unlock()
				held = append(held, c)
				return nil
			}, nil))
			do(parallel.Sleep(ctx, time.Second))
		}
		ready()
		<-ctx.Done()
	}
}

// always makes all connections send the same.
func always(text string) func(context.Context, *place, string) func(int) string {
	return func(context.Context, *place, string) func(int) string { return func(int) string { return text } }
}

// unfinished is a request to post JSON of which nothing but the beginning is sent.
func unfinished(path string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n" +
		"Content-Length: 1000\r\n\r\n{"
}

// request is a request of a player for a page.
func request(path, token string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer " + token + "\r\n" +
		"Cookie: luna=" + token + "\r\n\r\n"
}

// longLists lets a guest leave games of large texts and finish games with another guest, until that
// is refused, and returns requests for lists of them.
func longLists(ctx context.Context, p *place, from string) func(int) string {
	g, h := get(p.newcomer(ctx, from)), get(p.newcomer(ctx, person(0)))
	for range p.bench.games[0] {
		if pass(ctx, g) != nil {
			break
		}
	}
	for range p.bench.games[len(p.bench.games)-1] {
		if finish(ctx, g, h, large, 50, 50) != nil {
			break
		}
	}
	return func(i int) string {
		return request([]string{"/oldquestions", "/home", "/profile", "/me"}[i%4], g.Token())
	}
}

// traders lets 200 guests enter games of Turing Trade until 160 are in one, and returns requests
// for their streams.
func traders(ctx context.Context, p *place, from string) func(int) string {
	var mu sync.Mutex
	var streams []string
	full := make(chan time.Time)
	end := sync.OnceFunc(func() { close(full) })
	defer time.AfterFunc(time.Minute, end).Stop()
	do(parallel.Do(ctx, 200, 200, func(i int) (err error) {
		defer catch(&err)
		role := "bettor"
		if i%4 == 3 {
			role = "target"
		}
		g := get(p.newcomer(ctx, from))
		game := enterTrade(ctx, g, p.way(from), role, full)
		mu.Lock()
		defer mu.Unlock()
		if game != "" {
			streams = append(streams, request("/trade/games/"+game+"/events", g.Token()))
		}
		if len(streams) == 160 {
			end()
		}
		return nil
	}, nil))
	if len(streams) < 160 {
		do(fmt.Errorf("only %d guests are in games", len(streams)))
	}
	return func(i int) string { return streams[i%len(streams)] }
}

// visitors counts visits of a page, to which a body is posted if there is one, by people who come
// one after the other.
func visitors(path, body string) func(context.Context, *place) outcome {
	return func(ctx context.Context, p *place) (o outcome) {
		p.attack(ctx)
		var slowest time.Duration
		for i := range 20 {
			began := time.Now()
			ctx, end := context.WithTimeout(ctx, 10*time.Second)
			if _, err := p.send(ctx, person(i), path, "", body); err == nil {
				o.done++
			}
			end()
			slowest = max(slowest, time.Since(began))
			time.Sleep(look)
		}
		o.of, o.note = 20, fmt.Sprintf(", the slowest in %.2f s", slowest.Seconds())
		return o
	}
}
