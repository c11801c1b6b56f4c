package play

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Errors of players' actions.
var (
	// ErrConsent is for players who have not agreed that the logs of games are published.
	ErrConsent = errors.New("the logs of games are public: agree to that first")
	// ErrPlaying is for players who are already in a game.
	ErrPlaying = errors.New("you are in a game already")
	// ErrWaiting is for players who already wait, in another role.
	ErrWaiting = errors.New("you wait for a game already; withdraw first")
	// ErrRole is for an action that the player's role does not allow.
	ErrRole = errors.New("your role does not allow this")
	// ErrStale is for an answer to a question that is not the current one.
	ErrStale = errors.New("this is not the current question")
	// ErrKey is for an action without a usable key.
	ErrKey = errors.New("key: 1 to 64 characters are needed, different for each action")
	// ErrAction is for an action that makes no sense in itself.
	ErrAction = errors.New("the action cannot be understood")
	// ErrText is for a text that is too long, empty, or not valid.
	ErrText = fmt.Errorf("text: 1 to %d characters that can be read are needed", archive.MaxText)
	// ErrTooMany is for players whose actions exceed what a game has room for.
	ErrTooMany = errors.New("too many actions in one game")
	// ErrPace is for bettors who bet faster than others can answer.
	ErrPace = httpx.Errorf(http.StatusTooManyRequests,
		"your bets come too fast: after %d, one a second is possible", archive.MaxBurst).
		With("Retry-After", "1")
	// ErrFull is for a lobby without room for another player, or a server without room for another
	// game.
	ErrFull = errors.New("there is no room now; try again later")
	// ErrStreams is for players who have too many open streams.
	ErrStreams = errors.New("too many pages of yours follow games: close some")
)

// Statuses returns the HTTP statuses of the errors of games.
func Statuses() httpx.Rules {
	return httpx.Rules{
		httpx.Is(http.StatusNotFound, archive.ErrUnknown),
		httpx.Is(http.StatusForbidden, ErrConsent, ErrRole),
		httpx.Is(http.StatusBadRequest, ErrKey, ErrAction, ErrText, archive.ErrQuery),
		httpx.Is(http.StatusTooManyRequests, ErrTooMany, ErrStreams),
		httpx.Is(http.StatusServiceUnavailable, ErrFull, journal.ErrUnavailable, journal.ErrClosed),
		httpx.Is(http.StatusConflict, ErrPlaying, ErrWaiting, ErrStale, trade.ErrRule),
	}
}
