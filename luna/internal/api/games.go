package api

import (
	"errors"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

func (a *API) enter(c *call) (any, error) {
	questions, err := c.fields.texts("questions")
	if err != nil {
		return nil, err
	}
	v, err := a.desk.Referee.Enter(c.ctx, c.player(), questions)
	if errors.Is(err, game.ErrTooManyGames) {
		return false, nil
	}
	return answerGame(v, err)
}

// answerGame answers with a game in the form of the wire.
func answerGame(v game.View, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return wire.Game{View: v}, nil
}

func (a *API) games(c *call) (any, error) {
	return list{c.player(), a.desk.Referee.EachGame(c.player())}, nil
}

func (a *API) game(c *call) (any, error) {
	return answerGame(a.desk.Referee.Game(c.player(), c.game()))
}

func (a *API) interview(c *call) (any, error) {
	questions, err := c.fields.texts("questions")
	if err != nil {
		return nil, err
	}
	return answerGame(a.desk.Referee.Interview(c.ctx, c.player(), c.game(), questions))
}

func (a *API) respond(c *call) (any, error) {
	responses, err := c.fields.texts("responses")
	if err != nil {
		return nil, err
	}
	return answerGame(a.desk.Referee.Respond(c.ctx, c.player(), c.game(), responses))
}

func (a *API) guess(c *call) (any, error) {
	guess, err := c.fields.number("guess")
	if err != nil {
		return nil, err
	}
	return answerGame(a.desk.Referee.Guess(c.ctx, c.player(), c.game(), guess))
}

func (a *API) deactivate(c *call) (any, error) {
	return answerGame(a.desk.Referee.Deactivate(c.ctx, c.player(), c.game()))
}

func (a *API) grade(c *call) (any, error) {
	grades, err := c.fields.grades()
	if err != nil {
		return nil, err
	}
	return true, a.desk.Referee.Grade(c.ctx, c.player(), grades)
}

func (a *API) clearNotices(c *call) (any, error) {
	return true, a.desk.Referee.ClearNotices(c.ctx, c.player())
}

func (a *API) oldQuestions(c *call) (any, error) {
	asked, err := a.desk.Referee.Questions(c.player())
	list := make([]wire.OldQuestion, len(asked))
	for i, q := range asked {
		list[i] = wire.OldQuestion{Asked: q}
	}
	return list, err
}
