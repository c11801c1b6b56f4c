package play

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// GameBytes is the storage that a game takes besides its texts.
const GameBytes = 16 << 10

// Quota limits the resources of all games together. A network may have a sixteenth of the games. At
// its share, and at the limit the network with most games, loses a game that waits for it when
// another one is opened. If there is no such game, no new one can be opened, but games can still be
// joined and finished.
type Quota struct {
	Games int   // maximum number of active games; 0 means no limit
	Bytes int64 // maximum size of the database; 0 means no limit
}

// share returns how many active games a network may have.
func (q Quota) share() int { return max(game.MaxActive, q.Games/16) }

// FullError refuses a game that the [Quota] does not allow.
type FullError struct{ reason string }

// Error says which limit has been reached.
func (e *FullError) Error() string { return e.reason }

// checkBytes returns a [FullError] if the database is as large as it may be.
func (r *Referee) checkBytes(ctx context.Context) (full *FullError, err error) {
	if r.quota.Bytes == 0 {
		return nil, nil
	}
	used, err := r.store.Used(ctx)
	if err == nil && used >= r.quota.Bytes {
		full = &FullError{"the rating system has no space for new games; games in progress can be " + "finished"}
	}
	return full, err
}

// makeRoom returns the events that make room for a game that a player of a network opens, or a
// [FullError] if there can be none.
func (r *Referee) makeRoom(t *game.Tournament, origin uint64, now time.Time) ([]game.Event, error) {
	c := t.Counts()
	held, active, limit := t.Held(origin), c.Open+c.Playing, r.quota.Games
	switch {
	case limit == 0:
		return nil, nil
	case held >= r.quota.share():
		r.warn(origin, held, now)
		if e, ok := t.Evict(origin, now); ok {
			return []game.Event{e}, nil
		}
		return nil, &FullError{fmt.Sprintf("%d games are being played from your network, which is its "+
			"share of this rating system; try again when some have ended", held)}
	case active < limit:
		return nil, nil
	}
	from := t.Busiest()
	if t.Held(from) <= held+1 {
		from = origin // which may lose one of its own
	}
	if e, ok := t.Evict(from, now); ok {
		return []game.Event{e}, nil
	}
	return nil, &FullError{fmt.Sprintf("%d games are being played, which is the maximum of this "+
		"rating system; try again when some have ended", active)}
}

// warnEvery is the minimum time between two warnings about networks.
const warnEvery = 10 * time.Minute

// warn logs that a network has its full share of the games.
func (r *Referee) warn(origin uint64, games int, now time.Time) {
	if now.Sub(r.warned) < warnEvery {
		return
	}
	r.warned = now
	r.fairness.log.Warn("a network has its full share of the games: see luna admin network",
		"network", Network(origin), "games", games)
}

// Network formats a network for the operator; see [game.Event].Origin.
func Network(origin uint64) string { return fmt.Sprintf("%014x", origin) }
