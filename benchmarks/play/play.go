package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/luna/game"
)

// plan describes a run.
type plan struct {
	games, clients, kills int
	delay                 time.Duration
	seed                  uint64
}

// result describes how a run went.
type result struct {
	plan
	killed        int // number of kills while games were played
	requests      int
	took, restart time.Duration // total time, and maximum time until the server was back
	p50, p99, max time.Duration
}

func (r result) String() string {
	return fmt.Sprintf("%d games at a time by %d clients, waits up to %v, %d kills: all "+
		"consistent, none lost, ratings as in the log\n"+
		"  %.1f s, %.0f games/s, %.0f requests/s; a request p50 %.1f ms, p99 %.1f ms, at most "+
		"%.0f ms; back after a kill within %.0f ms",
		r.games, r.clients, r.delay, r.killed, r.took.Seconds(), float64(r.games)/r.took.Seconds(),
		float64(r.requests)/r.took.Seconds(),
		milliseconds(r.p50), milliseconds(r.p99), milliseconds(r.max), milliseconds(r.restart))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// play carries out a plan on a new database and checks the outcome.
func play(ctx context.Context, program, db string, p plan) (*result, error) {
	if p.clients < 2 || 2*p.games%p.clients != 0 ||
		2*p.games/p.clients > min(game.MaxActive, p.clients-1) {
		return nil, fmt.Errorf("%d games cannot be shared equally by %d clients, each in at "+
			"most %d games with different others", p.games, p.clients, game.MaxActive)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	s, err := process.NewServer(program, db, "--machine-games",
		"--grace-machines", "0s") // all pair with all at once, so that the number of games is known
	if err != nil {
		return nil, err
	}
	if err := s.Start(ctx); err != nil {
		return nil, err
	}
	defer s.Kill()
	transport := &http.Transport{MaxIdleConnsPerHost: 2 * p.clients}
	defer transport.CloseIdleConnections()
	took := &measure.Latencies{}
	players := make([]*player, p.clients)
	for i := range players {
		players[i] = &player{
			client: client{http: &http.Client{Transport: transport, Timeout: time.Minute},
				base: s.Base, took: took},
			name: fmt.Sprintf("player %d", i), rng: rand.New(rand.NewPCG(p.seed, uint64(i))),
			delay:        p.delay,
			acknowledged: make(map[game.GameID]*submitted),
		}
		if err := players[i].register(ctx, i); err != nil {
			return nil, fmt.Errorf("%s: %w", players[i].name, err)
		}
	}
	r := &result{plan: p}
	if err := r.play(ctx, s, players); err != nil {
		return nil, err
	}
	r.requests = took.Count()
	r.p50, r.p99, r.max = took.Quantile(.5), took.Quantile(.99), took.Quantile(1)
	o, err := collect(ctx, players)
	if err != nil {
		return nil, err
	}
	if err := s.Stop(); err != nil {
		return nil, err
	}
	if err := o.check(ctx, players, p.games, db); err != nil {
		return nil, err
	}
	return r, verify(ctx, program, db)
}

// play has the players play while the server is killed.
func (r *result) play(ctx context.Context, s *process.Server, players []*player) error {
	began := time.Now()
	var wg, ready sync.WaitGroup
	failures := make([]error, len(players)+1)
	ready.Add(len(players))
	for i, p := range players {
		wg.Go(func() {
			if failures[i] = p.play(ctx, 2*r.games/len(players), &ready); failures[i] != nil {
				failures[i] = fmt.Errorf("%s: %w", p.name, failures[i])
			}
		})
	}
	over := make(chan struct{})
	go func() {
		wg.Wait()
		r.took = time.Since(began)
		close(over)
	}()
	failures[len(players)] = r.kill(ctx, s, rand.New(rand.NewPCG(r.seed, 1<<40)), over)
	<-over
	return errors.Join(failures...)
}

// kill kills and restarts the server at random moments until the games are over.
func (r *result) kill(
	ctx context.Context, s *process.Server, rng *rand.Rand, over <-chan struct{},
) error {
	for r.killed < r.kills {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-over:
			return nil
		case <-time.After(20*time.Millisecond + time.Duration(rng.Int64N(int64(r.delay)+1))):
		}
		r.killed++
		s.Kill()
		began := time.Now()
		if err := s.Start(ctx); err != nil {
			return err
		}
		r.restart = max(r.restart, time.Since(began))
	}
	return nil
}
