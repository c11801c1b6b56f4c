package play

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// looks returns how the players of games that have a result appear to others. A look that cannot be
// read, such as that of a deleted account, is empty: it is not worth a failure.
func (r *Referee) looks(ctx context.Context, games ...game.Game) func(game.PlayerID) game.Look {
	var ids []accounts.ID
	for _, g := range games {
		if g.Seats[0].Outcome != nil {
			ids = append(ids, accounts.ID(g.Seats[0].Player), accounts.ID(g.Seats[1].Player))
		}
	}
	found, _ := r.accounts.Looks(ctx, ids)
	return func(p game.PlayerID) game.Look { return game.Look(found[accounts.ID(p)]) }
}
