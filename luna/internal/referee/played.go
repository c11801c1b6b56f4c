package referee

import (
	"context"
	"iter"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// Played iterates over all games, whatever became of them, in the order in which they were opened:
// who played them, when, and how they ended. Texts may be absent. It is for exports and the
// operator, never for players. An error ends the iteration.
func (r *Referee) Played(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		var list []game.Game
		r.journal.Read(func(t *game.Tournament) { list = slices.Collect(t.Games()) })
		for _, g := range list {
			if !yield(g, ctx.Err()) {
				return
			}
		}
	}
}
