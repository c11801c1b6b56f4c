package store

import (
	"context"
	"database/sql"
)

// Setting returns the value kept under a name, which is first set to a default if absent.
func (s *Store) Setting(
	ctx context.Context, name string, standard []byte,
) (value []byte, err error) {
	err = s.Write(ctx, func(tx *sql.Tx) error {
		value, err = setting(ctx, tx, name, standard)
		return err
	})
	return value, err
}

// probeSize is about the size of a submission with long texts.
const probeSize = 256 << 10

// readySize is that of a probe that is made regularly. It fills a page, as a small submission does.
const readySize = 4 << 10

// Writable reports whether something small can be written now, by writing it; after a failure, whether
// a submission with long texts can: on a full disk, the file may still have room for a few pages.
func (s *Store) Writable(ctx context.Context) error {
	if s.failed.Load() {
		return s.Probe(ctx)
	}
	return s.probe(ctx, readySize)
}

// Probe reports whether the file can be written now, by writing to it.
func (s *Store) Probe(ctx context.Context) error {
	err := s.probe(ctx, probeSize)
	if err == nil {
		s.failed.Store(false)
	}
	return err
}

func (s *Store) probe(ctx context.Context, size int) error {
	return s.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES ('probe', zeroblob(?1))
			ON CONFLICT (name) DO UPDATE SET value = zeroblob(?1)`, size)
		return err
	})
}

// HasSetting reports whether a value is kept under a name.
func (s *Store) HasSetting(ctx context.Context, name string) (found bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM settings WHERE name = ?)"
	err = s.read.QueryRowContext(ctx, query, name).Scan(&found)
	return found, err
}
