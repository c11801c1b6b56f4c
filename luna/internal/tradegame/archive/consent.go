package archive

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
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
func (a *Archive) consents(
	ctx context.Context, now time.Time, statement string, player accounts.ID,
) error {
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
