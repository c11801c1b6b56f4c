package accounts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// SuspendedError refuses what a suspended player must not do. They may still log in, read why, take
// their data, withdraw consent and delete the account.
type SuspendedError struct {
	Reason string
	Until  time.Time // zero if no end was set
}

// Error returns one line for the player.
func (e *SuspendedError) Error() string {
	if e.Until.IsZero() {
		return "the account is suspended: " + e.Reason
	}
	return fmt.Sprintf("the account is suspended until %s: %s", e.Until.Format("2006-01-02 15:04 MST"), e.Reason)
}

func isSuspended(err error) bool {
	_, ok := errors.AsType[*SuspendedError](err)
	return ok
}

// mayAct returns a [SuspendedError] for a suspended account.
func (a *Account) mayAct() error {
	if a.Suspended != "" {
		return &SuspendedError{a.Suspended, a.SuspendedUntil}
	}
	return nil
}

// maxReason is the maximum length of the reason of a suspension, in code points.
const maxReason = 300

// ErrReason is for a suspension whose reason is missing or cannot be shown.
var ErrReason = fmt.Errorf("reason: expected one line of 1 to %d characters", maxReason)

// ErrUntil is for a suspension that would end at once.
var ErrUntil = errors.New("until: expected a time to come")

// Suspend is [Service.SuspendUntil] without an end.
func (s *Service) Suspend(ctx context.Context, id ID, reason string) (Account, error) {
	return s.SuspendUntil(ctx, id, reason, time.Time{})
}

// SuspendUntil bars a player from playing until a time or, if that is zero, until
// [Service.Unsuspend]. They are told the reason.
func (s *Service) SuspendUntil(
	ctx context.Context, id ID, reason string, until time.Time,
) (Account, error) {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < 1 || n > maxReason || !utf8.ValidString(reason) ||
		strings.ContainsFunc(reason, unicode.IsControl) {
		return Account{}, ErrReason
	}
	if !until.IsZero() && !until.After(s.clock()) {
		return Account{}, ErrUntil
	}
	return s.setSuspended(ctx, id, reason, until)
}

// Unsuspend lifts a suspension.
func (s *Service) Unsuspend(ctx context.Context, id ID) (Account, error) {
	return s.setSuspended(ctx, id, "", time.Time{})
}

// Tick lifts the suspensions that have ended.
func (s *Service) Tick(ctx context.Context) error {
	over, err := s.table.query(ctx, "SELECT "+columns+" FROM accounts WHERE suspended_until <= ?",
		s.clock().UnixNano())
	for _, a := range over {
		if err == nil {
			_, err = s.Unsuspend(ctx, a.ID)
		}
	}
	return err
}

func (s *Service) setSuspended(
	ctx context.Context, id ID, reason string, until time.Time,
) (Account, error) {
	return s.update(ctx, id, func(a *Account) error {
		a.Suspended, a.SuspendedUntil = reason, until
		return nil
	})
}

// Gone returns those of some players whose accounts were deleted or are suspended.
func (s *Service) Gone(ctx context.Context, ids []ID) ([]ID, error) {
	text, err := json.Marshal(ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return store.Column[ID](ctx, s.table.db.Read(), `SELECT value FROM json_each(?) WHERE NOT EXISTS
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

// EraseTexts removes what a player wrote from all games, and in reports with which the operator is
// done.
func (s *Service) EraseTexts(ctx context.Context, id ID) error {
	for _, o := range s.observers {
		if o.Erase != nil {
			if err := o.Erase(ctx, id); err != nil {
				return err
			}
		}
	}
	return s.EraseReported(ctx, Erasure{Player: id, Decided: true})
}
