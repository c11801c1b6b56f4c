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

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade"
)

// playTrade plays games of Turing Trade, and again while the server is killed.
func playTrade(ctx context.Context, b *bench) finding {
	rows := [][]string{{"games", "kills", "trades", "action p50", "p99", "maximum", "annulled", "CPU",
		"peak memory"}}
	for _, n := range b.games {
		rows = append(rows, b.tradeGames(ctx, n, 0))
		if b.kills > 0 {
			rows = append(rows, b.tradeGames(ctx, n, b.kills))
		}
	}
	return finding{rows: rows}
}

// tradeGames plays games at the same time on a new database, checks the outcome and returns a row
// of the table.
func (b *bench) tradeGames(ctx context.Context, games, kills int) []string {
	ctx, cancel := context.WithTimeout(ctx, b.time+5*time.Minute)
	defer cancel()
	s := b.serve(ctx, b.luna, "serve", "--db", b.path(fmt.Sprintf("trade%d-%d.db", games, kills)),
		"--trade-patience", "1s", "--trade-seconds", fmt.Sprintf("%.0f", b.time.Seconds()),
		"--limit-registrations", "100000/1ms", "--limit-logins", "100000/1ms")
	times := newClock()
	defer times.CloseIdleConnections()
	var seated sync.WaitGroup // bettors
	seated.Add(3 * games)
	full := make(chan time.Time)
	players, play := make([]*trader, 4*games), make([]func(context.Context) error, 4*games)
	for i := range players {
		c := get(client.New(s.base, "", client.Options{HTTP: &http.Client{Transport: times},
			FirstWait: 50 * time.Millisecond}))
		get(c.RegisterGuest(ctx))
		p := &trader{Client: c, way: times, role: []string{"bettor", "bettor", "bettor", "target"}[i%4]}
		players[i], play[i] = p, func(ctx context.Context) error { return p.enter(ctx, &seated, full) }
	}
	start := time.Now()
	go func() {
		seated.Wait()
		close(full)
		log.Printf("%d games began within %.1f s", games, time.Since(start).Seconds())
	}()
	killed, _ := s.together(ctx, kills, func() time.Duration {
		return time.Duration((0.5 + rand.Float64()/2) / float64(kills+1) * float64(b.time))
	}, play)
	if killed < kills {
		do(errors.New("the games ended before the server was killed as often as planned"))
	}
	took := time.Since(start)
	bets, annulled := checkTrades(ctx, players)
	s.stop()
	row := []string{fmt.Sprint(games), fmt.Sprint(kills), fmt.Sprint(bets)}
	for _, q := range []float64{.5, .99, 1} {
		row = append(row, milliseconds(times.of("POST act").Quantile(q)))
	}
	return append(append(row, fmt.Sprint(annulled)), s.usage(took)...)
}

// checkTrades compares the messages to the players with the public logs: everything acknowledged
// must have happened once, nothing else, and the messages must be those that follow from the log.
func checkTrades(ctx context.Context, players []*trader) (bets, annulled int) {
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
			if n := counts[kind] - p.done[kind]; n < 0 || n > p.unknown {
				do(fmt.Errorf("game %s, %s: the log has %d × %s, %d were acknowledged", p.game,
					p.name, counts[kind], kind, p.done[kind]))
			}
		}
		if want := get(p.TradeMessages(ctx, p.game, 0, 0)).Messages; !reflect.DeepEqual(p.messages, want) {
			do(fmt.Errorf("game %s, %s: the messages were %+v, are %+v", p.game, p.name, p.messages, want))
		}
	}
	for _, g := range games {
		bets += g.Bets()
		if end, _ := g.Ended(); end.Reason == trade.Annulled {
			annulled++
		}
	}
	return bets, annulled
}

// logs reads the public logs.
func logs(ctx context.Context, p *trader) map[string]*trade.Played {
	a := get(p.way.RoundTrip(get(http.NewRequestWithContext(ctx, http.MethodGet,
		p.Server()+"/trade/logs.jsonl", nil))))
	defer a.Body.Close()
	games := make(map[string]*trade.Played)
	for g, err := range trade.ReadLogs(a.Body, "logs, "+a.Status) {
		do(err)
		games[g.Settings().Game] = g
	}
	return games
}
