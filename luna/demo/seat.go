package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// seat lets a simulated person play on a server.
type seat struct {
	*person
	client *client.Client
	gate   *gate
}

// gate lets one person at a time open a game and wait for an opponent in it. If two games were
// open, one of the two people would join the other's.
type gate struct {
	turn    chan struct{}
	waiting atomic.Int64 // people who have no opponent
}

const (
	// thinking is about how long a person takes to respond or to guess.
	thinking = 600 * time.Millisecond
	// A person whose opponent does not act leaves after a while, and sooner if nobody is free.
	patient, impatient = 30 * time.Minute, 30 * time.Second
	// rounds is the number of games that each person plays to get a rating.
	rounds = 4
)

// patience depends on whether somebody is left to play.
func (g *gate) patience() time.Duration {
	if g.waiting.Load() == 0 {
		return impatient
	}
	return patient
}

// enter registers people with a server, and makes them play each other, so that they have ratings
// before anybody else comes.
func enter(ctx context.Context, server string, people []*person, seed uint64) ([]*seat, error) {
	g := &gate{turn: make(chan struct{}, 1)}
	seats := make([]*seat, len(people))
	for i, p := range people {
		c, err := client.New(server, "",
			client.Options{FirstWait: 50 * time.Millisecond, Agent: "luna-demo"})
		if err != nil {
			return nil, err
		}
		seats[i] = &seat{p, c, g}
	}
	err := parallel.Do(ctx, len(seats), len(seats), func(i int) error {
		// Without consent, since published games do not say that people are simulated.
		_, err := seats[i].client.Register(ctx, wire.Credentials{Username: seats[i].name,
			Password: "simulated person"})
		return err
	}, nil)
	rng := numbers.Stream(seed, "luna/demo/arena", 0)
	for range rounds {
		order := rng.Perm(len(seats))
		for i := 0; i+1 < len(order) && err == nil; i += 2 {
			err = playAtOnce(ctx, seats[order[i]], seats[order[i+1]])
		}
	}
	return seats, err
}

// playAtOnce plays a whole game of two people without waiting. Nobody else may play.
func playAtOnce(ctx context.Context, pair ...*seat) error {
	for _, p := range pair {
		if _, err := p.client.NewGame(ctx, p.questions()); err != nil {
			return err
		}
	}
	for range 2 {
		for _, p := range pair {
			views, err := p.client.ActiveGames(ctx)
			if err == nil {
				_, err = p.act(ctx, views[0])
			}
			if err != nil {
				return fmt.Errorf("warm-up of %s: %w", p.name, err)
			}
		}
	}
	return nil
}

// play plays games, one after the other, until the context ends.
func (p *seat) play(ctx context.Context) error {
	for {
		if err := p.next(ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
}

// next plays a new game. Nobody else may open one while it waits for an opponent.
func (p *seat) next(ctx context.Context) error {
	p.gate.waiting.Add(1)
	defer p.gate.waiting.Add(-1)
	select {
	case p.gate.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	leave := sync.OnceFunc(func() { <-p.gate.turn })
	defer leave()
	v, err := p.client.NewGame(ctx, p.questions())
	for err == nil && v.Active && v.Phase < 2 {
		v, err = p.look(ctx, v)
	}
	if err != nil {
		return err
	}
	leave()
	p.gate.waiting.Add(-1)
	defer p.gate.waiting.Add(1)
	return p.finish(ctx, v)
}

// look fetches a game again after a moment.
func (p *seat) look(ctx context.Context, v game.View) (game.View, error) {
	if err := parallel.Sleep(ctx, 100*time.Millisecond); err != nil {
		return v, err
	}
	return p.client.Game(ctx, v.ID)
}

// finish does what a game waits for until it has ended, if only because the opponent has left.
func (p *seat) finish(ctx context.Context, v game.View) (err error) {
	for acted := time.Now(); err == nil && v.Active && v.Turn != game.Complete; {
		switch {
		case v.Turn == game.ToAct:
			if err = parallel.Sleep(ctx, thinking/2+rand.N(thinking)); err != nil {
				return err
			}
			next, failed := p.act(ctx, v)
			refused, ok := errors.AsType[*client.Error](failed)
			if ok && refused.Status == http.StatusConflict { // the opponent may just have left
				next, failed = p.look(ctx, v)
			}
			v, err, acted = next, failed, time.Now()
		case time.Since(acted) > p.gate.patience():
			_, err = p.client.Deactivate(ctx, v.ID)
			return err
		default:
			v, err = p.look(ctx, v)
		}
	}
	return err
}

// act submits what the game waits for.
func (p *seat) act(ctx context.Context, v game.View) (game.View, error) {
	if game.Stage(v.Phase/2) == game.Responding {
		return p.client.Respond(ctx, v.ID, p.respond(game.QuestionTexts(v.OpQuestions)))
	}
	return p.client.Guess(ctx, v.ID, p.guess(game.ResponseTexts(v.OpResponses)))
}
