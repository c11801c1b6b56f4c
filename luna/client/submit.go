package client

import (
	"context"
	"net/http"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// Interview asks the five questions in a game that was entered without them. Like [Client.Respond] and [Client.Guess] it returns the game as it
// is then, and succeeds where the game already has just what is submitted: an earlier attempt got through.
func (c *Client) Interview(ctx context.Context, id game.GameID, questions []string) (game.View, error) {
	if err := game.CheckQuestions(questions); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/interview", wire.Questions{Questions: questions}, func(v game.View) bool {
		return slices.EqualFunc(v.Questions, questions, func(q game.Question, text string) bool { return q.Text == text })
	})
}

// Respond answers the opponent's five questions.
func (c *Client) Respond(ctx context.Context, id game.GameID, responses []string) (game.View, error) {
	if err := game.CheckResponses(responses); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/response", wire.Responses{Responses: responses}, func(v game.View) bool {
		return slices.EqualFunc(v.Responses, responses, func(r game.Response, text string) bool { return r.Text == text })
	})
}

// Guess guesses the opponent's rating, from 0 to 100.
func (c *Client) Guess(ctx context.Context, id game.GameID, guess float64) (game.View, error) {
	if err := game.CheckGuess(guess); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/guess", wire.Guess{Guess: guess}, func(v game.View) bool { return v.Guess != nil && *v.Guess == guess })
}

// submit sends a submission until it is in the game. After a failure that leaves open whether it is,
// it looks before it sends again.
func (c *Client) submit(ctx context.Context, id game.GameID, rest string, body any, isIn func(game.View) bool) (game.View, error) {
	post := request{http.MethodPost, gamePath(id, rest), body, false}
	look := request{method: http.MethodGet, path: gamePath(id, "")}
	var v game.View
	unclear := false
	err := c.retry(ctx, passing, func() (err error) {
		if unclear {
			if v, err = c.sendForGame(ctx, look); err != nil || isIn(v) {
				return err
			}
		}
		v, err = c.sendForGame(ctx, post)
		if status(err) == http.StatusConflict { // an earlier attempt may have come late
			if now, lookErr := c.sendForGame(ctx, look); lookErr == nil && isIn(now) {
				v, err = now, nil
			}
		}
		unclear = err != nil && !untouched(err)
		return err
	})
	if err != nil {
		return game.View{}, err
	}
	return v, nil
}

// sendForGame makes one attempt of a request that is answered by a game.
func (c *Client) sendForGame(ctx context.Context, r request) (game.View, error) {
	var g wire.Game
	err := c.send(ctx, r, &g)
	return g.View, err
}
