package accounts

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// What a [Desk] refuses, besides what the choice of a name or a password is refused for. The texts may be shown.
var (
	// ErrLogin does not tell whether there is an account of the name.
	ErrLogin = errors.New("there is no account with that username and password")
	// ErrToken is for a token that is missing, forged, expired, revoked, or of an account that is not there; it may be wrapped to say which.
	ErrToken = errors.New("a valid token is needed: log in")
	// ErrEmail is for what is no address for mail.
	ErrEmail = errors.New(`email: expected an address as "ann@example.org"`)
)

// LimitError tells that something was done too often, and after how long it may be tried again.
type LimitError struct {
	What string        // as "logins"
	Wait time.Duration // before it may be tried again
}

// Error is one line for who is to wait.
func (e *LimitError) Error() string {
	return fmt.Sprintf("too many %s: try again in %d s", e.What, e.Seconds())
}

// Seconds is the whole number of seconds, at least 1, after which it may be tried again.
func (e *LimitError) Seconds() int { return max(1, int(math.Ceil(e.Wait.Seconds()))) }

// take counts something done by a key.
func take(l *auth.Limiter, key, what string) error {
	if wait := l.Take(key); wait > 0 {
		return &LimitError{what, wait}
	}
	return nil
}
