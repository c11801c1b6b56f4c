package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade"
)

// playTrade plays games of Turing Trade, and again while the server is killed. It measures how long
// a trade takes until everybody's curve shows it.
func playTrade(ctx context.Context, b *bench) finding {
	rows := [][]string{{"games", "kills", "trades", "p50", "p99", "maximum", "action p99", "messages",
		"annulled", "CPU", "peak memory"}}
	for _, n := range b.games {
		rows = append(rows, b.tradeGames(ctx, n, 0))
		if b.kills > 0 {
			rows = append(rows, b.tradeGames(ctx, n, b.kills))
		}
	}
	return finding{rows: rows}
}

// match is a run.
type match struct {
	actions, trades measure.Latencies
	seated          sync.WaitGroup // of the bettors
	full            chan time.Time // closed when all bettors are in games

	mu   sync.Mutex
	sent map[at]time.Time // when trades were sent
}

// at is a moment of a game.
type at struct {
	game string
	time time.Duration
}

// trade notes when a trade was sent.
func (m *match) trade(of at, sent time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if earlier, ok := m.sent[of]; !ok || sent.Before(earlier) {
		m.sent[of] = sent
	}
}

// tradeGames plays games at the same time on a new database, checks the outcome and returns a row
// of the table.
func (b *bench) tradeGames(ctx context.Context, games, kills int) []string {
	ctx, cancel := context.WithTimeout(ctx, b.time+5*time.Minute)
	defer cancel()
	s := b.serve(ctx, b.luna, "serve", "--db", b.path(fmt.Sprintf("trade%d-%d.db", games, kills)),
		"--trade-patience", "1s", "--trade-seconds", fmt.Sprintf("%.0f", b.time.Seconds()),
		"--limit-registrations", "100000/1ms", "--limit-logins", "100000/1ms")
	m := &match{sent: make(map[at]time.Time), full: make(chan time.Time)}
	m.seated.Add(3 * games)
	connections := newClock()
	defer connections.CloseIdleConnections()
	players, play := make([]*trader, 4*games), make([]func(context.Context) error, 4*games)
	for i := range players {
		h := &http.Client{Transport: connections}
		p := &trader{
			Client: get(client.New(s.base, "", client.Options{HTTP: h, FirstWait: 50 * time.Millisecond})),
			http:   h, match: m, role: "bettor", changed: make(chan struct{}), done: make(map[trade.Kind]int),
		}
		if i%4 == 3 {
			p.role = "target"
		}
		get(p.RegisterGuest(ctx))
		players[i], play[i] = p, p.play
	}
	start := time.Now()
	go func() {
		m.seated.Wait()
		close(m.full)
		log.Printf("%d games began within %.1f s", games, time.Since(start).Seconds())
	}()
	killed, _ := s.together(ctx, kills, func() time.Duration {
		return time.Duration((0.5 + rand.Float64()/2) / float64(kills+1) * float64(b.time))
	}, play)
	if killed < kills {
		do(errors.New("the games ended before the server was killed as often as planned"))
	}
	took := time.Since(start)
	bets, messages, annulled := m.check(ctx, players)
	s.stop()
	row := []string{fmt.Sprint(games), fmt.Sprint(kills), fmt.Sprint(bets)}
	for _, q := range []float64{.5, .99, 1} {
		row = append(row, milliseconds(m.trades.Quantile(q)))
	}
	return append(append(row, milliseconds(m.actions.Quantile(.99)), fmt.Sprint(messages),
		fmt.Sprint(annulled)), s.usage(took)...)
}

// check compares the messages to the players with the public logs: everything acknowledged must
// have happened once, and every stream must be the one that follows from the log.
func (m *match) check(ctx context.Context, players []*trader) (bets, messages, annulled int) {
	games := logs(ctx, players[0])
	for _, p := range players {
		if p.game == "" {
			continue
		}
		g := games[p.game]
		if g == nil {
			do(fmt.Errorf("game %s is not among the logs", p.game))
		}
		counts := make(map[trade.Kind]int)
		for _, e := range g.Log {
			if e.Bettor == p.name && p.role == "bettor" || e.Kind == trade.Answer && p.role == "target" {
				counts[e.Kind]++
			}
		}
		for _, kind := range []trade.Kind{trade.Bet, trade.Question, trade.Answer} {
			if counts[kind] != p.done[kind] {
				do(fmt.Errorf("game %s, %s: the log has %d × %s, %d were acknowledged", p.game,
					p.name, counts[kind], kind, p.done[kind]))
			}
		}
		want := get(p.TradeMessages(ctx, p.game, 0, 0)).Messages
		if len(want) != len(p.messages) {
			do(fmt.Errorf("game %s, %s: got %d messages, expected %d", p.game, p.name, len(p.messages),
				len(want)))
		}
		for i, got := range p.messages {
			if !reflect.DeepEqual(got.Message, want[i]) {
				do(fmt.Errorf("game %s, %s: message %d was %+v, is %+v", p.game, p.name, i+1, got.Message,
					want[i]))
			}
			if sent, ok := m.sent[at{p.game, got.Time}]; ok && got.Kind == trade.Priced {
				m.trades.Add(got.came.Sub(sent))
			}
		}
		messages += len(p.messages)
	}
	for _, g := range games {
		bets += g.Bets()
		if end, _ := g.Ended(); end.Reason == trade.Annulled {
			annulled++
		}
	}
	return bets, messages, annulled
}

// logs reads the public logs.
func logs(ctx context.Context, p *trader) map[string]*trade.Played {
	a := get(p.http.Do(get(http.NewRequestWithContext(ctx, http.MethodGet, p.Server()+"/trade/logs.jsonl", nil))))
	defer a.Body.Close()
	games := make(map[string]*trade.Played)
	for g, err := range trade.ReadLogs(a.Body, "logs, "+a.Status) {
		do(err)
		games[g.Settings().Game] = g
	}
	return games
}
