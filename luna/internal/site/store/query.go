package store

import (
	"context"
	"crypto/rand"
	"database/sql"
)

// Querier runs queries: a database or a transaction.
type Querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// Rows calls a function with each row of a result.
func Rows(ctx context.Context, q Querier, scan func(*sql.Rows) error, query string, args ...any) error {
	list, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		if err := scan(list); err != nil {
			return err
		}
	}
	return list.Err()
}

// Column returns the values of a query with one column.
func Column[T any](ctx context.Context, q Querier, query string, args ...any) (list []T, err error) {
	err = Rows(ctx, q, func(r *sql.Rows) error {
		var x T
		err := r.Scan(&x)
		list = append(list, x)
		return err
	}, query, args...)
	return list, err
}

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
