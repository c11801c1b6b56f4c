package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade"
)

// trader is a player of one game.
type trader struct {
	*client.Client
	way  http.RoundTripper
	role string // bettor or target
	game string // once it has begun
	name string // in the game
	keys int

	done     map[trade.Kind]int // acknowledged actions
	unknown  int                // actions that may have been done
	messages []trade.Message
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

// post posts what the client cannot, until the server answers. It reports whether that was done,
// and whether it may have been: the server was killed, and then refused because of what happened.
func post(
	ctx context.Context, g *client.Client, h http.RoundTripper, path string, body map[string]any,
) (done, unknown bool) {
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
				return true, false
			case http.StatusConflict:
				return false, unknown
			case http.StatusServiceUnavailable, http.StatusTooManyRequests:
			default:
				do(fmt.Errorf("%s: status %d: %.200s", path, a.StatusCode, answer))
			}
		}
		unknown = unknown || err != nil
		do(parallel.Sleep(ctx, 50*time.Millisecond))
	}
}

// enter plays a game if the player gets one: a person who offers to be the target and is not chosen
// has none once all bettors are seated and full is closed.
func (p *trader) enter(ctx context.Context, seated *sync.WaitGroup, full <-chan time.Time) (err error) {
	defer catch(&err)
	if p.role == "bettor" {
		p.game = enterTrade(ctx, p.Client, p.way, p.role, nil)
		seated.Done()
	} else if p.game = enterTrade(ctx, p.Client, p.way, p.role, full); p.game == "" {
		return nil
	}
	return p.play(ctx)
}

// play plays a game until it is over: a target answers at once, a bettor asks, and asks or bets now
// and then. Messages must follow each other without gaps, whatever breaks.
func (p *trader) play(ctx context.Context) (err error) {
	defer catch(&err)
	p.done = make(map[trade.Kind]int)
	p.name = get(p.TradeGame(ctx, p.game)).Name
	var next time.Time
	for {
		if now := time.Now(); p.role == "bettor" && now.After(next) {
			p.bet(ctx)
			next = now.Add(rand.N(4 * time.Second))
		}
		m := get(p.TradeMessages(ctx, p.game, len(p.messages), rand.N(time.Second)))
		p.messages = append(p.messages, m.Messages...)
		if m.Next != len(p.messages) {
			return fmt.Errorf("found message %d, expected %d", m.Next, len(p.messages))
		}
		for _, x := range m.Messages {
			if x.Kind == trade.Asked && p.role == "target" {
				p.act(ctx, trade.Answer, map[string]any{"number": x.Number, "text": "It is what it is."})
			}
		}
		if m.Over {
			return nil
		}
	}
}

// bet asks a question, the first time and now and then, or bets.
func (p *trader) bet(ctx context.Context) {
	if p.keys == 0 || rand.IntN(8) == 0 {
		p.act(ctx, trade.Question, map[string]any{"text": fmt.Sprint("What is ", rand.IntN(1000), "?")})
		return
	}
	side := []trade.Side{trade.Human, trade.Computer}[rand.IntN(2)]
	p.act(ctx, trade.Bet, map[string]any{"side": side})
}

// act carries out an action in the game, under one idempotency key.
func (p *trader) act(ctx context.Context, kind trade.Kind, fields map[string]any) {
	p.keys++
	fields["type"], fields["key"] = kind, strconv.Itoa(p.keys)
	if done, unknown := post(ctx, p.Client, p.way, "/games/"+p.game+"/act", fields); done {
		p.done[kind]++
	} else if unknown {
		p.unknown++
	}
}
