package play

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// GameBytes is the storage that a game takes besides its texts.
const GameBytes = 16 << 10

// Statuses returns the HTTP statuses of the errors by which the rules refuse something.
func Statuses() httpx.Rules {
	return httpx.Rules{
		httpx.As[*game.InvalidError](http.StatusBadRequest),
		httpx.Is(http.StatusBadRequest, archive.ErrPage),
		notFound,
		full,
		httpx.Is(http.StatusConflict, game.ErrWrongPhase, game.ErrNotYourTurn, game.ErrGameOver,
			game.ErrInactive, game.ErrExpired, game.ErrCannotJoin, game.ErrTooManyGames,
			game.ErrWaiting),
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

// Quota limits the resources of all games together. When it is reached, no new game can be opened,
// but games can still be joined and finished.
type Quota struct {
	Games int   // maximum number of active games; 0 means no limit
	Bytes int64 // maximum size of the database; 0 means no limit
}

// FullError refuses a game that the [Quota] does not allow.
type FullError struct{ reason string }

// Error says which limit has been reached.
func (e *FullError) Error() string { return e.reason }

// checkBytes returns an error if the database is as large as it may be.
func (r *Referee) checkBytes(ctx context.Context) error {
	if r.quota.Bytes == 0 {
		return nil
	}
	used, err := r.store.Used(ctx)
	if err == nil && used >= r.quota.Bytes {
		err = &FullError{"the rating system has no space for new games; games in progress can be " +
			"finished"}
	}
	return err
}

// mayOpen returns an error unless a player may open a game now: bytes, if not nil, or one if there
// are as many active games as there may be.
func (q Quota) mayOpen(t *game.Tournament, bytes error) error {
	c := t.Counts()
	if active := c.Open + c.Playing; bytes == nil && q.Games > 0 && active >= q.Games {
		return &FullError{fmt.Sprintf("%d games are being played, which is the maximum of this "+
			"rating system; try again when some have ended", active)}
	}
	return bytes
}

// full is the status of a [FullError].
func full(err error) *httpx.Error {
	if e, ok := errors.AsType[*FullError](err); ok {
		return httpx.Errorf(http.StatusServiceUnavailable, "%s", e.reason).With("Retry-After", "60")
	}
	return nil
}
