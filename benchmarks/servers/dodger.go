package main

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// mostGained is how many points of rating somebody who leaves games may gain over honest play.
const mostGained = 3

// dodged lets two people play as many games as the scenario has with the same 40 opponents, who
// guess 80 and 20 by turns. One leaves those that would bring 20, as long as that is forgiven.
func dodged(ctx context.Context, p *place) outcome {
	people := make([]*client.Client, 40)
	for i := range people {
		people[i] = get(p.newcomer(ctx, person(i)))
	}
	for i, c := range people {
		do(finish(ctx, c, people[(i+1)%len(people)], tiny, 50, 50))
	}
	honest, finished := p.sixty(ctx, people, 60, false)
	dodging, left := p.sixty(ctx, people, 61, true)
	return outcome{done: finished + left, of: 2 * p.bench.games[0], fell: dodging > honest+mostGained,
		note: fmt.Sprintf(" games finished; honest play is rated %.1f, leaving %.1f", honest, dodging)}
}

// sixty returns the rating of a newcomer at an address after games, and how many were finished.
func (p *place) sixty(
	ctx context.Context, people []*client.Client, address int, dodges bool,
) (rating float64, finished int) {
	c := get(p.newcomer(ctx, person(address)))
	debt := 0 // finished games that make up for those left
	for i := range p.bench.games[0] {
		other := people[i%len(people)]
		theirs := get(other.NewGame(ctx, tiny())).ID
		id := meet(ctx, c) // or the same, if the one or the other was moved
		get(other.Respond(ctx, theirs, tiny()))
		if dodges && i%2 == 1 && debt <= 20 {
			get(c.Deactivate(ctx, id))
			if get(c.Profile(ctx)).Stalled > 0 { // the server counts
				debt += 20
			}
			continue
		}
		get(c.Respond(ctx, id, tiny()))
		get(c.Guess(ctx, id, 50))
		get(other.Guess(ctx, theirs, 80-60*float64(i%2)))
		debt = max(0, debt-1)
	}
	x := get(c.Profile(ctx))
	return *x.Rating, x.Games
}

// meet enters a game and returns the one in which somebody has come.
func meet(ctx context.Context, c *client.Client) game.GameID {
	v := get(c.NewGame(ctx, tiny()))
	for v.Phase < 2 {
		do(parallel.Sleep(ctx, look))
		v = get(c.Game(ctx, v.ID))
	}
	return v.ID
}
