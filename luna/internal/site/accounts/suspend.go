package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SuspendedError refuses any request of a suspended player.
type SuspendedError struct{ Reason string }

// Error returns one line for the player.
func (e *SuspendedError) Error() string { return "the account is suspended: " + e.Reason }

func isSuspended(err error) bool {
	_, ok := errors.AsType[*SuspendedError](err)
	return ok
}

// mayAct returns a [SuspendedError] for a suspended account.
func (a *Account) mayAct() error {
	if a.Suspended != "" {
		return &SuspendedError{a.Suspended}
	}
	return nil
}

// maxReason is the maximum length of the reason of a suspension, in code points.
const maxReason = 300

// ErrReason is for a suspension whose reason is missing or cannot be shown.
var ErrReason = fmt.Errorf("reason: expected one line of 1 to %d characters", maxReason)

// Suspend bars a player from doing anything. They are told the reason.
func (s *Service) Suspend(ctx context.Context, id ID, reason string) (Account, error) {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < 1 || n > maxReason || !utf8.ValidString(reason) ||
		strings.ContainsFunc(reason, unicode.IsControl) {
		return Account{}, ErrReason
	}
	return s.setSuspended(ctx, id, reason)
}

// Unsuspend lifts a suspension.
func (s *Service) Unsuspend(ctx context.Context, id ID) (Account, error) {
	return s.setSuspended(ctx, id, "")
}

func (s *Service) setSuspended(ctx context.Context, id ID, reason string) (Account, error) {
	return s.update(ctx, id, func(a *Account) error {
		a.Suspended = reason
		return nil
	})
}
