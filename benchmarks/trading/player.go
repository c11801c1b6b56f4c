package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/luna/trade"
)

// player is somebody who plays one game.
type player struct {
	ask.Player
	play *match
	role string
	game string // once it has begun
	name string // in the game

	mu       sync.Mutex
	messages []message
	changed  chan struct{}
	keys     int
	done     map[string]int // acknowledged actions, by kind
}

// message is what the stream sends.
type message struct {
	Kind   string  `json:"type"`
	Time   float64 `json:"t"`
	Number int     `json:"number"`
	Bettor string  `json:"bettor"`
	text   string
	got    time.Time
}

// call sends a request until the server answers it.
func (p *player) call(ctx context.Context, method, path string, body, answer any) error {
	for {
		err := p.Do(ctx, method, "/trade/api"+path, body, answer)
		refused, ok := errors.AsType[*ask.Refusal](err)
		if err == nil || ok && refused.Status != http.StatusServiceUnavailable || ctx.Err() != nil {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// enter waits for a game. After a crash it waits again. A person who offers to be the target and is
// not chosen has no game when all bettors have one.
func (p *player) enter(ctx context.Context) error {
	for ctx.Err() == nil {
		var l struct{ Game, Role string }
		if err := p.call(ctx, "GET", "/lobby", nil, &l); err != nil {
			return err
		}
		if p.game = l.Game; l.Game != "" {
			var s struct{ Name string }
			if err := p.call(ctx, "GET", "/games/"+p.game, nil, &s); err != nil {
				return err
			}
			p.name = s.Name
			return nil
		}
		if l.Role == "" {
			err := p.call(ctx, "POST", "/enter",
				map[string]any{"role": p.role, "consent": true}, nil)
			if err != nil && !conflict(err) {
				return err
			}
		}
		select {
		case <-p.play.full:
			if p.role == "target" {
				return nil
			}
		default:
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// conflict reports whether the server refused because of what happened before.
func conflict(err error) bool {
	refused, ok := errors.AsType[*ask.Refusal](err)
	return ok && refused.Status == http.StatusConflict
}

// act does something in the game, with a key of its own, until the server answers. It reports
// whether it was done.
func (p *player) act(ctx context.Context, kind string, fields map[string]any) bool {
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
		p.play.fail(fmt.Errorf("%s: %w", kind, err))
	}
	return false
}

// bettor bets and asks until the game ends.
func (p *player) bettor(ctx context.Context) {
	for !p.ended() && ctx.Err() == nil {
		p.pause(time.Duration(rand.Float64() * 4 * float64(time.Second)))
		if p.ended() {
			return
		}
		if rand.IntN(8) == 0 {
			text := fmt.Sprint("What is ", rand.IntN(1000), "?")
			p.act(ctx, "question", map[string]any{"text": text})
			continue
		}
		before := time.Now()
		side := []trade.Side{trade.Human, trade.Computer}[rand.IntN(2)]
		if p.act(ctx, "bet", map[string]any{"side": side}) {
			p.own(ctx, before)
		}
	}
}

// own waits for the message of the player's own last trade, which says when it was in the game.
func (p *player) own(ctx context.Context, before time.Time) {
	for ctx.Err() == nil {
		p.mu.Lock()
		n, changed := 0, p.changed
		var last message
		for _, m := range p.messages {
			if m.Kind == "holding" {
				n, last = n+1, m
			}
		}
		bets := p.done["bet"]
		p.mu.Unlock()
		if n >= bets {
			p.play.trade(p.game, last.Time, before)
			return
		}
		select {
		case <-changed:
		case <-time.After(100 * time.Millisecond):
			if p.ended() {
				return
			}
		}
	}
}

// target answers questions until the game ends.
func (p *player) target(ctx context.Context) {
	answered := 0
	for !p.ended() && ctx.Err() == nil {
		p.mu.Lock()
		changed, current := p.changed, 0
		for _, m := range p.messages {
			if m.Kind == "question" {
				current = m.Number
			}
		}
		p.mu.Unlock()
		if current > answered {
			p.pause(time.Second + time.Duration(rand.Float64()*3*float64(time.Second)))
			if p.act(ctx, "answer", map[string]any{"number": current, "text": "It is what it is."}) {
				answered = current
			}
			continue
		}
		select {
		case <-changed:
		case <-time.After(time.Second):
		}
	}
}

// pause waits, or until the game ends.
func (p *player) pause(d time.Duration) {
	end := time.After(d)
	for !p.ended() {
		p.mu.Lock()
		changed := p.changed
		p.mu.Unlock()
		select {
		case <-changed:
		case <-end:
			return
		}
	}
}

// ended reports whether the end is among the last messages, after which only texts come.
func (p *player) ended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.messages[max(0, len(p.messages)-100):], func(m message) bool {
		return m.Kind == "end"
	})
}

// follow reads the stream of the game until nothing follows, and connects again where it breaks.
func (p *player) follow(ctx context.Context) {
	for ctx.Err() == nil {
		over, err := p.stream(ctx)
		if over {
			return
		}
		if err != nil {
			p.play.fail(err)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (p *player) stream(ctx context.Context) (over bool, err error) {
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

// take takes in a message. The ids of a player's messages have no gaps, whatever breaks.
func (p *player) take(id int, text string) error {
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
	close(p.changed)
	p.changed = make(chan struct{})
	return nil
}
