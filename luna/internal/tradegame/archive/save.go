package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// save writes what has changed since the state was saved: new games, and those that have become
// public.
func save(ctx context.Context, tx *sql.Tx, l *Live) error {
	for _, t := range l.Changed {
		if t.New {
			if err := t.insert(ctx, tx); err != nil {
				return err
			}
		}
	}
	for _, t := range l.public {
		if err := t.archive(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (g *Game) insert(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO trade_games (id) VALUES (?)", g.Game); err != nil {
		return err
	}
	for _, s := range g.Seats {
		_, err := tx.ExecContext(ctx, "INSERT INTO trade_seats (game, name, player) VALUES (?, ?, ?)",
			g.Game, s.Name, string(s.Player))
		if err != nil {
			return err
		}
	}
	return nil
}

// archive puts a game into the archive, and the results of its players on the leaderboards. It
// reads the game again, since another process may have removed texts from the log.
func (g *Game) archive(ctx context.Context, tx *sql.Tx) error {
	g, err := readGame(ctx, tx, g.Game, maxRecords)
	if err != nil {
		return err
	}
	text, err := json.Marshal(g.Info())
	if err != nil {
		return err
	}
	var place int64
	err = tx.QueryRowContext(ctx, `UPDATE trade_games SET info = ?1, place =
		(SELECT coalesce(max(place), 0) + 1 FROM trade_games) WHERE id = ?2 RETURNING place`,
		string(text), g.Game).Scan(&place)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO trade_texts (rowid, words) VALUES (?, ?)", place, g.words())
	if err != nil {
		return err
	}
	for of, r := range g.results() {
		if err := r.insert(ctx, tx, of, place, g.Lasted()); err != nil {
			return err
		}
	}
	return nil
}

// insert adds a result to those of a player, whose standing may change.
func (r result) insert(ctx context.Context, tx *sql.Tx, of score, place int64, counts bool) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO trade_results VALUES (?, ?, ?, ?, ?)", of.player,
		of.target, place, counts, string(body))
	if err != nil {
		return err
	}
	list, err := resultsOf(ctx, tx, of)
	if err != nil {
		return err
	}
	s := standingOf(list)
	_, err = tx.ExecContext(ctx, "REPLACE INTO trade_scores VALUES (?, ?, ?, ?, ?, ?)", of.player,
		of.target, s.Games, s.Opponents, s.Points, s.Brier)
	return err
}

// words returns all texts of a game.
func (g *Game) words() string {
	var b strings.Builder
	for _, e := range g.Log {
		if e.Text != "" && e.Text != erased {
			b.WriteString(e.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

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
func (a *Archive) Verify(ctx context.Context, progress func(events int)) (store.Report, error) {
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
