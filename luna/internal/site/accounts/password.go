package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// ResetLife is how long a link in a letter to reset a password works.
const ResetLife = time.Hour

// ErrResetLink is for a reset link that has expired or has been used.
var ErrResetLink = errors.New("the link does not work: it has expired or was used already")

// ChangePassword sets the password of a person who knows the present one, and revokes the tokens
// issued before.
func (s *Service) ChangePassword(ctx context.Context, address string, a Account, old, fresh string) (Account, error) {
	if a.Kind != Person {
		return Account{}, ErrNoPassword
	}
	if err := auth.CheckPassword(fresh, a.known()...); err != nil {
		return Account{}, err
	}
	if err := s.confirmPassword(ctx, address, a, old); err != nil {
		return Account{}, err
	}
	return s.SetPassword(ctx, a.ID, fresh)
}

// known returns words that somebody who knows an account would try as its password.
func (a *Account) known() []string {
	local, _, _ := strings.Cut(a.Email, "@")
	return []string{a.Username, local}
}

// confirmPassword returns [ErrPassword] if a player who is logged in does not know their password.
// This counts as a login, from a place of its own.
func (s *Service) confirmPassword(ctx context.Context, address string, a Account, password string) error {
	if err := s.guard.Logins.Allow(address, 1); err != nil {
		return err
	}
	err := s.checkPassword(ctx, a, a.Username, place{"session of " + string(a.ID), true}, password)
	if errors.Is(err, ErrLogin) {
		return ErrPassword
	}
	return err
}

// SetPassword sets the password of a person and revokes the tokens issued before.
func (s *Service) SetPassword(ctx context.Context, id ID, password string) (Account, error) {
	a, err := s.table.get(ctx, id)
	if err == nil {
		err = auth.CheckPassword(password, a.known()...)
	}
	if err != nil {
		return Account{}, err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return Account{}, err
	}
	return s.update(ctx, id, func(a *Account) error { return a.setPassword(hash) })
}

func (a *Account) setPassword(hash string) error {
	if a.Kind != Person {
		return ErrNoPassword
	}
	a.Password = hash
	a.Generation++
	return nil
}

// ResetToken returns a token for [Service.ResetPassword]. It works once: a new password makes it
// void, as does a revocation of the player's tokens.
func (s *Service) ResetToken(a Account, life time.Duration) (string, error) {
	if a.Kind != Person {
		return "", ErrNoPassword
	}
	return s.Link(auth.ResetPassword, auth.Link{Account: string(a.ID), Value: a.passwordMark()}, life)
}

// passwordMark identifies the present password without telling anything about it, since the hash
// has a random salt.
func (a *Account) passwordMark() string {
	sum := sha256.Sum256(fmt.Append(nil, a.Generation, " ", a.Password))
	return hex.EncodeToString(sum[:16])
}

// ResetFor returns the account whose password a token may reset, or [ErrResetLink].
func (s *Service) ResetFor(ctx context.Context, token string) (Account, error) {
	l, err := s.Tokens().ParseLink(auth.ResetPassword, token)
	if err != nil {
		return Account{}, ErrResetLink
	}
	a, err := s.table.get(ctx, ID(l.Account))
	if errors.Is(err, ErrUnknown) || err == nil && a.passwordMark() != l.Value {
		return Account{}, ErrResetLink
	}
	return a, err
}

// ResetPassword sets the password of a person who has a token from [Service.ResetToken], and
// revokes the tokens issued before. From then on the address is known as the player's.
func (s *Service) ResetPassword(ctx context.Context, address, token, password string) (Account, error) {
	if err := s.guard.Logins.Allow(address, 1); err != nil {
		return Account{}, err
	}
	a, err := s.ResetFor(ctx, token)
	if err == nil {
		err = auth.CheckPassword(password, a.known()...)
	}
	if err != nil {
		return Account{}, err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return Account{}, err
	}
	mark := a.passwordMark()
	a, err = s.update(ctx, a.ID, func(now *Account) error {
		if now.passwordMark() != mark { // used meanwhile
			return ErrResetLink
		}
		return now.setPassword(hash)
	})
	if err != nil {
		return Account{}, err
	}
	return a, s.rememberPlace(ctx, a.ID, address)
}

// Reachable returns the people who may reset their passwords with a letter: the one with a
// username, or those with a confirmed address, at most a few.
func (s *Service) Reachable(ctx context.Context, text string) ([]Account, error) {
	text = strings.TrimSpace(text)
	a, err := s.table.named(ctx, text)
	switch {
	case err == nil && a.Kind == Person && a.Email != "" && a.EmailConfirmed:
		return []Account{a}, nil
	case err != nil && !errors.Is(err, ErrUnknown):
		return nil, err
	case !strings.Contains(text, "@"):
		return nil, nil
	}
	const most = 3
	return s.table.query(ctx, "SELECT "+columns+` FROM accounts
		WHERE email <> '' AND lower(email) = lower(?) AND email_confirmed AND kind = ?
		ORDER BY joined, id LIMIT ?`, text, string(Person), most)
}
