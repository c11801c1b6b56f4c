package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade"
)

// trader is a player of one game.
type trader struct {
	*client.Client
	http  *http.Client
	match *match
	role  string // bettor or target
	game  string // once it has begun
	name  string // in the game
	keys  int

	mu       sync.Mutex
	done     map[trade.Kind]int // acknowledged actions
	messages []message
	changed  chan struct{} // closed when a message comes
	// What follows from the messages: the question to answer, the number of the own trades, when
	// the last of these was, and whether the game has ended.
	question, holdings int
	traded             time.Duration
	over               bool
}

// message is a message of the stream and when it came.
type message struct {
	trade.Message
	came time.Time
}

// enterTrade waits for a game of Turing Trade in a role, until a channel is closed or sends, and
// returns the game, "" if none has begun. After a crash of the server it enters again.
func enterTrade(ctx context.Context, g *client.Client, h http.RoundTripper, role string,
	until <-chan time.Time,
) string {
	for {
		l := get(g.TradeLobby(ctx))
		if l.Game != "" {
			return l.Game
		}
		if l.Role == "" {
			post(ctx, g, h, "/enter", map[string]any{"role": role, "consent": true})
		}
		select {
		case <-until:
			return ""
		default:
		}
		do(parallel.Sleep(ctx, time.Second))
	}
}

// post posts what the client cannot, until the server answers. It reports whether that was done; it
// was not if the server refused because of what happened before.
func post(
	ctx context.Context, g *client.Client, h http.RoundTripper, path string, body map[string]any,
) bool {
	text := get(json.Marshal(body))
	for {
		r := get(http.NewRequestWithContext(ctx, http.MethodPost, g.Server()+"/trade/api"+path,
			bytes.NewReader(text)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+g.Token())
		a, err := h.RoundTrip(r)
		if err == nil {
			answer, _ := io.ReadAll(a.Body)
			a.Body.Close()
			switch a.StatusCode {
			case http.StatusOK:
				return true
			case http.StatusConflict:
				return false
			case http.StatusServiceUnavailable, http.StatusTooManyRequests:
			default:
				do(fmt.Errorf("%s: status %d: %.200s", path, a.StatusCode, answer))
			}
		}
		do(parallel.Sleep(ctx, 50*time.Millisecond))
	}
}

// play plays a game, if the player gets one: a person who offers to be the target and is not chosen
// has none once all bettors have one.
func (p *trader) play(ctx context.Context) (err error) {
	defer catch(&err)
	if p.role == "bettor" {
		p.game = enterTrade(ctx, p.Client, crowd, p.role, nil)
		p.match.seated.Done()
	} else if p.game = enterTrade(ctx, p.Client, crowd, p.role, p.match.full); p.game == "" {
		return nil
	}
	p.name = get(p.TradeGame(ctx, p.game)).Name
	followed := make(chan error, 1)
	go func() { followed <- p.follow(ctx) }()
	if p.role == "bettor" {
		p.bet(ctx)
	} else {
		p.answer(ctx)
	}
	return <-followed
}

// act carries out an action in the game, under one idempotency key. It reports whether it was done.
func (p *trader) act(ctx context.Context, kind trade.Kind, fields map[string]any) bool {
	p.keys++
	fields["type"], fields["key"] = kind, strconv.Itoa(p.keys)
	start := time.Now()
	acted := post(ctx, p.Client, crowd, "/games/"+p.game+"/act", fields)
	p.match.actions.Add(time.Since(start))
	if acted {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done[kind]++
	}
	return acted
}

// bet bets and asks until the game ends.
func (p *trader) bet(ctx context.Context) {
	for p.await(ctx, rand.N(4*time.Second), never) {
		if rand.IntN(8) == 0 {
			p.act(ctx, trade.Question, map[string]any{"text": fmt.Sprint("What is ", rand.IntN(1000), "?")})
			continue
		}
		before := time.Now()
		side := []trade.Side{trade.Human, trade.Computer}[rand.IntN(2)]
		if p.act(ctx, trade.Bet, map[string]any{"side": side}) {
			p.await(ctx, forever, func() bool { // for the message that says when it was in the game
				if p.holdings < p.done[trade.Bet] {
					return false
				}
				p.match.trade(at{p.game, p.traded}, before)
				return true
			})
		}
	}
}

// answer answers questions until the game ends.
func (p *trader) answer(ctx context.Context) {
	answered, current := 0, 0
	asked := func() bool { current = p.question; return current > answered }
	for p.await(ctx, forever, asked) && p.await(ctx, time.Second+rand.N(3*time.Second), never) {
		if p.act(ctx, trade.Answer, map[string]any{"number": current, "text": "It is what it is."}) {
			answered = current
		}
	}
}

const forever = time.Hour

func never() bool { return false }

// await waits until a condition on the messages holds, or for a time. It stops waiting when the
// game ends, and reports whether the game goes on.
func (p *trader) await(ctx context.Context, d time.Duration, holds func() bool) bool {
	end := time.After(d)
	for {
		p.mu.Lock()
		held := holds()
		over := p.over
		changed := p.changed
		p.mu.Unlock()
		if held || over || ctx.Err() != nil {
			return !over && ctx.Err() == nil
		}
		select {
		case <-changed:
		case <-end:
			return true
		case <-ctx.Done():
		}
	}
}

// follow reads the stream of the game until nothing follows, and connects again where it breaks.
func (p *trader) follow(ctx context.Context) (err error) {
	defer catch(&err)
	for ctx.Err() == nil && !p.stream(ctx) {
		time.Sleep(100 * time.Millisecond)
	}
	return nil
}

// stream reads the stream until it breaks or nothing follows.
func (p *trader) stream(ctx context.Context) (over bool) {
	r := get(http.NewRequestWithContext(ctx, http.MethodGet, p.Server()+"/trade/games/"+p.game+"/events", nil))
	r.AddCookie(&http.Cookie{Name: "luna", Value: p.Token()})
	r.Header.Set("Last-Event-ID", strconv.Itoa(len(p.messages))) // only this goroutine adds some
	a, err := p.http.Do(r)
	if err != nil {
		return false // the server is being started
	}
	defer a.Body.Close()
	switch a.StatusCode {
	case http.StatusOK:
	case http.StatusNoContent:
		return true
	case http.StatusServiceUnavailable:
		return false
	default:
		do(fmt.Errorf("the stream is answered with status %d", a.StatusCode))
	}
	lines := bufio.NewScanner(a.Body)
	id, event := 0, ""
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case name == "id":
			id, _ = strconv.Atoi(value)
		case name == "event":
			event = value
		case name == "data" && event == "over":
			return true
		case name == "data" && event == "message":
			p.take(id, value)
		}
	}
	return false
}

// take records a message. The ids of a player's messages must have no gaps, whatever breaks.
func (p *trader) take(id int, text string) {
	m := message{came: time.Now()}
	do(json.Unmarshal([]byte(text), &m.Message))
	p.mu.Lock()
	defer p.mu.Unlock()
	if id != len(p.messages)+1 {
		do(fmt.Errorf("found message %d, expected %d", id, len(p.messages)+1))
	}
	p.messages = append(p.messages, m)
	switch m.Kind {
	case trade.Asked:
		p.question = m.Number
	case trade.Held:
		p.holdings, p.traded = p.holdings+1, m.Time
	case trade.HasEnded:
		p.over = true
	}
	close(p.changed)
	p.changed = make(chan struct{})
}
