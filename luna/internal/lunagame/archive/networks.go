package archive

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Network is what a network has of the games being played; see [game.Event].Origin.
type Network struct {
	Origin uint64
	Games  int       // active games
	Open   int       // of these, games that nobody has joined
	Since  time.Time // when the first of these games was opened
}

// Busiest returns the networks with most active games, up to a limit.
func (a *Archive) Busiest(ctx context.Context, limit int) ([]Network, error) {
	return store.List(ctx, a.reads, func(r *sql.Rows, n *Network) error {
		var origin, since int64
		err := r.Scan(&origin, &n.Games, &n.Open, &since)
		n.Origin, n.Since = uint64(origin), timeOf(since)
		return err
	}, `SELECT s.origin, count(DISTINCT g.number),
			sum(NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = g.number AND o.seat = 1)),
			min(g.opened)
		FROM games g JOIN seats s ON s.game = g.number WHERE g.status = 0 AND s.origin <> 0
		GROUP BY s.origin ORDER BY 2 DESC, 1 LIMIT ?`, limit)
}

// OriginOf returns the network from which a player last entered a game or guessed, 0 if unknown.
func (a *Archive) OriginOf(ctx context.Context, id game.PlayerID) (uint64, error) {
	var origin int64
	row := a.reads.QueryRowContext(ctx, `SELECT s.origin FROM seats s
		WHERE s.player = (SELECT number FROM players WHERE id = ?) AND s.origin <> 0
		ORDER BY s.place DESC LIMIT 1`, string(id))
	err := row.Scan(&origin)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return uint64(origin), err
}

// PlayersFrom returns the players who last entered a game or guessed from a network, in the order
// in which they entered their first game.
func (a *Archive) PlayersFrom(ctx context.Context, origin uint64) ([]game.PlayerID, error) {
	return store.Column[game.PlayerID](ctx, a.reads, `SELECT p.id FROM players p WHERE p.number IN
			(SELECT player FROM seats WHERE origin = ?1) AND ?1 =
			(SELECT s.origin FROM seats s WHERE s.player = p.number AND s.origin <> 0
				ORDER BY s.place DESC LIMIT 1)
		ORDER BY p.number`, int64(origin))
}

// Involved returns the players who play a game now or have blocked somebody.
func (a *Archive) Involved(ctx context.Context) ([]accounts.ID, error) {
	return store.Column[accounts.ID](ctx, a.reads, `SELECT id FROM players WHERE number IN
		(SELECT s.player FROM games g JOIN seats s ON s.game = g.number WHERE g.status = 0
		UNION SELECT player FROM blocks)`)
}

// Blocked reports whether a player has blocked the opponent of a game.
func (a *Archive) Blocked(ctx context.Context, player game.PlayerID, id game.GameID) (blocked bool, err error) {
	row := a.reads.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM blocks
		WHERE player = (SELECT number FROM players WHERE id = ?)
		AND game = (SELECT number FROM games WHERE id = ?))`, string(player), string(id))
	return blocked, row.Scan(&blocked)
}

// WantEnds asks the server to end all games of a network as soon as it next looks.
func (a *Archive) WantEnds(ctx context.Context, origin uint64) error {
	return a.exec(ctx, "INSERT OR IGNORE INTO wanted_ends VALUES (?)", int64(origin))
}

// WantedEnds returns the requests of [Archive.WantEnds].
func (a *Archive) WantedEnds(ctx context.Context) ([]uint64, error) {
	return store.Column[uint64](ctx, a.reads, "SELECT origin FROM wanted_ends")
}

// Ended forgets the request to end the games of a network.
func (a *Archive) Ended(ctx context.Context, origin uint64) error {
	return a.exec(ctx, "DELETE FROM wanted_ends WHERE origin = ?", int64(origin))
}
