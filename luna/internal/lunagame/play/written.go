package play

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

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
	for asker := range g.Seats {
		a, b := &g.Seats[asker], &g.Seats[1-asker]
		questions, responses := v.Questions, v.OpResponses
		if a.Player != player {
			questions, responses = v.OpQuestions, v.Responses
			if a.Player != "" {
				opponents = append(opponents, accounts.ID(a.Player))
			}
		}
		asked, err := r.sent(ctx, a.QuestionsEvent)
		if err != nil {
			return nil, nil, err
		}
		answered, err := r.sent(ctx, b.ResponsesEvent)
		if err != nil {
			return nil, nil, err
		}
		for i, q := range questions {
			list = append(list, accounts.Written{Player: accounts.ID(a.Player), Kind: accounts.Question,
				Text: q.Text, Time: asked})
			if i < len(responses) {
				list = append(list, accounts.Written{Player: accounts.ID(b.Player), Kind: accounts.Answer,
					Text: responses[i].Text, Time: answered})
			}
		}
	}
	return list, opponents, nil
}

// sent returns when the texts of an event were sent, nil if there are none.
func (r *Referee) sent(ctx context.Context, event int) (*time.Time, error) {
	if event == 0 {
		return nil, nil
	}
	e, err := r.log.Event(ctx, r.store.Read(), event)
	return &e.Time, err
}
