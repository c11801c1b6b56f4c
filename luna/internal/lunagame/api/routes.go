package api

import (
	_ "embed" // for the description of the interface
	"errors"
	"iter"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/wire"
)

// api answers requests using a referee.
type api struct{ *play.Referee }

// Routes returns the endpoints of the Luna Game.
func Routes(r *play.Referee) []jsonapi.Route {
	a := api{r}
	return []jsonapi.Route{
		{Method: "POST", Path: "/home", Answer: a.enter, ExtraBytes: play.GameBytes},
		{Method: "GET", Path: "/home", Answer: a.games},
		{Method: "GET", Path: "/home/{game}", Answer: a.game},
		{Method: "POST", Path: "/home/{game}/interview", Answer: a.interview},
		{Method: "POST", Path: "/home/{game}/response", Answer: a.respond},
		{Method: "POST", Path: "/home/{game}/guess", Answer: a.guess},
		{Method: "GET", Path: "/home/{game}/deactivate", Answer: a.deactivate,
			Flags: jsonapi.Changes},
		{Method: "POST", Path: "/home/{game}/block", Answer: a.block},
		{Method: "DELETE", Path: "/home/{game}/block", Answer: a.unblock},
		{Method: "PUT", Path: "/home/responseGrades", Answer: a.grade},
		{Method: "DELETE", Path: "/notifs", Answer: a.clearNotices},
		{Method: "GET", Path: "/oldquestions", Answer: a.oldQuestions},
		{Method: "GET", Path: "/profile", Answer: a.profile},
	}
}

func playerOf(c *jsonapi.Call) game.PlayerID { return game.PlayerID(c.Account.ID) }

// goesOn does something with the game of a call or, once the player has been moved, with the game
// in which they go on, of which the answer speaks then. So programs that know the first game alone
// play on, too.
func (a api) goesOn(c *jsonapi.Call, do func(game.GameID) (game.View, error)) (any, error) {
	asked := game.GameID(c.Request.PathValue("game"))
	for id := asked; ; {
		v, err := do(id)
		if err != nil {
			if v, _ = a.Game(c.Context, playerOf(c), id); v.Moved == "" {
				return nil, err
			}
		}
		if v.Moved == "" {
			if id != asked {
				v.ID, v.Moved = asked, id
			}
			return wire.Game{View: v}, nil
		}
		id = v.Moved
	}
}

func (a api) enter(c *jsonapi.Call) (any, error) {
	questions, err := c.Fields.Texts("questions")
	if err != nil {
		return nil, err
	}
	v, err := a.Enter(fair.From(c.Context, c.Request), playerOf(c), questions)
	if errors.Is(err, game.ErrTooManyGames) || errors.Is(err, game.ErrWaiting) {
		return false, nil
	}
	return wire.Game{View: v}, err
}

func (a api) games(c *jsonapi.Call) (any, error) {
	page, err := pageOf(c)
	if err != nil {
		return nil, err
	}
	views, next, err := a.EachGame(c.Context, playerOf(c), page)
	if err != nil {
		return nil, err
	}
	linkNext(c, next)
	return jsonapi.Stream{Player: c.Account.ID, Values: wireGames(views)}, nil
}

// wireGames converts games, of which there may be very many, one at a time.
func wireGames(views iter.Seq2[game.View, error]) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for v, err := range views {
			if !yield(wire.Game{View: v}, err) {
				return
			}
		}
	}
}

func (a api) game(c *jsonapi.Call) (any, error) {
	return a.goesOn(c, func(id game.GameID) (game.View, error) {
		return a.Game(c.Context, playerOf(c), id)
	})
}

func (a api) interview(c *jsonapi.Call) (any, error) {
	questions, err := c.Fields.Texts("questions")
	if err != nil {
		return nil, err
	}
	return a.goesOn(c, func(id game.GameID) (game.View, error) {
		return a.Interview(c.Context, playerOf(c), id, questions)
	})
}

func (a api) respond(c *jsonapi.Call) (any, error) {
	responses, err := c.Fields.Texts("responses")
	if err != nil {
		return nil, err
	}
	return a.goesOn(c, func(id game.GameID) (game.View, error) {
		return a.Respond(c.Context, playerOf(c), id, responses)
	})
}

func (a api) guess(c *jsonapi.Call) (any, error) {
	guess, err := c.Fields.Number("guess", game.MaxRating)
	if err != nil {
		return nil, err
	}
	return a.goesOn(c, func(id game.GameID) (game.View, error) {
		return a.Guess(fair.From(c.Context, c.Request), playerOf(c), id, guess)
	})
}

func (a api) deactivate(c *jsonapi.Call) (any, error) {
	ctx := fair.From(c.Context, c.Request)
	return a.goesOn(c, func(id game.GameID) (game.View, error) {
		return a.Deactivate(ctx, playerOf(c), id)
	})
}

func (a api) block(c *jsonapi.Call) (any, error) {
	ctx := fair.From(c.Context, c.Request)
	v, err := a.Block(ctx, playerOf(c), game.GameID(c.Request.PathValue("game")))
	return wire.Game{View: v}, err
}

func (a api) unblock(c *jsonapi.Call) (any, error) {
	return true, a.Unblock(c.Context, playerOf(c), game.GameID(c.Request.PathValue("game")))
}

func (a api) grade(c *jsonapi.Call) (any, error) {
	grades, err := readGrades(c.Fields)
	if err != nil {
		return nil, err
	}
	return true, a.Grade(c.Context, playerOf(c), grades)
}

func (a api) clearNotices(c *jsonapi.Call) (any, error) {
	return true, a.ClearNotices(c.Context, playerOf(c))
}

func (a api) oldQuestions(c *jsonapi.Call) (any, error) {
	page, err := pageOf(c)
	if err != nil {
		return nil, err
	}
	asked, next, err := a.Questions(c.Context, playerOf(c), page)
	if err != nil {
		return nil, err
	}
	linkNext(c, next)
	list := make([]wire.OldQuestion, len(asked))
	for i, q := range asked {
		list[i] = wire.OldQuestion{AskedQuestion: q}
	}
	return list, nil
}

// defaultHistory is the number of past ratings, and of guesses, in a profile. Machines request a
// profile after every game.
const defaultHistory = 100

func (a api) profile(c *jsonapi.Call) (any, error) {
	account := c.Account
	limit, err := limitOf(c.Request.URL.Query(), defaultHistory, play.MaxHistory)
	if err != nil {
		return nil, err
	}
	p, err := a.Player(c.Context, playerOf(c), limit)
	if err != nil {
		return nil, err
	}
	var sure game.Certainty
	if p.Rating == nil {
		if sure, _, err = a.Certainty(c.Context, p); err != nil {
			return nil, err
		}
	}
	// Before the first game the tournament does not know the player.
	p.Joined, p.Machine = account.Joined, account.Kind == accounts.Machine
	return wire.Profile{
		Player: p, Provisional: sure.Rating, Username: account.Username, Guest: account.Kind == accounts.Guest,
		Look: game.Look{Initial: account.Initial, Color: account.Color},
	}, nil
}

// OpenAPI describes the endpoints of this package in OpenAPI 3.1. Package jsonapi describes those
// of accounts.
//
//go:embed openapi.json
var OpenAPI []byte
