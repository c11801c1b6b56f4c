package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// seat lets a simulated person play on a server, one game at a time, to its end.
type seat struct {
	person   *person
	client   *client.Client
	think    time.Duration        // about how long a move takes
	patience func() time.Duration // how long to wait for an opponent who does not act
	gate     *gate                // lets one person at a time wait for an opponent
}

// play finishes games that were left, and then plays new ones until the context ends.
func (p *seat) play(ctx context.Context) error {
	views, err := p.client.ActiveGames(ctx)
	if err != nil {
		return p.in("", err)
	}
	for _, v := range views {
		if err := p.resume(ctx, v); err != nil {
			return p.in(v.ID, err)
		}
	}
	for {
		if v, err := p.next(ctx); err != nil {
			return p.in(v.ID, err)
		}
	}
}

// in adds to an error the place where it happened.
func (p *seat) in(id game.GameID, err error) error {
	return fmt.Errorf("%s in game %q: %w", p.person.name, id, err)
}

// resume finishes a game that was left. The wait for an opponent begins anew.
func (p *seat) resume(ctx context.Context, v game.View) error {
	if v.Phase < 2 {
		_, err := p.client.Deactivate(ctx, v.ID)
		return err
	}
	return p.finish(ctx, v)
}

// next plays a new game.
func (p *seat) next(ctx context.Context) (v game.View, err error) {
	leave, err := p.gate.enter(ctx)
	if err != nil {
		return v, err
	}
	defer leave()
	v, err = p.client.NewGame(ctx, p.person.questions())
	for pace := attentive; err == nil && v.Active && v.Phase < 2; {
		if err = parallel.Sleep(ctx, pace.Next(false)); err == nil {
			v, err = p.client.Game(ctx, v.ID)
		}
	}
	if err != nil {
		return v, err
	}
	leave()
	return v, p.finish(ctx, v)
}

// finish does what a game waits for until it has ended.
func (p *seat) finish(ctx context.Context, v game.View) error {
	acted := time.Now()
	pace := attentive
	for {
		switch {
		case v.Turn == game.Complete, !v.Active: // if not complete, the opponent has left
			return nil
		case v.Turn == game.ToAct:
			next, err := p.act(ctx, v)
			if err == nil {
				v = next
				acted = time.Now()
				pace = attentive
				continue
			}
			if !conflicts(err) { // the opponent may just have left
				return err
			}
		case v.Phase > 1 && time.Since(acted) > p.patience():
			_, err := p.client.Deactivate(ctx, v.ID)
			return err
		}
		if err := parallel.Sleep(ctx, pace.Next(false)); err != nil {
			return err
		}
		var err error
		if v, err = p.client.Game(ctx, v.ID); err != nil {
			return err
		}
	}
}

// act submits what the game waits for.
func (p *seat) act(ctx context.Context, v game.View) (game.View, error) {
	if p.think > 0 {
		if err := parallel.Sleep(ctx, p.think/2+rand.N(p.think)); err != nil {
			return v, err
		}
	}
	if game.Stage(v.Phase/2) == game.Responding {
		return p.client.Respond(ctx, v.ID, p.person.respond(game.QuestionTexts(v.OpQuestions)))
	}
	guess, scores := p.person.guess(game.ResponseTexts(v.OpResponses))
	if err := p.client.Grade(ctx, grades(v, scores)); err != nil {
		return v, err
	}
	return p.client.Guess(ctx, v.ID, guess)
}

// grades assigns scores to responses.
func grades(v game.View, scores []float64) []game.Grade {
	var list []game.Grade
	for i, r := range v.OpResponses {
		if i < len(scores) {
			list = append(list, game.Grade{Response: r.ID, Score: scores[i]})
		}
	}
	return list
}
