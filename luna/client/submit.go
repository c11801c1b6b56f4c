package client

import (
	"context"
	"net/http"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// Interview asks the five questions in a game that was entered without them. Like [Client.Respond]
// and [Client.Guess], it returns the game as it is afterwards. All three succeed if the game
// already contains exactly what is submitted, because an earlier attempt may have succeeded.
func (c *Client) Interview(ctx context.Context, id game.GameID, questions []string) (game.View, error) {
	if err := game.CheckQuestions(questions); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/interview", wire.Questions{Questions: questions},
		func(v game.View) bool {
			return slices.Equal(game.QuestionTexts(v.Questions), questions)
		})
}

// Respond answers the opponent's five questions.
func (c *Client) Respond(ctx context.Context, id game.GameID, responses []string) (game.View, error) {
	if err := game.CheckResponses(responses); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/response", wire.Responses{Responses: responses},
		func(v game.View) bool {
			return slices.Equal(game.ResponseTexts(v.Responses), responses)
		})
}

// Guess guesses the opponent's rating, from 0 to 100.
func (c *Client) Guess(ctx context.Context, id game.GameID, guess float64) (game.View, error) {
	if err := game.CheckGuess(guess); err != nil {
		return game.View{}, err
	}
	return c.submit(ctx, id, "/guess", wire.Guess{Guess: guess}, func(v game.View) bool {
		return v.Guess != nil && *v.Guess == guess
	})
}

// submit sends a submission until the game has it, as has reports. After a failure that may have
// had an effect, it fetches the game before it sends again.
func (c *Client) submit(
	ctx context.Context, id game.GameID, action string, body any, has func(game.View) bool,
) (game.View, error) {
	post := request{http.MethodPost, gamePath(id, action), body, false}
	get := request{method: http.MethodGet, path: gamePath(id, "")}
	var v game.View
	unclear := false
	err := c.retry(ctx, temporary, func() (err error) {
		if unclear {
			if v, err = c.sendForGame(ctx, get); err != nil || has(v) {
				return err
			}
		}
		v, err = c.sendForGame(ctx, post)
		if status(err) == http.StatusConflict { // an earlier attempt may have arrived late
			if now, getErr := c.sendForGame(ctx, get); getErr == nil && has(now) {
				v, err = now, nil
			}
		}
		unclear = err != nil && !withoutEffect(err)
		return err
	})
	if err != nil {
		return game.View{}, err
	}
	return v, nil
}

// sendForGame makes one attempt of a request whose answer is a game.
func (c *Client) sendForGame(ctx context.Context, r request) (game.View, error) {
	var g wire.Game
	err := c.send(ctx, r, &g)
	return g.View, err
}
