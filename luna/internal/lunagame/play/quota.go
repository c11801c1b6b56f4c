package play

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
)

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

// mayOpen returns an error unless a player may open a game now: bytes, if not nil, or one if there are
// as many active games as there may be.
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
