package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// EraseTexts removes all questions and answers of a player from the log, and returns
// the affected games. It may run beside a server.
func (a *Archive) EraseTexts(
	ctx context.Context, player accounts.ID,
) (games []string, err error) {
	s := a.store
	games, err = store.Column[string](ctx, s.Read(), "SELECT game FROM trade_seats WHERE player = ?",
		string(player))
	for _, game := range games {
		if err == nil {
			err = s.Write(ctx, func(tx *sql.Tx) error { return a.eraseTexts(ctx, tx, game, player) })
		}
	}
	return games, err
}

// eraseTexts removes the texts of a player from a game.
func (a *Archive) eraseTexts(ctx context.Context, tx *sql.Tx, game string, player accounts.ID) error {
	t, err := readGame(ctx, tx, game, maxRecords)
	if err != nil {
		return err
	}
	own, ok := SeatOf(t.Seats, player)
	if !ok {
		return fmt.Errorf("game %s: %w: the player has no seat", game, store.ErrDamaged)
	}
	numbers, err := store.Column[int](ctx, tx, `SELECT number FROM trade_events
		WHERE game = ? AND body ->> '$.by' = ? AND body ->> '$.event.text' IS NOT NULL`, game, own.Name)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		if err := Log(a.store).RemoveTexts(ctx, tx, n); err != nil {
			return err
		}
	}
	if !t.Public || len(numbers) == 0 {
		return nil
	}
	if t, err = readGame(ctx, tx, game, maxRecords); err != nil {
		return err
	}
	info, err := json.Marshal(t.Info())
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE trade_games SET info = ? WHERE id = ?", string(info), game)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE trade_texts SET words = ?
			WHERE rowid = (SELECT place FROM trade_games WHERE id = ?)`, t.words(), game)
	}
	return err
}
