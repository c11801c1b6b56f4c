package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

// failure is an error with the status that tells a client of it.
type failure struct {
	status  int
	header  http.Header
	message string
}

func (f *failure) Error() string { return f.message }

func failf(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// statuses are those of the errors that have one status. They may be shown as they are, with what is wrapped around them.
var statuses = []struct {
	err    error
	status int
}{
	{auth.ErrPasswordShort, http.StatusBadRequest},
	{auth.ErrPasswordLong, http.StatusBadRequest},
	{auth.ErrPasswordText, http.StatusBadRequest},
	{accounts.ErrEmail, http.StatusBadRequest},
	{referee.ErrInitial, http.StatusBadRequest},
	{referee.ErrColor, http.StatusBadRequest},
	{referee.ErrNotAGuest, http.StatusConflict},
	{store.ErrNameTaken, http.StatusConflict},
	{game.ErrWrongPhase, http.StatusConflict},
	{game.ErrNotYourTurn, http.StatusConflict},
	{game.ErrGameOver, http.StatusConflict},
	{game.ErrInactive, http.StatusConflict},
	{game.ErrExpired, http.StatusConflict},
	{game.ErrCannotJoin, http.StatusConflict},
	{game.ErrTooManyGames, http.StatusConflict},
}

// failureOf is how an error is told to a client. Of what it must not know it is told no more than that something went wrong.
func failureOf(err error, r *http.Request) *failure {
	var f *failure
	var limit *accounts.LimitError
	var invalid *game.InvalidError
	var name *store.NameError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &limit):
		f = failf(http.StatusTooManyRequests, "%s", limit.Error())
		f.header = http.Header{"Retry-After": {strconv.Itoa(limit.Seconds())}}
		return f
	case errors.As(err, &invalid):
		return failf(http.StatusBadRequest, "%s", invalid.Error())
	case errors.As(err, &name):
		return failf(http.StatusBadRequest, "%s", name.Error())
	case errors.Is(err, accounts.ErrToken), errors.Is(err, accounts.ErrLogin), errors.Is(err, store.ErrUnknownAccount):
		return unauthorized(err, r)
	case errors.Is(err, game.ErrUnknownGame), errors.Is(err, game.ErrNotAPlayer), errors.Is(err, game.ErrUnknownPlayer):
		return failf(http.StatusNotFound, "%s", game.ErrUnknownGame.Error()) // others' games are not told from none
	case errors.Is(err, referee.ErrUnavailable), errors.Is(err, store.ErrUnavailable), errors.Is(err, referee.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		f = failf(http.StatusServiceUnavailable, "%s", referee.ErrUnavailable.Error())
		f.header = http.Header{"Retry-After": {"1"}}
		return f
	}
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			return failf(s.status, "%s", err.Error())
		}
	}
	return nil
}

// unauthorized is the refusal of a token or a login (RFC 6750).
func unauthorized(err error, r *http.Request) *failure {
	challenge := `Bearer realm="luna"`
	if bearer(r) != "" {
		challenge += `, error="invalid_token"`
	}
	if errors.Is(err, store.ErrUnknownAccount) {
		err = accounts.ErrToken // removed meanwhile
	}
	f := failf(http.StatusUnauthorized, "%s", err.Error())
	f.header = http.Header{"Www-Authenticate": {challenge}}
	return f
}

// fail answers with an error.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := failureOf(err, r)
	if f == nil || errors.Is(err, store.ErrUnavailable) {
		a.o.Log.Error("request failed", "method", r.Method, "route", r.Pattern, "error", err)
	}
	if f == nil {
		f = failf(http.StatusInternalServerError, "something went wrong in the server")
	}
	for name, values := range f.header {
		w.Header()[name] = values
	}
	a.write(w, f.status, wire.Message{Message: f.message})
}

// write sends a whole answer in JSON. A client that is gone is nobody's fault.
func (a *API) write(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		a.o.Log.Error("an answer cannot be written in JSON", "error", err)
		status, text = http.StatusInternalServerError, []byte(`{"message":"something went wrong in the server"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
