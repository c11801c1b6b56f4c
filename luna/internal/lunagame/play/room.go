package play

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
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
		full = &FullError{"the rating system has no space for new games; games in progress can be finished"}
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

// Statuses returns the HTTP statuses of the errors by which the rules refuse something.
func Statuses() httpx.Rules {
	return httpx.Rules{
		httpx.As[*game.InvalidError](http.StatusBadRequest),
		httpx.Is(http.StatusBadRequest, archive.ErrPage),
		notFound,
		full,
		httpx.Is(http.StatusConflict, game.ErrWrongPhase, game.ErrNotYourTurn, game.ErrGameOver,
			game.ErrInactive, game.ErrExpired, game.ErrCannotJoin, game.ErrTooManyGames,
			game.ErrWaiting, game.ErrNobody, game.ErrTooManyBlocks),
	}
}

// notFound does not distinguish other players' games from games that do not exist.
func notFound(err error) *httpx.Error {
	for _, e := range []error{game.ErrUnknownGame, game.ErrNotAPlayer, game.ErrUnknownPlayer} {
		if errors.Is(err, e) {
			return httpx.Errorf(http.StatusNotFound, "%s", game.ErrUnknownGame.Error())
		}
	}
	return nil
}

// full is the status of a [FullError].
func full(err error) *httpx.Error {
	if e, ok := errors.AsType[*FullError](err); ok {
		return httpx.Errorf(http.StatusServiceUnavailable, "%s", e.reason).With("Retry-After", "60")
	}
	return nil
}

// inFlight is the set of changes that players have sent and that are not on disk yet.
//
// A client whose connection broke looks at its games to find out whether its submission arrived, so
// a player's reads wait for the player's own changes, but for nobody else's.
type inFlight struct {
	mu      sync.Mutex
	changes map[game.PlayerID][]chan struct{} // closed when on disk or refused
}

// begin registers a change of a player. The caller calls done when it has been carried out.
func (f *inFlight) begin(player game.PlayerID) (done func()) {
	c := make(chan struct{})
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.changes == nil {
		f.changes = make(map[game.PlayerID][]chan struct{})
	}
	f.changes[player] = append(f.changes[player], c)
	return func() {
		close(c)
		f.mu.Lock()
		defer f.mu.Unlock()
		rest := slices.DeleteFunc(f.changes[player], func(x chan struct{}) bool { return x == c })
		if f.changes[player] = rest; len(rest) == 0 {
			delete(f.changes, player)
		}
	}
}

// wait returns when the changes that a player had begun are done, or an error when the context is.
func (f *inFlight) wait(ctx context.Context, player game.PlayerID) error {
	f.mu.Lock()
	list := slices.Clone(f.changes[player])
	f.mu.Unlock()
	for _, c := range list {
		select {
		case <-c:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
