package archive

import (
	"context"
	"database/sql"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Pair is a bettor whose points come mostly from games with one other player.
type Pair struct {
	Player, Other       accounts.ID
	Games, Gains, Short int     // games together: all, those with a gain, those too short to count
	Points              float64 // mean over all of them
}

// Pairs returns the bettors who sat with one other player in at least five games and half of their
// own, and gained in at least nine tenths of these. It may run beside a server.
func (a *Archive) Pairs(ctx context.Context) (pairs []Pair, err error) {
	err = store.Rows(ctx, a.store.Read(), func(rows *sql.Rows) error {
		var p Pair
		err := rows.Scan(&p.Player, &p.Other, &p.Games, &p.Gains, &p.Short, &p.Points)
		pairs = append(pairs, p)
		return err
	}, `
		SELECT r.player, o.value ->> '$.player' AS other, count(*),
			sum(r.body ->> '$.points' > 0) AS gains, sum(NOT counts), avg(r.body ->> '$.points')
		FROM trade_results r, json_each(r.body, '$.others') o WHERE target = 0
		GROUP BY r.player, other HAVING count(*) >= 5 AND gains >= 0.9 * count(*) AND count(*) >= 0.5 *
			(SELECT count(*) FROM trade_results a WHERE a.player = r.player AND a.target = 0)
		ORDER BY r.player, other`)
	return pairs, err
}
