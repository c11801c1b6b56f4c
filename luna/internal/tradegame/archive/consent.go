package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Consent says whether a player agrees that the logs of their games are published, and when they
// last chose; zero if they never did. Consent given elsewhere does not count.
type Consent struct {
	Agreed bool
	Time   time.Time
}

// Consent returns a player's consent.
func (a *Archive) Consent(ctx context.Context, player accounts.ID) (c Consent, err error) {
	var nanoseconds int64
	err = a.store.Read().QueryRowContext(ctx, `SELECT withdrawn IS NULL, coalesce(withdrawn, time)
		FROM trade_consents WHERE player = ?`, string(player)).Scan(&c.Agreed, &nanoseconds)
	if errors.Is(err, sql.ErrNoRows) {
		return Consent{}, nil
	}
	c.Time = time.Unix(0, nanoseconds)
	return c, err
}

// Agree records that a player agrees that the logs of their games are published.
func (a *Archive) Agree(ctx context.Context, player accounts.ID, now time.Time) error {
	return a.consents(ctx, now, `INSERT INTO trade_consents (player, time) VALUES (?1, ?2)
		ON CONFLICT DO UPDATE SET time = ?2, withdrawn = NULL WHERE withdrawn IS NOT NULL`, player)
}

// Disagree records that a player no longer agrees. It takes the games that they played out of the
// archive and the logs, and the player off the leaderboards.
func (a *Archive) Disagree(ctx context.Context, player accounts.ID, now time.Time) error {
	return a.consents(ctx, now, `UPDATE trade_consents SET withdrawn = ?2
		WHERE player = ?1 AND withdrawn IS NULL`, player)
}

// Forget stores that the games of a deleted player, who cannot be asked any more, are not published
// unless the player has agreed.
func (a *Archive) Forget(ctx context.Context, player accounts.ID, now time.Time) error {
	return a.consents(ctx, now, `INSERT INTO trade_consents (player, time, withdrawn)
		SELECT ?1, 0, ?2 WHERE EXISTS (SELECT 1 FROM trade_seats WHERE player = ?1)
		ON CONFLICT DO NOTHING`, player)
}

// consents writes the consent of a player (?1) as of now (?2).
func (a *Archive) consents(ctx context.Context, now time.Time, statement string, player accounts.ID) error {
	return a.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, string(player), now.UnixNano())
		return err
	})
}

// Hidden returns the number of finished games that are not shown because not all of their players
// have agreed.
func (a *Archive) Hidden(ctx context.Context) (n int, err error) {
	return n, a.store.Read().QueryRowContext(ctx, `SELECT count(*) FROM trade_games
		WHERE place IS NOT NULL AND id NOT IN (SELECT id FROM trade_public)`).Scan(&n)
}

// EraseTexts removes all questions and answers of a player from the log, and returns
// the affected games. It may run beside a server.
func (a *Archive) EraseTexts(ctx context.Context, player accounts.ID) (games []string, err error) {
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

const (
	ownConsent = `SELECT json_object('agreed', json(iif(withdrawn IS NULL, 'true', 'false')),
		'time', strftime('%FT%TZ', coalesce(withdrawn, time) / 1000000000, 'unixepoch'))
		FROM trade_consents WHERE player = ?`
	ownGame = `SELECT json_object('game', s.game, 'seat', s.name,
		'result', json((SELECT json_remove(r.body, '$.self', '$.others') FROM trade_results r JOIN trade_games g ON g.place = r.place
			WHERE g.id = s.game AND r.player = s.player)),
		'events', json((SELECT json_group_array(json(body -> '$.event') ORDER BY number) FROM trade_events
			WHERE game = s.game AND (body ->> '$.event.bettor' = s.name OR body ->> '$.event.who' = s.name
			OR body ->> '$.event.type' = 'answer' AND s.name = 'target'))))
		FROM trade_seats s WHERE s.player = ? AND s.game = ?`
)

// Data returns a player's consent, and what they did in all games. It does not tell who the others
// are.
func (a *Archive) Data(ctx context.Context, player accounts.ID) []accounts.Part {
	db := a.store.Read()
	games := func(yield func(any, error) bool) {
		ids, err := store.Column[string](ctx, db, "SELECT game FROM trade_seats WHERE player = ?", string(player))
		if err != nil {
			yield(nil, err)
		}
		for _, id := range ids {
			for v, err := range accounts.Stored(ctx, db, "", ownGame, string(player), id).Values {
				if !yield(v, err) || err != nil {
					return
				}
			}
		}
	}
	return []accounts.Part{accounts.Stored(ctx, db, "tradeConsent", ownConsent, string(player)),
		{Name: "tradeGames", Values: games}}
}
