package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// tradePlan describes a run of Turing Trade.
type tradePlan struct {
	games, seconds, kills int
}

func tradeFlags(flags *flag.FlagSet) plan {
	p := &tradePlan{}
	flags.IntVar(&p.games, "games", 100, "number of games played at the same time")
	flags.IntVar(&p.seconds, "seconds", 60, "how long a game takes")
	flags.IntVar(&p.kills, "kills", 10, "number of times that the server is killed in a second run")
	return p
}

func (p *tradePlan) run(ctx context.Context, dir, program string) ([][]string, error) {
	rows := [][]string{{"games", "kills", "trades", "p50", "p99", "maximum", "action p99", "messages",
		"annulled", "CPU", "peak memory"}}
	runs := []*tradePlan{{games: p.games, seconds: p.seconds}}
	if p.kills > 0 {
		runs = append(runs, p)
	}
	for i, p := range runs {
		r, err := p.play(ctx, program, filepath.Join(dir, fmt.Sprint("trade", i, ".db")))
		if err != nil {
			return nil, err
		}
		rows = append(rows, r.row())
	}
	return rows, nil
}

// match is a run.
type match struct {
	actions, trades measure.Latencies
	seated          sync.WaitGroup // of the bettors
	full            chan struct{}  // closed when all bettors are in games

	mu   sync.Mutex
	sent map[string]time.Time // when trades were sent, by game and time
}

func tradeKey(game string, t float64) string { return fmt.Sprintf("%s %.6f", game, t) }

// trade notes when a trade was sent.
func (m *match) trade(game string, t float64, sent time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if earlier, ok := m.sent[tradeKey(game, t)]; !ok || sent.Before(earlier) {
		m.sent[tradeKey(game, t)] = sent
	}
}

// tradeResult holds the measurements of a run.
type tradeResult struct {
	*tradePlan
	*match
	server                   *process.Server
	bets, messages, annulled int
	took                     time.Duration
}

func (r *tradeResult) row() []string {
	return append([]string{
		fmt.Sprint(r.games), fmt.Sprint(r.kills), fmt.Sprint(r.bets),
		milliseconds(r.trades.Quantile(0.5)), milliseconds(r.trades.Quantile(0.99)),
		milliseconds(r.trades.Quantile(1)), milliseconds(r.actions.Quantile(0.99)),
		fmt.Sprint(r.messages), fmt.Sprint(r.annulled),
	}, usage(r.server, r.took)...)
}

// play plays all games.
func (p *tradePlan) play(ctx context.Context, program, db string) (r *tradeResult, err error) {
	defer must.Catch(&err)
	s := must.Get(process.NewServer(program, db, "--trade-patience", "1s", "--trade-seconds",
		fmt.Sprint(p.seconds), "--limit-registrations", "100000/1ms", "--limit-logins", "100000/1ms"))
	must.Do(s.Start(ctx))
	defer s.Kill()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(p.seconds)*time.Second+5*time.Minute)
	defer cancel()
	m := &match{sent: make(map[string]time.Time), full: make(chan struct{})}
	m.seated.Add(3 * p.games)
	c := newClock(nil)
	defer c.CloseIdleConnections()
	players := make([]*trader, 4*p.games)
	play := make([]func(context.Context) error, len(players))
	for i := range players {
		x := &trader{
			Player: ask.Player{Client: &http.Client{Transport: c}, Base: s.Base}, play: m, role: "bettor",
			changed: make(chan struct{}), done: make(map[string]int),
		}
		if i%4 == 3 {
			x.role = "target"
		}
		var token struct{ Token string }
		must.Do(x.Do(ctx, "GET", "/registerGuest", nil, &token))
		x.Token = token.Token
		players[i], play[i] = x, x.playGame
	}
	start := time.Now()
	go func() {
		m.seated.Wait()
		close(m.full)
		log.Printf("%d games began within %.1f s", p.games, time.Since(start).Seconds())
	}()
	killed, _, err := crashes{p.kills, func() time.Duration {
		share := (0.5 + rand.Float64()/2) / float64(p.kills+1)
		return time.Duration(share * float64(p.seconds) * float64(time.Second))
	}}.together(ctx, s, play)
	if err == nil && killed < p.kills {
		err = errors.New("the games ended before the server was killed as often as planned")
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, s.Output())
	}
	r = &tradeResult{tradePlan: p, match: m, server: s, took: time.Since(start)}
	must.Do(r.check(ctx, players))
	return r, s.Stop()
}
