package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/trade"
)

// trader is a player of one game.
type trader struct {
	ask.Player
	play *match
	role string
	game string // once it has begun
	name string // in the game
	keys int

	mu       sync.Mutex
	done     map[string]int // acknowledged actions, by kind
	messages []message
	changed  chan struct{} // closed when a message comes
	// What follows from the messages: the question to answer, the number of the own trades, when the
	// last of these was, and whether the game has ended.
	question, holdings int
	traded             float64
	over               bool
}

// message is a message of the stream.
type message struct {
	Kind   string  `json:"type"`
	Time   float64 `json:"t"`
	Number int     `json:"number"`
	text   string
	got    time.Time
}

// call sends a request until the server answers it.
func (p *trader) call(ctx context.Context, method, path string, body, answer any) error {
	for {
		err := p.Do(ctx, method, "/trade/api"+path, body, answer)
		refused, ok := errors.AsType[*ask.Refusal](err)
		if err == nil || ok && refused.Status != http.StatusServiceUnavailable || ctx.Err() != nil {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// playGame plays a game, if the player gets one.
func (p *trader) playGame(ctx context.Context) (err error) {
	defer must.Catch(&err)
	if p.enter(ctx); p.game == "" {
		return nil
	}
	followed := make(chan error, 1)
	go func() { followed <- p.follow(ctx) }()
	if p.role == "bettor" {
		p.bettor(ctx)
	} else {
		p.target(ctx)
	}
	return <-followed
}

// enter waits for a game. After a crash it waits again. A person who offers to be the target and is
// not chosen has no game once all bettors have one.
func (p *trader) enter(ctx context.Context) {
	if p.role == "bettor" {
		defer p.play.seated.Done()
	}
	for must.Do(ctx.Err()); ; must.Do(parallel.Sleep(ctx, time.Second)) {
		var l struct{ Game, Role string }
		must.Do(p.call(ctx, "GET", "/lobby", nil, &l))
		if p.game = l.Game; l.Game != "" {
			var s struct{ Name string }
			must.Do(p.call(ctx, "GET", "/games/"+p.game, nil, &s))
			p.name = s.Name
			return
		}
		if l.Role == "" {
			err := p.call(ctx, "POST", "/enter", map[string]any{"role": p.role, "consent": true}, nil)
			if !conflict(err) {
				must.Do(err)
			}
		}
		select {
		case <-p.play.full:
			if p.role == "target" {
				return
			}
		default:
		}
	}
}

// conflict reports whether the server refused because of what happened before.
func conflict(err error) bool {
	refused, ok := errors.AsType[*ask.Refusal](err)
	return ok && refused.Status == http.StatusConflict
}

// act repeats an action in the game, under one idempotency key, until the server answers. It
// reports whether the action was done.
func (p *trader) act(ctx context.Context, kind string, fields map[string]any) bool {
	p.keys++
	fields["type"], fields["key"] = kind, strconv.Itoa(p.keys)
	start := time.Now()
	err := p.call(ctx, "POST", "/games/"+p.game+"/act", fields, nil)
	p.play.actions.Add(time.Since(start))
	if err == nil {
		p.mu.Lock()
		p.done[kind]++
		p.mu.Unlock()
		return true
	}
	if ctx.Err() == nil && !conflict(err) {
		must.Do(fmt.Errorf("%s: %w", kind, err))
	}
	return false
}

// bettor bets and asks until the game ends.
func (p *trader) bettor(ctx context.Context) {
	for p.await(ctx, rand.N(4*time.Second), never) {
		if rand.IntN(8) == 0 {
			text := fmt.Sprint("What is ", rand.IntN(1000), "?")
			p.act(ctx, "question", map[string]any{"text": text})
			continue
		}
		before := time.Now()
		side := []trade.Side{trade.Human, trade.Computer}[rand.IntN(2)]
		if p.act(ctx, "bet", map[string]any{"side": side}) {
			p.await(ctx, forever, func() bool { // for the message that says when it was in the game
				if p.holdings < p.done["bet"] {
					return false
				}
				p.play.trade(p.game, p.traded, before)
				return true
			})
		}
	}
}

// target answers questions until the game ends.
func (p *trader) target(ctx context.Context) {
	answered, current := 0, 0
	asked := func() bool { current = p.question; return current > answered }
	for p.await(ctx, forever, asked) && p.await(ctx, time.Second+rand.N(3*time.Second), never) {
		if p.act(ctx, "answer", map[string]any{"number": current, "text": "It is what it is."}) {
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
		held, over, changed := holds(), p.over, p.changed
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
func (p *trader) follow(ctx context.Context) error {
	for ctx.Err() == nil {
		if over, err := p.stream(ctx); over || err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil
}

func (p *trader) stream(ctx context.Context) (over bool, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", p.Base+"/trade/games/"+p.game+"/events", nil)
	if err != nil {
		return false, err
	}
	r.AddCookie(&http.Cookie{Name: "luna", Value: p.Token})
	p.mu.Lock()
	r.Header.Set("Last-Event-ID", strconv.Itoa(len(p.messages)))
	p.mu.Unlock()
	a, err := p.Client.Do(r)
	if err != nil {
		return false, nil // the server is being started
	}
	defer a.Body.Close()
	switch a.StatusCode {
	case http.StatusOK:
	case http.StatusNoContent:
		return true, nil
	case http.StatusServiceUnavailable:
		return false, nil
	default:
		return false, fmt.Errorf("the stream is answered with status %d", a.StatusCode)
	}
	lines := bufio.NewScanner(a.Body)
	id, event := 0, ""
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			id, _ = strconv.Atoi(value)
		case "event":
			event = value
		case "data":
			if event == "over" {
				return true, nil
			}
			if event != "message" {
				continue
			}
			if err := p.take(id, value); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// take records a message. The ids of a player's messages must have no gaps, whatever breaks.
func (p *trader) take(id int, text string) error {
	m := message{text: text, got: time.Now()}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if id != len(p.messages)+1 {
		return fmt.Errorf("found message %d, expected %d", id, len(p.messages)+1)
	}
	p.messages = append(p.messages, m)
	switch m.Kind {
	case "question":
		p.question = m.Number
	case "holding":
		p.holdings, p.traded = p.holdings+1, m.Time
	case "end":
		p.over = true
	}
	close(p.changed)
	p.changed = make(chan struct{})
	return nil
}
