package store

import (
	"context"
	"crypto/rand"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// TokenKey names the key that signs tokens, which is replaced now and then: see [Store.KeyFor].
const TokenKey = "key"

// The names of keys for hashes that must stay the same when the key of the tokens is replaced.
const (
	ExportKey = "export key" // for the order of published records
	OriginKey = "origin key" // for the networks from which players guess
	PlaceKey  = "place key"  // for the addresses from which players have logged in
)

// Key returns the secret key of the site's tokens. Anybody who has it can impersonate any player.
func (s *Store) Key(ctx context.Context) ([]byte, error) { return s.KeyFor(ctx, TokenKey) }

// KeyFor returns the secret key stored under a name, made at random on first use.
func (s *Store) KeyFor(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, KeySize)
	rand.Read(fresh) // never fails
	return s.Setting(ctx, name, fresh)
}
