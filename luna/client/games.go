package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// NewGame enters a game with five questions to ask: it joins another player's game or opens one. It
// returns [game.ErrTooManyGames] if the player is in as many games as the rules allow, and an error
// that wraps [ErrUnclear] if the answer was lost.
func (c *Client) NewGame(ctx context.Context, questions []string) (game.View, error) {
	if err := game.CheckQuestions(questions); err != nil {
		return game.View{}, err
	}
	r := request{http.MethodPost, "/home", wire.Questions{Questions: questions}, false}
	var answer json.RawMessage
	if err := c.once(ctx, r, &answer); err != nil {
		return game.View{}, err
	}
	if bytes.Equal(bytes.TrimSpace(answer), []byte("false")) {
		return game.View{}, game.ErrTooManyGames
	}
	var g wire.Game
	if err := json.Unmarshal(answer, &g); err != nil {
		return game.View{}, &answerError{r.method, r.path, err}
	}
	return g.View, nil
}

// Games returns all of the player's games, including those that have ended, in the order of
// [Client.EachGame].
func (c *Client) Games(ctx context.Context) ([]game.View, error) {
	views := []game.View{}
	for v, err := range c.EachGame(ctx) {
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// ActiveGames returns the games that the player is playing, most recently entered first.
func (c *Client) ActiveGames(ctx context.Context) ([]game.View, error) {
	// The first page has all active games, even if they are more than its limit. Servers before
	// version 0.2 send all games, the active ones anywhere among them.
	var page []wire.Game
	r := request{method: http.MethodGet, path: "/home?limit=1"}
	if err := c.repeat(ctx, r, &page); err != nil {
		return nil, err
	}
	views := []game.View{}
	for _, g := range page {
		if g.Active {
			views = append(views, g.View)
		}
	}
	return views, nil
}

// Game returns one of the player's games.
func (c *Client) Game(ctx context.Context, id game.GameID) (game.View, error) {
	return c.getGame(ctx, gamePath(id, ""))
}

// Deactivate ends a game without a result and returns it.
func (c *Client) Deactivate(ctx context.Context, id game.GameID) (game.View, error) {
	return c.getGame(ctx, gamePath(id, "/deactivate"))
}

func (c *Client) getGame(ctx context.Context, path string) (game.View, error) {
	var g wire.Game
	if err := c.repeat(ctx, request{method: http.MethodGet, path: path}, &g); err != nil {
		return game.View{}, err
	}
	return g.View, nil
}

// Grade scores single responses of opponents, each from 0 to 100.
func (c *Client) Grade(ctx context.Context, grades []game.Grade) error {
	body := make([]wire.Grade, len(grades))
	for i, g := range grades {
		body[i] = wire.Grade(g)
	}
	var done bool
	return c.repeat(ctx, request{http.MethodPut, "/home/responseGrades", body, false}, &done)
}

func gamePath(id game.GameID, rest string) string {
	return "/home/" + url.PathEscape(string(id)) + rest
}

// Pace determines how often to poll the server: an Interval after a poll that found something new,
// increasing up to Longest after polls that did not. The zero value polls every 10 s, as players of
// the website of 2016 did, increasing up to a minute.
type Pace struct {
	Interval time.Duration
	Longest  time.Duration // 0 means six times the Interval
	wait     time.Duration
}

// Next returns how long to wait before the next poll, varied at random by 10 % so that players do
// not poll in unison.
func (p *Pace) Next(found bool) time.Duration {
	interval := cmp.Or(p.Interval, 10*time.Second)
	longest := max(interval, cmp.Or(p.Longest, 6*interval))
	if found || p.wait == 0 {
		p.wait = interval
	} else {
		p.wait = min(longest, p.wait*5/4)
	}
	return p.wait + rand.N(p.wait/5+1) - p.wait/10
}

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
