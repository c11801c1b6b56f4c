package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

var texted atomic.Int64

// large returns five texts of the greatest size that nobody has written before: 5,000 characters,
// almost all of four bytes.
func large() []string {
	five := make([]string, game.Questions)
	for i := range five {
		number := fmt.Sprint(texted.Add(1), " ")
		five[i] = number + strings.Repeat("\U00010348", game.MaxCharacters-len(number))
	}
	return five
}

// pass enters a game with large texts and leaves it.
func pass(ctx context.Context, g *client.Client) error {
	v, err := g.NewGame(ctx, large())
	if err == nil {
		_, err = g.Deactivate(ctx, v.ID)
	}
	return err
}

// finish lets two players play a game with the given guesses about each other.
func finish(ctx context.Context, a, b *client.Client, texts func() []string, ofB, ofA float64) (err error) {
	defer catch(&err)
	both := []*client.Client{a, b}
	var id game.GameID
	for _, p := range both {
		id = get(p.NewGame(ctx, texts())).ID
	}
	for _, p := range both {
		get(p.Respond(ctx, id, texts()))
	}
	for i, p := range both {
		get(p.Guess(ctx, id, []float64{ofB, ofA}[i]))
	}
	return nil
}

// tiny returns five short texts.
func tiny() []string { return []string{"One?", "Two?", "Three?", "Four?", "Five?"} }

// move makes the move that a game waits for, if any.
func move(ctx context.Context, c *client.Client, v game.View) (err error) {
	switch {
	case !v.Active || v.Turn != game.ToAct:
	case v.Phase/2 == 1:
		_, err = c.Respond(ctx, v.ID, tiny())
	case v.Phase/2 == 2:
		_, err = c.Guess(ctx, v.ID, 50)
	}
	return err
}

// playOn makes a player's moves.
func playOn(ctx context.Context, c *client.Client) {
	for parallel.Sleep(ctx, 3*look) == nil {
		games, _ := c.ActiveGames(ctx)
		for _, v := range games {
			_ = move(ctx, c, v)
		}
	}
}

// write lets somebody who is in less than three games enter one, makes the moves in the others, and
// calls a function with what came of each text.
func write(ctx context.Context, c *client.Client, sent func(error)) {
	games, err := c.ActiveGames(ctx)
	if err == nil && len(games) < 3 {
		_, err = c.NewGame(ctx, tiny())
		sent(err)
	}
	for _, v := range games {
		if err := move(ctx, c, v); v.Turn == game.ToAct && v.Phase/2 == 1 {
			sent(err)
		}
	}
}

// completed counts the seats that players have finished.
func completed(ctx context.Context, people []*client.Client) (n int) {
	for _, c := range people {
		for _, v := range get(c.Games(ctx)) {
			if v.Phase == 6 {
				n++
			}
		}
	}
	return n
}
