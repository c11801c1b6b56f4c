package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/internal/pause"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// visitor is a simulated person on the server, who plays one game at a time, to its end.
type visitor struct {
	member   *member
	client   *client.Client
	pace     client.Pace
	patience time.Duration // how long to wait for an opponent who does not act
	rec      *recorder
}

// play finishes games that were left, and then plays new ones until the context ends.
func (p *visitor) play(ctx context.Context) error {
	views, err := p.client.Games(ctx)
	if err != nil {
		return p.in("", err)
	}
	for _, v := range views {
		if v.Active {
			if err := p.finish(ctx, v); err != nil {
				return p.in(v.ID, err)
			}
		}
	}
	for {
		v, err := p.client.NewGame(ctx, p.member.mind.questions())
		if err == nil {
			err = p.finish(ctx, v)
		}
		if err != nil {
			return p.in(v.ID, err)
		}
	}
}

// in adds to an error where it happened.
func (p *visitor) in(id game.GameID, err error) error {
	return fmt.Errorf("%s in game %q: %w", p.member.name, id, err)
}

// finish does what a game waits for until it has ended.
func (p *visitor) finish(ctx context.Context, v game.View) error {
	acted := time.Now()
	pace := p.pace
	for {
		switch {
		case v.Turn == game.Complete:
			p.rec.add(p.member, v)
			return p.member.mind.learn(ctx, v)
		case !v.Active:
			return nil // the opponent has left
		case v.Turn == game.ToAct:
			var err error
			if v, err = p.act(ctx, v); err != nil {
				return err
			}
			acted, pace = time.Now(), p.pace
			continue
		case v.Phase > 1 && time.Since(acted) > p.patience:
			_, err := p.client.Deactivate(ctx, v.ID)
			return err
		}
		if err := pause.For(ctx, pace.Next(false)); err != nil {
			return err
		}
		var err error
		if v, err = p.client.Game(ctx, v.ID); err != nil {
			return err
		}
	}
}

// act submits what the game waits for.
func (p *visitor) act(ctx context.Context, v game.View) (game.View, error) {
	if game.Stage(v.Phase/2) == game.Responding {
		responses, err := p.member.mind.respond(ctx, game.QuestionTexts(v.OpQuestions))
		if err != nil {
			return v, err
		}
		return p.client.Respond(ctx, v.ID, responses)
	}
	guess, scores, err := p.member.mind.guess(ctx, game.ResponseTexts(v.OpResponses))
	if err != nil {
		return v, err
	}
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
