package accounts

import (
	"bytes"
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// signing is the key that signs tokens, as it was last read. Another process may replace it, which
// every request with a token notices.
type signing struct {
	key    []byte
	tokens *auth.Tokens
}

// use returns the tokens of a key.
func (s *Service) use(key []byte) (*auth.Tokens, error) {
	if now := s.signing.Load(); now != nil && bytes.Equal(now.key, key) {
		return now.tokens, nil
	}
	tokens, err := auth.NewTokens(key, s.steady.Latest)
	if err != nil {
		return nil, err
	}
	s.signing.Store(&signing{key, tokens})
	return tokens, nil
}

// current returns the tokens of the key that the store has now.
func (s *Service) current(ctx context.Context) (*auth.Tokens, error) {
	key, err := s.table.key(ctx)
	if err != nil {
		return nil, err
	}
	return s.use(key)
}

// Tokens returns the current signer of sessions and links.
func (s *Service) Tokens() *auth.Tokens {
	tokens, err := s.current(context.Background())
	if err != nil {
		return s.signing.Load().tokens // the next use of the store fails too
	}
	return tokens
}

// Link returns a token to put into a link; see [auth.Tokens.Link].
func (s *Service) Link(p auth.Purpose, l auth.Link, life time.Duration) (string, error) {
	return s.Tokens().Link(p, l, life)
}

// RotateKey replaces the key that signs tokens, which makes all of them void: those of sessions,
// those in letters, and those by which devices are known.
func (s *Service) RotateKey(ctx context.Context) error {
	return s.revoking(ctx, func(r *revocation) error { return r.rotate(ctx) })
}

// rotate replaces the key of the tokens.
func (r *revocation) rotate(ctx context.Context) error {
	r.happened = true
	if err := store.PutIn(ctx, r.tx, store.TokenKey, auth.NewKey()); err != nil {
		return err
	}
	_, err := r.tx.ExecContext(ctx, "DELETE FROM ended_sessions") // whose tokens are void anyhow
	return err
}
