package accounts

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// SetInitial sets the initial that opponents see: one or two visible characters.
func (s *Service) SetInitial(ctx context.Context, id ID, initial string) (Account, error) {
	n := utf8.RuneCountInString(initial)
	if _, err := NameKey(initial); err != nil || !utf8.ValidString(initial) || n < 1 || n > 2 {
		return Account{}, fmt.Errorf("%w, found %q", ErrInitial, abridged(initial))
	}
	return s.update(ctx, id, func(a *Account) error {
		a.Initial = initial
		return nil
	})
}

// SetColor sets the color of the disc behind a player's initial, such as "#1e88e5".
func (s *Service) SetColor(ctx context.Context, id ID, color string) (Account, error) {
	digits, ok := strings.CutPrefix(color, "#")
	if b, err := hex.DecodeString(digits); !ok || err != nil || len(b) != 3 {
		return Account{}, fmt.Errorf("%w, found %q", ErrColor, abridged(color))
	}
	return s.update(ctx, id, func(a *Account) error {
		a.Color = strings.ToLower(color)
		return nil
	})
}

// SetConsent sets whether what a player writes and does in the Luna Game may be published.
func (s *Service) SetConsent(ctx context.Context, id ID, consent bool) (Account, error) {
	return s.update(ctx, id, func(a *Account) error {
		a.Consent, a.ConsentChosen, a.ConsentText = consent, s.clock(), ConsentText
		return nil
	})
}

// AskLater records that a new player has not been asked for the consent of [Service.SetConsent]
// yet.
func (s *Service) AskLater(ctx context.Context, id ID) (Account, error) {
	return s.update(ctx, id, func(a *Account) error {
		a.Consent, a.ConsentChosen = false, time.Time{}
		return nil
	})
}

// SetPublicName sets the name under which leaderboards show a player, "" for none. Nobody else may
// have one that looks like it.
func (s *Service) SetPublicName(ctx context.Context, id ID, name string) (Account, error) {
	if name != "" {
		if err := newName(name); err != nil {
			if e, ok := errors.AsType[*NameError](err); ok {
				e.Public = true
			}
			return Account{}, err
		}
	}
	return s.update(ctx, id, func(a *Account) error {
		a.PublicName, a.PublicChosen = name, s.clock()
		return nil
	})
}

// SetEmail sets the address for mail to a player, "" for none. A new address must be confirmed.
func (s *Service) SetEmail(ctx context.Context, address string, id ID, email string) (Account, error) {
	if err := checkEmail(email); err != nil {
		return Account{}, err
	}
	a, err := s.update(ctx, id, func(a *Account) error {
		if a.Email != email {
			a.Email, a.EmailConfirmed = email, false
		}
		return nil
	})
	if err == nil {
		s.emailGiven(a, address)
	}
	return a, err
}

// ConfirmEmail records that the owner of an address has confirmed it, if it is still the account's.
func (s *Service) ConfirmEmail(ctx context.Context, id ID, email string) error {
	_, err := s.update(ctx, id, func(a *Account) error {
		a.EmailConfirmed = a.EmailConfirmed || a.Email == email && email != ""
		return nil
	})
	return err
}

// Unsubscribe removes an address from an account, if the account still has it.
func (s *Service) Unsubscribe(ctx context.Context, id ID, email string) error {
	_, err := s.update(ctx, id, func(a *Account) error {
		if a.Email == email {
			a.Email, a.EmailConfirmed = "", false
		}
		return nil
	})
	if errors.Is(err, ErrUnknown) {
		return nil // nobody is left to send mail to
	}
	return err
}

// abridged returns as much of a text as an error should repeat.
func abridged(text string) string {
	if r := []rune(text); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return text
}
