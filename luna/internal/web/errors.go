package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// refusal is a page that says why something was not done, and where to go on.
type refusal struct {
	Status         int
	Title, Text    string
	Link, LinkText string
	Kept           []string // texts that were typed and not sent
}

func (r *refusal) Error() string { return r.Title }

var errNotFound = &refusal{Status: http.StatusNotFound, Title: "There is no such page",
	Text: "Nothing is at this address, or nothing that you may see."}

// explain makes a page of an error. What is wrong inside is not told.
func explain(err error) *refusal {
	var r *refusal
	if errors.As(err, &r) {
		return r
	}
	status := statusOf(err)
	switch status {
	case http.StatusNotFound:
		return errNotFound
	case http.StatusTooManyRequests:
		return &refusal{Status: status, Title: "Too fast", Text: sentence(err) + " What you typed is not lost: go back and send it again then."}
	case http.StatusServiceUnavailable:
		return &refusal{Status: status, Title: "Not now", Text: sentence(err) + " Nothing was changed."}
	case http.StatusConflict:
		return &refusal{Status: status, Title: "That is not possible now", Text: sentence(err), Link: "/play", LinkText: "To your games"}
	case http.StatusBadRequest:
		return &refusal{Status: status, Title: "That cannot be", Text: sentence(err)}
	}
	return &refusal{Status: http.StatusInternalServerError, Title: "Something went wrong",
		Text: "This is our fault and not yours. It was noted; please try again in a while. What was saved before stays saved."}
}

// statusOf returns the status of an error of the packages below, 500 for what is not the player's doing.
func statusOf(err error) int {
	var limit *accounts.LimitError
	if errors.As(err, &limit) {
		return http.StatusTooManyRequests
	}
	if invalid(err) {
		return http.StatusBadRequest
	}
	for _, c := range []struct {
		err    error
		status int
	}{
		{game.ErrUnknownGame, http.StatusNotFound}, {game.ErrNotAPlayer, http.StatusNotFound},
		{game.ErrTooManyGames, http.StatusConflict}, {game.ErrNotYourTurn, http.StatusConflict}, {game.ErrWrongPhase, http.StatusConflict},
		{game.ErrGameOver, http.StatusConflict}, {game.ErrInactive, http.StatusConflict}, {game.ErrExpired, http.StatusConflict},
		{game.ErrCannotJoin, http.StatusConflict}, {referee.ErrNotAGuest, http.StatusConflict},
		{accounts.ErrLogin, http.StatusUnauthorized}, {errOldPassword, http.StatusUnauthorized},
		{referee.ErrUnavailable, http.StatusServiceUnavailable}, {referee.ErrClosed, http.StatusServiceUnavailable},
		{store.ErrUnavailable, http.StatusServiceUnavailable},
	} {
		if errors.Is(err, c.err) {
			return c.status
		}
	}
	return http.StatusInternalServerError
}

// invalid tells whether an error is about something typed, whose text is for who typed it.
func invalid(err error) bool {
	var text *game.InvalidError
	var name *store.NameError
	if errors.As(err, &text) || errors.As(err, &name) {
		return true
	}
	for _, e := range []error{
		store.ErrNameTaken, accounts.ErrEmail, auth.ErrPasswordShort, auth.ErrPasswordLong, auth.ErrPasswordText, referee.ErrInitial, referee.ErrColor,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func itoa(n int) string { return strconv.Itoa(n) }
