package archive

import (
	"context"
	"database/sql"

	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// tables are those that follow from the log. Words that were removed must not stay in the index.
func (a *Archive) tables() store.Tables[Record] {
	return store.Tables[Record]{
		Log:        Log(a.store),
		Names:      []string{"trade_games", "trade_seats", "trade_scores", "trade_results", "trade_texts"},
		Migrations: migrations,
		Setup:      "INSERT INTO trade_texts (trade_texts, rank) VALUES ('secure-delete', 1)",
	}
}

// Verify derives everything that follows from the log again, and compares it with the tables. It
// may run beside a server. If progress is not nil, it is called now and then with the number of
// records so far.
func (a *Archive) Verify(
	ctx context.Context, progress func(events int),
) (store.Report, error) {
	return a.tables().Verify(ctx, func(tx *sql.Tx) (store.Replay[Record], error) {
		live := newLive()
		return store.Replay[Record]{Apply: live.Apply, Save: func() error {
			err := save(ctx, tx, live)
			saved(live)
			return err
		}}, nil
	}, progress, func(tx *sql.Tx, r *store.Report) error {
		return tx.QueryRowContext(ctx, "SELECT count(*) FROM main.trade_games").Scan(&r.Games)
	})
}

// Rebuild makes the tables again from the log. No server may run on the store.
func (a *Archive) Rebuild(ctx context.Context) error {
	if err := a.tables().Restart(ctx); err != nil {
		return err
	}
	return journal.CatchUp(ctx, Log(a.store), a.Rules())
}
