package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// Login returns the account of a name and password, or [ErrLogin].
func (s *Service) Login(ctx context.Context, address, username, password string) (Account, error) {
	if err := s.guard.Logins.Allow(address, 1); err != nil {
		return Account{}, err
	}
	key, err := NameKey(username)
	if err != nil {
		key = username // nobody can have it
	}
	// Counted before the password is checked, so that concurrent attempts count too. Somebody who
	// guesses from one address shuts out that address long before the owner of the name.
	pair := key + "\x00" + address
	if err := s.guard.Guesses.Allow(pair, 1); err != nil {
		return Account{}, err
	}
	if err := s.guard.Names.Allow(key, 1); err != nil {
		return Account{}, err
	}
	a, err := s.table.named(ctx, username)
	switch {
	case errors.Is(err, ErrUnknown):
		err = s.hasher.VerifyNone(ctx, password)
	case err == nil:
		err = s.verify(ctx, a, password)
	}
	if errors.Is(err, auth.ErrMismatch) {
		return Account{}, ErrLogin
	}
	if err != nil {
		return Account{}, err
	}
	s.guard.Guesses.Forget(pair)
	return a, nil
}

// verify checks a password, and replaces its hash if new hashes are made at another cost.
func (s *Service) verify(ctx context.Context, a Account, password string) error {
	stale, err := s.hasher.Verify(ctx, a.Password, password)
	if err != nil || !stale {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return nil // the next login will try again
	}
	_, _ = s.table.update(ctx, a.ID, func(now *Account) error {
		if now.Password == a.Password {
			now.Password = hash
		}
		return nil
	})
	return nil
}

// Token returns a new token of an account.
func (s *Service) Token(a Account) (string, error) {
	return s.tokens.Session(string(a.ID), a.Username, a.Generation)
}

// Authenticate returns the account of a token and counts a request of its player. The error wraps
// [ErrToken], is a [guard.LimitError], or comes from the store.
func (s *Service) Authenticate(ctx context.Context, address, token string) (Account, error) {
	a, err := s.owner(ctx, token)
	if errors.Is(err, ErrToken) {
		if limit := s.guard.Refusals.Allow(address, 1); limit != nil {
			return Account{}, limit
		}
	}
	if err != nil {
		return Account{}, err
	}
	s.present.see(a.ID, s.clock())
	return a, s.guard.Players.Allow(string(a.ID), 1)
}

// owner returns the account of a token.
func (s *Service) owner(ctx context.Context, token string) (Account, error) {
	if token == "" {
		return Account{}, ErrToken
	}
	session, err := s.tokens.ParseSession(token)
	switch {
	case errors.Is(err, auth.ErrExpired):
		return Account{}, fmt.Errorf("%w (the one sent has expired)", ErrToken)
	case err != nil:
		return Account{}, fmt.Errorf("%w (the one sent is not valid)", ErrToken)
	}
	a, err := s.table.get(ctx, ID(session.Account))
	switch {
	case errors.Is(err, ErrUnknown):
		return Account{}, fmt.Errorf("%w (the account no longer exists)", ErrToken)
	case err != nil:
		return Account{}, err
	case a.Generation != session.Generation:
		return Account{}, fmt.Errorf("%w (the one sent was revoked)", ErrToken)
	}
	return a, nil
}
