package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// visitor is a person who plays while the server is measured.
type visitor struct {
	*client.Client
	name string
}

// logIn logs a player in.
func logIn(ctx context.Context, server string, c *clock, i int) visitor {
	v := visitor{newClient(server, c), playerName(i)}
	must.Get(v.Login(ctx, v.name, password))
	return v
}

// home asks for the first page of the player's games.
func (v visitor) home(ctx context.Context) (err error) {
	for _, err = range v.EachGame(ctx) {
		break
	}
	return err
}

// five returns one of the sets of texts of a player.
func (v visitor) five(what string, set int) (list []string) {
	for i := range game.Questions {
		list = append(list, fmt.Sprintf("%s %d of %s %x?", what, i, v.name, set))
	}
	return list
}

// playAll lets people play at the same time for a while: all except the first one, whose long lists
// are measured separately.
func playAll(ctx context.Context, server string, c *clock, people int, load time.Duration) error {
	var end time.Time
	play := make([]func(context.Context) error, people)
	for i := range play {
		v, rng := logIn(ctx, server, c, i+1), rand.New(rand.NewPCG(1, uint64(i+1)))
		play[i] = func(ctx context.Context) (err error) {
			for err == nil && time.Now().Before(end) {
				err = v.play(ctx, rng, end)
			}
			return err
		}
	}
	end = time.Now().Add(load) // once all have logged in
	_, _, err := crashes{}.together(ctx, nil, play)
	return err
}

// think waits like somebody who reads, 150 ms on average.
func think(ctx context.Context, rng *rand.Rand) error {
	return parallel.Sleep(ctx, time.Duration(rng.Int64N(int64(300*time.Millisecond))))
}

// play plays a game, or as much of it as the time allows.
func (v visitor) play(ctx context.Context, rng *rand.Rand, end time.Time) (err error) {
	defer must.Catch(&err)
	g := must.Get(v.NewGame(ctx, v.five("question", rng.IntN(8))))
	for time.Now().Before(end) {
		must.Do(think(ctx, rng))
		g = must.Get(v.Game(ctx, g.ID))
		switch {
		case !g.Active:
			must.Get(v.Profile(ctx))
			must.Do(v.home(ctx))
			return think(ctx, rng)
		case g.Turn != game.ToAct:
		case g.Phase/2 == 1:
			must.Get(v.Respond(ctx, g.ID, v.five("response", rng.IntN(8))))
		default:
			must.Get(v.Guess(ctx, g.ID, float64(rng.IntN(101))))
		}
	}
	return nil
}

// playAlone lets two people, the busiest player and another one, play games, one request after the
// other, while nobody else plays. This shows how much processor time each request takes, which
// other programs affect less than the time until the answer.
func playAlone(ctx context.Context, server string, c *clock, games int) {
	for i := range active {
		v := logIn(ctx, server, newClock(nil), i)
		for _, g := range must.Get(v.ActiveGames(ctx)) {
			must.Get(v.Deactivate(ctx, g.ID))
		}
	}
	two := []visitor{logIn(ctx, server, c, 0), logIn(ctx, server, c, 1)}
	for n := range games {
		var g game.View
		for _, v := range two {
			g = must.Get(v.NewGame(ctx, v.five("question", n%8)))
		}
		for _, v := range two {
			must.Get(v.Respond(ctx, g.ID, v.five("response", n)))
		}
		for i, v := range two {
			g = must.Get(v.Guess(ctx, g.ID, float64((2*n+i)*37%101)))
		}
		if g.Turn != game.Complete {
			must.Do(fmt.Errorf("found a game at %v, expected it complete", g.Turn))
		}
		for _, v := range two {
			must.Get(v.Profile(ctx))
			must.Do(v.home(ctx))
		}
	}
}
