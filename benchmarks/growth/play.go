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
	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// player is a person who plays while the server is measured.
type player struct {
	base, name, token string
}

// times are the durations of requests by kind.
type times struct{ enter, guess, profile, home measure.Latencies }

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: active},
	Timeout: 2 * time.Minute}

// do sends a request and decodes the answer, all of which is read.
func (p *player) do(ctx context.Context, method, path string, body, answer any) error {
	return ask.Player{Client: client, Base: p.base, Token: p.token}.Do(ctx, method, path, body, answer)
}

// timed is do, repeated while there are too many requests. It adds how long the last one took.
func (p *player) timed(
	ctx context.Context, l *measure.Latencies, method, path string, body, answer any,
) error {
	for {
		began := time.Now()
		err := p.do(ctx, method, path, body, answer)
		// Long answers count against the limit of requests.
		if r, ok := errors.AsType[*ask.Refusal](err); ok && r.Status == http.StatusTooManyRequests {
			if err := pause.For(ctx, time.Second); err != nil {
				return err
			}
			continue
		}
		if err == nil {
			l.Add(time.Since(began))
		}
		return err
	}
}

// playAll has players play at the same time for a while.
func playAll(ctx context.Context, players []*player, load time.Duration) (*times, error) {
	end := time.Now().Add(load)
	t := &times{}
	failures := make([]error, len(players))
	var wg sync.WaitGroup
	for i, p := range players {
		if i == 0 {
			continue // whose long lists are measured on their own
		}
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			for failures[i] == nil && time.Now().Before(end) {
				failures[i] = p.play(ctx, rng, end, t)
			}
		})
	}
	wg.Wait()
	return t, errors.Join(failures...)
}

// think waits as somebody does who reads, 150 ms on average.
func think(ctx context.Context, rng *rand.Rand) error {
	return pause.For(ctx, time.Duration(rng.Int64N(int64(300*time.Millisecond))))
}

// five returns one of the sets of texts of a player.
func (p *player) five(what string, set int) (list []string) {
	for i := range game.Questions {
		list = append(list, fmt.Sprintf("%s %d of %s %x?", what, i, p.name, set))
	}
	return list
}

// play plays a game, or as much of it as the time allows.
func (p *player) play(ctx context.Context, rng *rand.Rand, end time.Time, t *times) error {
	var g wire.Game
	if err := p.timed(ctx, &t.enter, http.MethodPost, "/home",
		wire.Questions{Questions: p.five("question", rng.IntN(8))}, &g); err != nil {
		return err
	}
	path := "/home/" + string(g.ID)
	for time.Now().Before(end) {
		if err := think(ctx, rng); err != nil {
			return err
		}
		if err := p.do(ctx, http.MethodGet, path, nil, &g); err != nil {
			return err
		}
		var err error
		switch {
		case !g.Active:
			if err = p.timed(ctx, &t.profile, http.MethodGet, "/profile", nil, nil); err == nil {
				err = p.timed(ctx, &t.home, http.MethodGet, "/home", nil, nil)
			}
			if err != nil {
				return err
			}
			return think(ctx, rng)
		case g.Turn != game.ToAct:
			continue
		case g.Phase/2 == 1:
			err = p.do(ctx, http.MethodPost, path+"/response",
				wire.Responses{Responses: p.five("response", rng.IntN(8))}, &g)
		case g.Phase/2 == 2:
			err = p.timed(ctx, &t.guess, http.MethodPost, path+"/guess",
				wire.Guess{Guess: float64(rng.IntN(101))}, &g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// homes measures the list of games of the busiest player.
func homes(ctx context.Context, p *player) (*measure.Latencies, error) {
	l := &measure.Latencies{}
	for range 20 {
		if err := p.timed(ctx, l, http.MethodGet, "/home", nil, nil); err != nil {
			return nil, err
		}
	}
	return l, nil
}
