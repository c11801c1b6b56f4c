package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Refusal is an error page that says why something was not done, and where to continue.
type Refusal struct {
	Status         int
	Title, Text    string
	Link, LinkText string
	Kept           []string // texts that were typed and not sent
}

// Error returns the title.
func (r *Refusal) Error() string { return r.Title }

var errNotFound = &Refusal{
	Status: http.StatusNotFound, Title: "Page not found",
	Text: "There is nothing at this address, or nothing that you may see.",
}

// Status returns the HTTP status of an error, 500 for internal errors.
func (x *Exchange) Status(err error) int {
	if e := x.site.Rules.Of(err); e != nil {
		return e.Status
	}
	return http.StatusInternalServerError
}

// explain makes a page of an error. Internal errors are not revealed.
func (x *Exchange) explain(err error) *Refusal {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r
	}
	if s, ok := errors.AsType[*accounts.SuspendedError](err); ok {
		return &Refusal{Status: http.StatusForbidden, Title: "Your account is suspended",
			Text: x.sentence(s), Link: "/me", LinkText: "Your account"}
	}
	status, text := x.Status(err), x.sentence(err)
	switch status {
	case http.StatusNotFound:
		return errNotFound
	case http.StatusTooManyRequests:
		return &Refusal{Status: status, Title: "Too many requests",
			Text: text + " What you typed is not lost: go back and send it again later."}
	case http.StatusServiceUnavailable:
		return &Refusal{Status: status, Title: "Not available right now", Text: text + " Nothing was changed."}
	case http.StatusConflict:
		return &Refusal{Status: status, Title: "That is not possible right now", Text: text,
			Link: x.site.Home, LinkText: "Your games"}
	case http.StatusBadRequest:
		return &Refusal{Status: status, Title: "Invalid input", Text: text}
	case http.StatusUnauthorized:
		return &Refusal{Status: status, Title: "You are not logged in", Text: text,
			Link: "/enter/login", LinkText: "Log in"}
	}
	return &Refusal{Status: http.StatusInternalServerError, Title: "Something went wrong", Text: text}
}

// Problems say what is wrong with the fields of a form, by their names. The name "" is for a
// problem that belongs to none of them.
type Problems map[string]string

// Problems returns an error as the problem of the field that it is about.
func (x *Exchange) Problems(err error) Problems {
	return Problems{fieldOf(err): x.sentence(err)}
}

func fieldOf(err error) string {
	if _, ok := errors.AsType[*accounts.NameError](err); ok {
		return "username"
	}
	for _, f := range []struct {
		field string
		err   error
	}{
		{"username", accounts.ErrNameTaken}, {"email", accounts.ErrEmail},
		{"password", auth.ErrPasswordShort}, {"password", auth.ErrPasswordLong},
		{"password", auth.ErrPasswordText}, {"password", auth.ErrPasswordEasy}, {"old", accounts.ErrPassword},
		{"reset", accounts.ErrResetLink}, {"initial", accounts.ErrInitial}, {"color", accounts.ErrColor},
	} {
		if errors.Is(err, f.err) {
			return f.field
		}
	}
	return ""
}

const internalError = "This is our fault, not yours. The error was logged; please try again later. " +
	"What was saved before is still saved."

// sentence is the text of an error for players.
func (x *Exchange) sentence(err error) string {
	e := x.site.Rules.Of(err)
	if e == nil {
		return internalError
	}
	text := Clean(e.Message)
	for _, prefix := range []string{"username: ", "publicName: ", "email: ", "initial: ", "color: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func isStoreError(err error) bool { return errors.Is(err, store.ErrUnavailable) }
