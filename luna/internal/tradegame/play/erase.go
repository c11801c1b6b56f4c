package play

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// Observer returns an observer of accounts that makes players leave their games when they are
// suspended or deleted, and removes texts at the request of their authors.
func (r *Referee) Observer() accounts.Observer {
	gone := func(id accounts.ID) { r.run(func() { r.leave(r.ctx, id) }) }
	return accounts.Observer{
		Changed: func(a accounts.Account) {
			if a.Suspended != "" {
				gone(a.ID)
			}
		},
		Deleted: func(id accounts.ID) {
			gone(id)
			r.run(func() { r.forget(id) })
		},
		Erase: func(ctx context.Context, id accounts.ID) error {
			r.leave(ctx, id)
			games, err := EraseTexts(ctx, r.o.Store, id)
			for _, game := range games {
				if err == nil {
					err = r.reread(ctx, game)
				}
				if err == nil {
					err = r.forgetEcho(ctx, game)
				}
			}
			return err
		},
	}
}

// leave makes a player leave the lobby and their game.
func (r *Referee) leave(ctx context.Context, player accounts.ID) {
	_ = r.Withdraw(ctx, player) // fails if a game with the player starts, which they then leave
	r.mu.Lock()
	game := r.playing[player]
	r.mu.Unlock()
	if game == "" {
		return
	}
	err := r.Do(ctx, player, game, Action{Kind: trade.Leave, Key: "account"})
	if err != nil && !errors.Is(err, trade.ErrRule) {
		r.o.Log.Error("a player who is gone could not leave a game", "error", err)
	}
}

// errBusy is for a game in which something else happens in the same write.
var errBusy = errors.New("the game is being written")

// reread rebuilds a live game from the log after texts were removed there.
func (r *Referee) reread(ctx context.Context, game string) error {
	for {
		err := r.journal.Do(ctx, func(h *games) error {
			if g := r.liveGame(game); g != nil && h.live[game] != nil {
				g.replace(h.live[game])
			}
			return nil
		}, func(h *games, _ time.Time) ([]Record, error) {
			t := h.live[game]
			if t == nil {
				return nil, nil
			}
			if h.changed[game] != nil {
				return nil, errBusy
			}
			again, err := r.game(ctx, game)
			if err == nil {
				again.answers, again.counts, again.New = t.answers, t.counts, false
				h.live[game] = again
			}
			return nil, err
		})
		if !errors.Is(err, errBusy) {
			return err
		}
	}
}

// forgetEcho makes the target that repeats replies forget those that were removed from a finished
// game.
func (r *Referee) forgetEcho(ctx context.Context, game string) error {
	t, err := r.game(ctx, game)
	if err == nil && t.Public {
		r.echo.put(t)
	}
	return err
}

// EraseTexts removes all questions and answers of a player from the games of a store, and returns
// the affected games. It may run beside a server.
func EraseTexts(
	ctx context.Context, s *store.Store, player accounts.ID,
) (games []string, err error) {
	if err := s.Migrate(ctx, "trade", migrations); err != nil {
		return nil, err
	}
	games, err = column[string](ctx, s.Read(), "SELECT game FROM trade_seats WHERE player = ?",
		string(player))
	for _, game := range games {
		if err == nil {
			err = s.Write(ctx, func(tx *sql.Tx) error { return eraseTexts(ctx, tx, game, player) })
		}
	}
	return games, err
}

// eraseTexts removes the texts of a player from a game.
func eraseTexts(ctx context.Context, tx *sql.Tx, game string, player accounts.ID) error {
	t, err := readGame(ctx, tx, game, maxRecords)
	if err != nil {
		return err
	}
	own, ok := SeatOf(t.Seats, player)
	if !ok {
		return fmt.Errorf("game %s: %w: the player has no seat", game, store.ErrDamaged)
	}
	numbers, err := column[int64](ctx, tx, `SELECT number FROM trade_events
		WHERE game = ? AND body ->> '$.by' = ? AND body ->> '$.event.text' IS NOT NULL`, game, own.Name)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		var body []byte
		row := tx.QueryRowContext(ctx, "SELECT body FROM trade_events WHERE number = ?", n)
		if err := row.Scan(&body); err != nil {
			return err
		}
		r, err := decode(body)
		if err == nil {
			body, err = json.Marshal(r.WithoutTexts())
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE trade_events SET body = ? WHERE number = ?",
				string(body), n)
		}
		if err != nil {
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
