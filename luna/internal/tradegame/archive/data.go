package archive

import (
	"context"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

const (
	ownConsent = `SELECT json_object('agreed', withdrawn IS NULL,
		'time', strftime('%FT%TZ', coalesce(withdrawn, time) / 1000000000, 'unixepoch'))
		FROM trade_consents WHERE player = ?`
	ownGame = `SELECT json_object('game', s.game, 'seat', s.name,
		'result', json((SELECT r.body FROM trade_results r JOIN trade_games g ON g.place = r.place
			WHERE g.id = s.game AND r.player = s.player)),
		'events', (SELECT json_group_array(json(body -> '$.event') ORDER BY number) FROM trade_events
			WHERE game = s.game AND (body ->> '$.event.bettor' = s.name OR body ->> '$.event.who' = s.name
			OR body ->> '$.event.type' = 'answer' AND s.name = 'target')))
		FROM trade_seats s WHERE s.player = ? AND s.game = ?`
)

// Data returns a player's consent, and what they did in all games.
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
