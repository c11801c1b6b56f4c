package archive

import (
	"context"
	"database/sql"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/journal"
)

// spare limits what the writer holds besides the games being played and their players: about as many
// other players and guesses about them.
const spare = 1 << 19

// Rules returns the rules by which a journal keeps the archive, with ratings computed by an
// aggregate.
func (a *Archive) Rules(aggregate game.Aggregate) journal.Rules[*game.Tournament, game.Event] {
	return journal.Rules[*game.Tournament, game.Event]{
		Load: func(ctx context.Context, events int) (*game.Tournament, error) {
			return game.Open(aggregate, a.Source(context.WithoutCancel(ctx)), events)
		},
		Apply: func(t *game.Tournament, e game.Event) error {
			_, err := t.Apply(e)
			return err
		},
		Save: func(ctx context.Context, tx *sql.Tx, t *game.Tournament) error {
			return a.Save(ctx, tx, t.Changes())
		},
		Saved: func(t *game.Tournament) { t.Settle(spare) },
	}
}
