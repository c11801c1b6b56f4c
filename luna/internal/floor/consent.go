package floor

import (
	"context"
	"database/sql"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Agree records that a player agrees that the logs of their games are published.
func (f *Floor) Agree(ctx context.Context, player accounts.ID) error {
	return f.o.Store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO trade_consents (player, time) VALUES (?, ?)
			ON CONFLICT DO NOTHING`, string(player), f.clock().UnixNano())
		return err
	})
}

// agreed reports whether a player has agreed, to this or to the publication of all games.
func (f *Floor) agreed(ctx context.Context, a accounts.Account) (agreed bool, err error) {
	if a.Consent {
		return true, nil
	}
	err = f.o.Store.Read().QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM trade_consents WHERE player = ?)", string(a.ID)).Scan(&agreed)
	return agreed, err
}
