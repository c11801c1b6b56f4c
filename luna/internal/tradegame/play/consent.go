package play

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
func (r *Referee) Consent(ctx context.Context, player accounts.ID) (c Consent, err error) {
	var nanoseconds int64
	err = r.o.Store.Read().QueryRowContext(ctx, `SELECT withdrawn IS NULL, coalesce(withdrawn, time)
		FROM trade_consents WHERE player = ?`, string(player)).Scan(&c.Agreed, &nanoseconds)
	if errors.Is(err, sql.ErrNoRows) {
		return Consent{}, nil
	}
	c.Time = time.Unix(0, nanoseconds)
	return c, err
}

// Agree records that a player agrees that the logs of their games are published.
func (r *Referee) Agree(ctx context.Context, player accounts.ID) error {
	return r.consents(ctx, `INSERT INTO trade_consents (player, time) VALUES (?1, ?2)
		ON CONFLICT DO UPDATE SET time = ?2, withdrawn = NULL WHERE withdrawn IS NOT NULL`, player)
}

// Disagree records that a player no longer agrees. It takes the games that they played out of the
// archive and the logs, and the player off the leaderboards and out of the lobby.
func (r *Referee) Disagree(ctx context.Context, player accounts.ID) error {
	_ = r.Withdraw(ctx, player) // fails if a game with the player starts, which is not published then
	return r.consents(ctx, `UPDATE trade_consents SET withdrawn = ?2
		WHERE player = ?1 AND withdrawn IS NULL`, player)
}

// forget stores whether the games of a deleted player may be published.
func (r *Referee) forget(player accounts.ID) {
	err := r.consents(r.ctx, `INSERT INTO trade_consents (player, time, withdrawn)
		SELECT ?1, 0, ?2 WHERE EXISTS (SELECT 1 FROM trade_seats WHERE player = ?1)
		ON CONFLICT DO NOTHING`, player)
	if err != nil && r.ctx.Err() == nil {
		r.o.Log.Error("the consent of a deleted player could not be kept", "error", err)
	}
}

// consents writes the consent of a player (?1) as of now (?2).
func (r *Referee) consents(ctx context.Context, statement string, player accounts.ID) error {
	return r.o.Store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, string(player), r.clock().UnixNano())
		return err
	})
}

// tellHidden tells the operator which games the archive lacks.
func (r *Referee) tellHidden(ctx context.Context) error {
	var hidden int
	err := r.o.Store.Read().QueryRowContext(ctx, `SELECT count(*) FROM trade_games
		WHERE place IS NOT NULL AND id NOT IN (SELECT id FROM trade_public)`).Scan(&hidden)
	if hidden > 0 {
		r.o.Log.Info("finished games of Turing Trade are not shown until all of their players agree "+
			"to that, as these are asked before their next game", "games", hidden)
	}
	return err
}
