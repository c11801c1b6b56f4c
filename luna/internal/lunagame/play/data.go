package play

import (
	"context"
	"errors"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/wire"
)

// data returns everything about a player in the Luna Game as the player may see it, and what they
// did alone. Games have the form of the interface for programs.
func (r *Referee) data(ctx context.Context, id accounts.ID) []accounts.Part {
	player := game.PlayerID(id)
	profile := func(yield func(any, error) bool) {
		p, err := r.Archive.Player(ctx, player, -1)
		if !errors.Is(err, game.ErrUnknownPlayer) {
			yield(wire.Profile{Player: p}, err)
		}
	}
	games := func(yield func(any, error) bool) {
		for page, next := (archive.Page{Limit: archive.MaxPage}), ""; ; page.Before = next {
			views, after, err := r.EachGame(ctx, player, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for v, err := range views {
				if !yield(wire.Game{View: v}, err) || err != nil {
					return
				}
			}
			if next = after; next == "" {
				return
			}
		}
	}
	return append(r.Archive.AloneData(ctx, id), accounts.Part{Name: "lunaProfile", Values: profile},
		accounts.Part{Name: "lunaGames", Values: games})
}

// Written returns what a player has seen of the texts of a game, each question with the response to
// it, and the opponent, for a report to the operator.
func (r *Referee) Written(
	ctx context.Context, player game.PlayerID, id game.GameID,
) (list []accounts.Written, opponents []accounts.ID, err error) {
	g, err := r.Archive.Game(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	v, err := g.View(player, nil)
	if err != nil {
		return nil, nil, err
	}
	for asker, a := range g.Seats {
		b := g.Seats[1-asker]
		questions, responses := v.Questions, v.OpResponses
		if a.Player != player {
			questions, responses = v.OpQuestions, v.Responses
			opponents = append(opponents, accounts.ID(a.Player))
		}
		asked, err1 := r.log.Event(ctx, r.store.Read(), max(1, a.QuestionsEvent))
		answered, err2 := r.log.Event(ctx, r.store.Read(), max(1, b.ResponsesEvent))
		if err := errors.Join(err1, err2); err != nil {
			return nil, nil, err
		}
		for i, q := range questions {
			list = append(list, accounts.Written{Player: accounts.ID(a.Player), Kind: accounts.Question,
				Text: q.Text, Time: &asked.Time})
			if i < len(responses) {
				list = append(list, accounts.Written{Player: accounts.ID(b.Player), Kind: accounts.Answer,
					Text: responses[i].Text, Time: &answered.Time})
			}
		}
	}
	return list, slices.DeleteFunc(opponents, func(id accounts.ID) bool { return id == "" }), nil
}
