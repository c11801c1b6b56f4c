package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
)

// save writes what has changed since the state was saved: new games, and those that have become
// public.
func save(ctx context.Context, tx *sql.Tx, h *Live) error {
	for _, t := range h.Changed {
		if t.New {
			if err := t.insert(ctx, tx); err != nil {
				return err
			}
		}
	}
	for _, t := range h.public {
		if err := t.archive(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (t *Game) insert(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO trade_games (id) VALUES (?)", t.Game); err != nil {
		return err
	}
	for _, s := range t.Seats {
		_, err := tx.ExecContext(ctx, "INSERT INTO trade_seats (game, name, player) VALUES (?, ?, ?)",
			t.Game, s.Name, string(s.Player))
		if err != nil {
			return err
		}
	}
	return nil
}

// archive puts a game into the archive, and the results of its players on the leaderboards.
func (t *Game) archive(ctx context.Context, tx *sql.Tx) error {
	text, err := json.Marshal(t.Info())
	if err != nil {
		return err
	}
	var place int64
	err = tx.QueryRowContext(ctx, `UPDATE trade_games SET info = ?1, place =
		(SELECT coalesce(max(place), 0) + 1 FROM trade_games) WHERE id = ?2 RETURNING place`,
		string(text), t.Game).Scan(&place)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO trade_texts (rowid, words) VALUES (?, ?)", place,
		t.words())
	if err != nil {
		return err
	}
	for of, r := range t.results() {
		if err := r.insert(ctx, tx, of, place, t.Lasted()); err != nil {
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
func (t *Game) words() string {
	var b strings.Builder
	for _, e := range t.Log {
		if e.Text != "" && e.Text != erased {
			b.WriteString(e.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
