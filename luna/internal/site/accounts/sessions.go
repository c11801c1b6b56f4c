package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// maxEnded bounds the number of sessions of an account that are remembered as ended. When one more
// ends, all sessions of the account are ended, which requires no memory of them.
const maxEnded = 200

// Token returns a token for a new session of an account.
func (s *Service) Token(a Account) (string, error) {
	return s.Tokens().Session(string(a.ID), a.Username, a.Generation)
}

// EndSession makes void all tokens of the session to which a token belongs. The error wraps
// [ErrToken] if the token is already void.
func (s *Service) EndSession(ctx context.Context, token string) error {
	a, session, err := s.owner(ctx, token)
	if err != nil && !isSuspended(err) {
		return err
	}
	// A renewed token of the session may expire as late as one that is made now. A session that is
	// forgotten too early would be valid again.
	expires := s.steady.Latest().Add(auth.SessionLife).Unix()
	reached := s.steady.Reached().Unix()
	var changed Account
	err = s.revoking(ctx, func(r *revocation) error {
		_, err := r.tx.ExecContext(ctx, "DELETE FROM ended_sessions WHERE expires <= ?", reached)
		if err != nil {
			return err
		}
		var ended int
		row := r.tx.QueryRowContext(ctx, "SELECT count(*) FROM ended_sessions WHERE account = ?", string(a.ID))
		if err := row.Scan(&ended); err != nil {
			return err
		}
		if ended >= maxEnded {
			changed, err = s.table.change(ctx, r, a.ID, nextGeneration)
			return err
		}
		r.happened = true
		_, err = r.tx.ExecContext(ctx, `INSERT INTO ended_sessions (id, account, expires)
			VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`, session.ID, string(a.ID), expires)
		return err
	})
	if err == nil && changed.ID != "" {
		s.notify(changed)
	}
	s.Wake(a.ID) // since pages of the session are void
	return err
}

// Revoke makes void all tokens that were issued to a player.
func (s *Service) Revoke(ctx context.Context, id ID) (Account, error) {
	return s.update(ctx, id, nextGeneration)
}

func nextGeneration(a *Account) error {
	a.Generation++
	return nil
}

// Authenticate returns the account of a token and counts a request of its player. The error wraps
// [ErrToken], is a [guard.LimitError] or comes from the store; it is a [SuspendedError] beside the
// account of a suspended player.
func (s *Service) Authenticate(ctx context.Context, address, token string) (Account, error) {
	a, _, err := s.owner(ctx, token)
	if errors.Is(err, ErrToken) {
		if limit := s.guard.Refusals.Allow(address, 1); limit != nil {
			return Account{}, limit
		}
	}
	if err != nil && !isSuspended(err) {
		return Account{}, err
	}
	if limit := s.guard.Players.Allow(string(a.ID), 1); limit != nil {
		return Account{}, limit
	}
	if err == nil {
		s.present.see(a.ID, s.clock())
	}
	return a, err
}

// Renew returns another token of the same session for a token that was accepted, if that token is
// past half of its life.
func (s *Service) Renew(token string) (fresh string, ok bool, err error) {
	tokens := s.signing.Load().tokens // by which it was accepted just now
	session, err := tokens.ParseSession(token)
	if err != nil || session.Expires.Sub(session.Issued) > 2*s.steady.Latest().Sub(session.Issued) {
		return "", false, nil
	}
	fresh, err = tokens.Renew(session)
	return fresh, err == nil, err
}

// owner returns the account of a token and its session. It returns them with a [SuspendedError]
// too.
func (s *Service) owner(ctx context.Context, token string) (Account, auth.Session, error) {
	session, err := s.parse(ctx, token)
	if err != nil {
		return Account{}, session, err
	}
	a, key, ended, err := s.table.session(ctx, ID(session.Account), session.ID)
	switch {
	case errors.Is(err, ErrUnknown):
		return Account{}, session, fmt.Errorf("%w (the account no longer exists)", ErrToken)
	case err != nil:
		return Account{}, session, err
	}
	tokens, err := s.use(key)
	if err != nil {
		return Account{}, session, err
	}
	// The key may have been replaced by another process since the token was parsed.
	if _, err := tokens.ParseSession(token); err != nil {
		return Account{}, session, tokenError(err)
	}
	switch {
	case a.Generation != session.Generation:
		return Account{}, session, fmt.Errorf("%w (the one sent was revoked)", ErrToken)
	case ended:
		return Account{}, session, fmt.Errorf("%w (the one sent was logged out)", ErrToken)
	}
	return a, session, a.mayAct()
}

// parse reads a token that was signed with the present key, or with the one before.
func (s *Service) parse(ctx context.Context, token string) (auth.Session, error) {
	if token == "" {
		return auth.Session{}, ErrToken
	}
	session, err := s.signing.Load().tokens.ParseSession(token)
	if errors.Is(err, auth.ErrForged) {
		tokens, failed := s.current(ctx)
		if failed != nil {
			return auth.Session{}, failed
		}
		session, err = tokens.ParseSession(token)
	}
	return session, tokenError(err)
}

// tokenError says what is wrong with a token.
func tokenError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, auth.ErrExpired):
		return fmt.Errorf("%w (the one sent has expired)", ErrToken)
	}
	return fmt.Errorf("%w (the one sent is not valid)", ErrToken)
}
