package play

import (
	"errors"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

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
