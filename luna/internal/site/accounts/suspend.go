package accounts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/internal/site/store"
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

// Gone returns those of some players whose accounts were deleted or are suspended.
func (s *Service) Gone(ctx context.Context, ids []ID) ([]ID, error) {
	text, err := json.Marshal(ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return store.Column[ID](ctx, s.table.db.Read(), `SELECT value FROM json_each(?) WHERE value NOT NULL AND NOT EXISTS
		(SELECT 1 FROM accounts WHERE id = value AND suspended = '')`, string(text))
}

// Delete removes an account for good. Whatever games keep about its player no longer has a name.
func (s *Service) Delete(ctx context.Context, id ID) error {
	err := s.revoking(ctx, func(r *revocation) error { return s.table.remove(ctx, r, id) })
	if err != nil {
		return err
	}
	for _, o := range s.observers {
		if o.Deleted != nil {
			o.Deleted(id)
		}
	}
	return nil
}

// DeleteOwn deletes the account of a player at their request, and what they wrote if texts is set.
// People must give their password; the error is [ErrPassword] if it is wrong.
func (s *Service) DeleteOwn(ctx context.Context, address string, a Account, password string, texts bool) error {
	if a.Kind == Person {
		if err := s.confirmPassword(ctx, address, a, password); err != nil {
			return err
		}
	}
	if texts {
		if err := s.EraseTexts(ctx, a.ID); err != nil {
			return err
		}
	}
	return s.Delete(ctx, a.ID)
}

// Erases reports whether [Service.EraseTexts] can remove anything, that is, whether a game supports
// it.
func (s *Service) Erases() bool {
	return slices.ContainsFunc(s.observers, func(o Observer) bool { return o.Erase != nil })
}

// EraseTexts removes what a player wrote from all games, and in reports.
func (s *Service) EraseTexts(ctx context.Context, id ID) error {
	for _, o := range s.observers {
		if o.Erase != nil {
			if err := o.Erase(ctx, id); err != nil {
				return err
			}
		}
	}
	return s.EraseReported(ctx, id, "")
}
