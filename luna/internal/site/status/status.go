// Package status chooses the HTTP status of the errors that all games of a site have in common.
// Pages and JSON endpoints follow the same rules. A game provides rules for its own errors.
package status

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Rules returns the rules of a site and its games.
func Rules(games ...httpx.Rules) httpx.Rules {
	rules := httpx.Rules{
		tooOften,
		unavailable,
		httpx.As[*accounts.NameError](http.StatusBadRequest),
		httpx.As[*accounts.SuspendedError](http.StatusForbidden),
		httpx.Is(http.StatusForbidden, accounts.ErrResetLink),
		httpx.Is(http.StatusBadRequest,
			auth.ErrPasswordShort, auth.ErrPasswordLong, auth.ErrPasswordText,
			auth.ErrPasswordEasy, accounts.ErrEmail, accounts.ErrInitial, accounts.ErrColor),
		httpx.Is(http.StatusUnauthorized, accounts.ErrToken, accounts.ErrLogin,
			accounts.ErrPassword),
		deletedMeanwhile,
		httpx.Is(http.StatusNotFound, accounts.ErrNoPassword),
		httpx.Is(http.StatusConflict, accounts.ErrNameTaken, accounts.ErrNotAGuest),
	}
	for _, more := range games {
		rules = append(rules, more...)
	}
	return rules
}

func tooOften(err error) *httpx.Error {
	limit, ok := errors.AsType[*guard.LimitError](err)
	if !ok {
		return nil
	}
	e := httpx.Errorf(http.StatusTooManyRequests, "%s", limit.Error())
	return e.With("Retry-After", strconv.Itoa(limit.Seconds()))
}

// unavailable is for requests that the client may try again.
func unavailable(err error) *httpx.Error {
	for _, e := range []struct{ err, message error }{
		{journal.ErrClosed, journal.ErrClosed},
		{journal.ErrUnavailable, journal.ErrUnavailable},
		{store.ErrUnavailable, journal.ErrUnavailable},
		{context.Canceled, journal.ErrUnavailable},
		{context.DeadlineExceeded, journal.ErrUnavailable},
	} {
		if errors.Is(err, e.err) {
			refusal := httpx.Errorf(http.StatusServiceUnavailable, "%s", e.message.Error())
			return refusal.With("Retry-After", "1")
		}
	}
	return nil
}

// deletedMeanwhile is for a caller whose account was deleted during the request.
func deletedMeanwhile(err error) *httpx.Error {
	if !errors.Is(err, accounts.ErrUnknown) {
		return nil
	}
	return httpx.Errorf(http.StatusUnauthorized, "%s", accounts.ErrToken.Error())
}
