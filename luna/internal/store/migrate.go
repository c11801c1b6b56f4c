package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a file as ours, in the field of SQLite's header that is for it: "Luna".
const applicationID = 0x4c756e61

// migrate brings the tables up to date. The version of a file is the number of the last migration that it has had.
func (s *Store) migrate(ctx context.Context) error {
	// A file of others is left as it is.
	if err := s.transaction(ctx, func(tx *sql.Tx) error {
		_, err := versionOf(ctx, tx)
		return err
	}); err != nil {
		return err
	}
	// Readers then see what is committed and wait for nobody. It cannot be set within a transaction.
	if _, err := s.write.ExecContext(ctx, "PRAGMA journal_mode = wal"); err != nil {
		return err
	}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	return s.transaction(ctx, func(tx *sql.Tx) error {
		version, err := versionOf(ctx, tx)
		if err != nil {
			return err
		}
		if version > len(names) {
			return fmt.Errorf("%w: found version %d of the tables, expected at most %d", ErrNewer, version, len(names))
		}
		if version == len(names) {
			return nil
		}
		for _, name := range names[version:] {
			body, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, string(body)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(names)))
		return err
	})
}

// versionOf returns the version of a file of ours, 0 of an empty one.
func versionOf(ctx context.Context, tx *sql.Tx) (int, error) {
	var id, version, tables int
	for pragma, into := range map[string]*int{
		"PRAGMA application_id": &id, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := tx.QueryRowContext(ctx, pragma).Scan(into); err != nil {
			return 0, err
		}
	}
	if id != applicationID && (id != 0 || version != 0 || tables != 0) {
		return 0, ErrNotOurs
	}
	return version, nil
}
