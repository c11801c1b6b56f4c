package archive

import (
	"context"
	"database/sql"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// tables are those that follow from the log.
func (a *Archive) tables() store.Tables[game.Event] {
	return store.Tables[game.Event]{
		Log:        Log(a.store),
		Names:      []string{"players", "games", "seats", "guesses", "ratings", "stalls", "asked", "totals", "blocks"},
		Migrations: migrations,
		Setup:      "INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0)",
	}
}

// Verify replays the log and compares what follows from it, ratings to the bit, with the tables. It
// may run beside a server. If progress is not nil, it is called now and then with the number of
// events so far.
func (a *Archive) Verify(
	ctx context.Context, aggregate game.Aggregate, progress func(events int),
) (store.Report, error) {
	return a.tables().Verify(ctx, func(tx *sql.Tx) (store.Replay[game.Event], error) {
		t, err := game.Open(aggregate, newSource(ctx, tx), 0)
		return store.Replay[game.Event]{
			Apply: func(e game.Event) error {
				_, err := t.Apply(e)
				return err
			},
			Save: func() error {
				s := newSaver(ctx, tx, a.key)
				s.keepLog = true
				err := s.save(t.Changes())
				t.Settle(spare)
				return err
			},
		}, err
	}, progress, func(tx *sql.Tx, r *store.Report) error {
		var texts int
		err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM main.players),
			(SELECT count(*) FROM main.games), (SELECT count(*) FROM main.games g
			JOIN main.seats s ON s.game = g.number JOIN events e ON e.number IN (s.questions, s.responses)
			WHERE g.status IN (?, ?) AND instr(e.body, '"removed":true') = 0
			AND g.number NOT IN (SELECT game FROM unfinished))`, game.Left,
			game.TimedOut).Scan(&r.Players, &r.Games, &texts)
		if texts > 0 {
			r.Problem("%d events of games without a result still have their texts", texts)
		}
		return err
	})
}

// Rebuild makes the tables again from the log. No server may run on the store.
func (a *Archive) Rebuild(ctx context.Context, aggregate game.Aggregate) error {
	if err := a.tables().Restart(ctx); err != nil {
		return err
	}
	return journal.CatchUp(ctx, Log(a.store), a.Rules(aggregate))
}

// spare limits what the writer holds besides the games being played and their players: about as
// many other players and guesses about them.
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
