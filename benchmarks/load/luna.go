package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/luna/game"
)

// lunaPlan describes runs of the Luna Game.
type lunaPlan struct {
	games, clients, kills int
	delay                 time.Duration
	seed                  uint64
}

func lunaFlags(flags *flag.FlagSet) plan {
	p := &lunaPlan{}
	flags.IntVar(&p.games, "games", 200, "number of games played at the same time")
	flags.IntVar(&p.clients, "clients", 100, "number of players, a fifth of them machines")
	flags.IntVar(&p.kills, "kills", 20, "number of times that the server is killed and restarted")
	flags.DurationVar(&p.delay, "delay", 250*time.Millisecond, "maximum wait before a submission")
	flags.Uint64Var(&p.seed, "seed", 1, "seed of what the players do")
	return p
}

func (p *lunaPlan) run(ctx context.Context, dir, program string) ([][]string, error) {
	rows := [][]string{{"games", "clients", "waits up to", "kills", "games/s", "requests/s", "p50", "p99",
		"maximum", "back within", "CPU", "peak memory"}}
	for i, p := range []*lunaPlan{p, {games: p.games, clients: p.clients, seed: p.seed}} {
		r, err := p.play(ctx, program, filepath.Join(dir, fmt.Sprintf("luna%d.db", i)))
		if err != nil {
			return nil, err
		}
		rows = append(rows, r.row())
	}
	return rows, nil
}

// lunaResult describes how a run went.
type lunaResult struct {
	*lunaPlan
	server     *process.Server
	clock      *clock
	killed     int           // number of kills while games were played
	took, back time.Duration // total time, and maximum time until the server was back
}

func (r *lunaResult) row() []string {
	seconds, all := r.took.Seconds(), r.clock.of("")
	return append([]string{fmt.Sprint(r.games), fmt.Sprint(r.clients), r.delay.String(),
		fmt.Sprint(r.killed), fmt.Sprintf("%.0f", float64(r.games)/seconds),
		fmt.Sprintf("%.0f", float64(all.Count())/seconds), milliseconds(all.Quantile(.5)),
		milliseconds(all.Quantile(.99)), milliseconds(all.Quantile(1)), milliseconds(r.back)},
		usage(r.server, r.took)...)
}

// play carries out a plan on a new database and checks the outcome.
func (p *lunaPlan) play(ctx context.Context, program, db string) (r *lunaResult, err error) {
	defer must.Catch(&err)
	if p.clients < 2 || 2*p.games%p.clients != 0 ||
		2*p.games/p.clients > min(game.MaxActive, p.clients-1) {
		return nil, fmt.Errorf("%d games cannot be shared equally by %d clients, each in at "+
			"most %d games with different others", p.games, p.clients, game.MaxActive)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	s := must.Get(process.NewServer(program, db, "--machine-games",
		"--grace-machines", "0s")) // all pair with all at once, so that the number of games is known
	must.Do(s.Start(ctx))
	defer s.Kill()
	r = &lunaResult{lunaPlan: p, server: s, clock: newClock(nil)}
	defer r.clock.CloseIdleConnections()
	players := make([]*lunaPlayer, p.clients)
	play := make([]func(context.Context) error, p.clients)
	var ready sync.WaitGroup
	ready.Add(p.clients)
	for i := range players {
		x := newLunaPlayer(s.Base, &http.Client{Transport: r.clock}, i, *p)
		must.Do(x.register(ctx, i))
		players[i], play[i] = x, func(ctx context.Context) error {
			if err := x.play(ctx, 2*p.games/p.clients, &ready); err != nil {
				return fmt.Errorf("%s: %w", x.name, err)
			}
			return nil
		}
	}
	rng, began := rand.New(rand.NewPCG(p.seed, 1<<40)), time.Now()
	r.killed, r.back, err = crashes{p.kills, func() time.Duration {
		return 20*time.Millisecond + time.Duration(rng.Int64N(int64(p.delay)+1))
	}}.together(ctx, s, play)
	must.Do(err)
	r.took = time.Since(began)
	o := collect(ctx, players)
	must.Do(s.Stop())
	must.Do(o.check(ctx, players, p.games, db))
	verify := exec.CommandContext(ctx, program, "admin", "verify", "--db", db)
	if out, err := verify.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("luna admin verify: %w: %s", err, out)
	}
	return r, nil
}
