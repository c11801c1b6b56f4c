package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// Setting returns the value stored under a name. If there is none, it first stores a default.
func (s *Store) Setting(ctx context.Context, name string, standard []byte) (value []byte, err error) {
	err = s.Write(ctx, func(tx *sql.Tx) error {
		value, err = setting(ctx, tx, name, standard)
		return err
	})
	return value, err
}

// probeSize is about the size of a submission with long texts.
const probeSize = 256 << 10

// readySize is the size of a regular probe. It fills a page, as a small submission does.
const readySize = 4 << 10

// Writable reports whether something small can be written now, by writing it. After a failure, it
// tries the size of a submission with long texts, since on a full disk the file may still have room
// for a few pages.
func (s *Store) Writable(ctx context.Context) error {
	if s.Failed.Load() {
		return s.Probe(ctx)
	}
	return s.probe(ctx, readySize)
}

// Probe reports whether the file can be written now, by writing to it.
func (s *Store) Probe(ctx context.Context) error {
	err := s.probe(ctx, probeSize)
	if err == nil {
		s.Failed.Store(false)
	}
	return err
}

func (s *Store) probe(ctx context.Context, size int) error {
	return s.Put(ctx, "probe", make([]byte, size))
}

// backupSetting is the name of the setting with the time of the last backup, in seconds since 1970.
const backupSetting = "backup"

// BackedUp records that a backup was made.
func (s *Store) BackedUp(ctx context.Context, now time.Time) error {
	return s.Put(ctx, backupSetting, strconv.AppendInt(nil, now.Unix(), 10))
}

// LastBackup returns when the last backup was made, the zero time if none was.
func (s *Store) LastBackup(ctx context.Context) (time.Time, error) {
	text, err := s.Peek(ctx, backupSetting)
	if err != nil || text == nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(string(text), 10, 64)
	return time.Unix(seconds, 0), err
}

// Put stores a value under a name.
func (s *Store) Put(ctx context.Context, name string, value []byte) error {
	return s.Write(ctx, func(tx *sql.Tx) error { return PutIn(ctx, tx, name, value) })
}

// PutIn is [Store.Put] in a transaction.
func PutIn(ctx context.Context, tx *sql.Tx, name string, value []byte) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?1, ?2)
		ON CONFLICT (name) DO UPDATE SET value = ?2`, name, value)
	return err
}

// Peek returns the value stored under a name, nil if there is none.
func (s *Store) Peek(ctx context.Context, name string) ([]byte, error) {
	return PeekIn(ctx, s.read, name)
}

// PeekIn is [Store.Peek] in a transaction.
func PeekIn(ctx context.Context, q Querier, name string) (value []byte, err error) {
	err = q.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

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
	return List(ctx, q, func(r *sql.Rows, x *T) error { return r.Scan(x) }, query, args...)
}

// List returns the rows of a query, each as a function scans it.
func List[T any](
	ctx context.Context, q Querier, scan func(*sql.Rows, *T) error, query string, args ...any,
) (list []T, err error) {
	err = Rows(ctx, q, func(r *sql.Rows) error {
		var x T
		err := scan(r, &x)
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
