package store

import (
	"context"
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
	return s.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?1, ?2)
			ON CONFLICT (name) DO UPDATE SET value = ?2`, name, value)
		return err
	})
}

// Peek returns the value stored under a name, nil if there is none.
func (s *Store) Peek(ctx context.Context, name string) (value []byte, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}
