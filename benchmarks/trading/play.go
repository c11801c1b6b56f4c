package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// match is a run.
type match struct {
	actions, trades measure.Latencies
	full            chan struct{} // closed when all bettors are in games

	mu   sync.Mutex
	sent map[string]time.Time // when trades were sent, by game and time
	err  error
}

// fail ends the run.
func (m *match) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = errors.Join(m.err, err)
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

// result is what a run has measured.
type result struct {
	match    *match
	trades   int
	messages int
	usage    usage
	took     time.Duration
	annulled int
}

func (r result) row(p plan) []string {
	m := r.match
	return []string{
		fmt.Sprint(p.games), fmt.Sprint(p.kills), fmt.Sprint(r.trades),
		milliseconds(m.trades.Quantile(0.5)), milliseconds(m.trades.Quantile(0.99)),
		milliseconds(m.trades.Quantile(1)), milliseconds(m.actions.Quantile(0.99)),
		fmt.Sprint(r.messages), fmt.Sprintf("%.1f s of %.0f s", r.usage.cpu.Seconds(), r.took.Seconds()),
		measure.Bytes(r.usage.peak), fmt.Sprint(r.annulled),
	}
}

// play has all games played.
func play(ctx context.Context, program, db string, p plan) (*result, error) {
	s, err := newServer(program, db, p.seconds)
	if err != nil {
		return nil, err
	}
	if err := s.Start(ctx); err != nil {
		return nil, err
	}
	defer s.Kill()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(p.seconds)*time.Second+5*time.Minute)
	defer cancel()
	m := &match{sent: make(map[string]time.Time), full: make(chan struct{})}
	client := &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: 1000, IdleConnTimeout: time.Minute,
	}}
	defer client.CloseIdleConnections()
	players := make([]*player, 0, 4*p.games)
	for i := range 4 * p.games {
		role := "bettor"
		if i%4 == 3 {
			role = "target"
		}
		x := &player{
			Player: ask.Player{Client: client, Base: s.Base}, play: m, role: role,
			changed: make(chan struct{}), done: make(map[string]int),
		}
		var token struct{ Token string }
		if err := x.Do(ctx, "GET", "/registerGuest", nil, &token); err != nil {
			return nil, err
		}
		x.Token = token.Token
		players = append(players, x)
	}
	start := time.Now()
	var all, bettors sync.WaitGroup
	bettors.Add(3 * p.games)
	for _, x := range players {
		all.Go(func() {
			err := x.enter(ctx)
			if x.role == "bettor" {
				bettors.Done()
			}
			if err != nil || x.game == "" {
				if err != nil {
					m.fail(err)
				}
				return
			}
			var own sync.WaitGroup
			own.Go(func() { x.follow(ctx) })
			if x.role == "bettor" {
				x.bettor(ctx)
			} else {
				x.target(ctx)
			}
			own.Wait()
		})
	}
	bettors.Wait()
	close(m.full)
	fmt.Printf("%d games began within %.1f s\n", p.games, time.Since(start).Seconds())
	stop := make(chan struct{})
	var killing sync.WaitGroup
	killing.Go(func() { err = errors.Join(err, s.crash(ctx, p, stop)) })
	all.Wait()
	close(stop)
	killing.Wait()
	r := &result{match: m, took: time.Since(start)}
	if err := errors.Join(err, m.err, ctx.Err()); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, s.Output())
	}
	if err := r.check(ctx, players); err != nil {
		return nil, err
	}
	if err := s.stop(); err != nil {
		return nil, err
	}
	r.usage = s.usage
	return r, nil
}

// crash kills the server and starts it again, at random moments of the time of a game.
func (s *server) crash(ctx context.Context, p plan, stop <-chan struct{}) error {
	for range p.kills {
		pause := float64(p.seconds) / float64(p.kills+1) * (0.5 + rand.Float64()/2)
		select {
		case <-time.After(time.Duration(pause * float64(time.Second))):
		case <-stop:
			return errors.New("the games ended before the server was killed as often as planned")
		}
		s.kill()
		if err := s.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}
