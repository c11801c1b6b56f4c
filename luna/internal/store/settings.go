package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
)

// Setting returns what is kept under a name, which is set to a value first where nothing is.
func (s *Store) Setting(ctx context.Context, name string, otherwise []byte) ([]byte, error) {
	var value []byte
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		value = otherwise
		_, err = tx.ExecContext(ctx, "INSERT INTO settings (name, value) VALUES (?, ?)", name, value)
		return err
	})
	return value, err
}

// KeySize is the length of the key in bytes.
const KeySize = 32

// Key returns the secret key of the rating system, made at random when first asked for. Who has it can be any player.
func (s *Store) Key(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, KeySize)
	rand.Read(fresh) // which cannot fail
	return s.Setting(ctx, "key", fresh)
}

// probeSize is about what a submission with long texts takes.
const probeSize = 256 << 10

// Probe tells whether the file can be written now, by writing to it.
func (s *Store) Probe(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, "INSERT INTO settings (name, value) VALUES ('probe', zeroblob(?1)) ON CONFLICT (name) DO UPDATE SET value = zeroblob(?1)", probeSize)
	return err
}
