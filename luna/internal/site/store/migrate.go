package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
)

//go:embed migrations/*.sql
var ownMigrations embed.FS

// applicationID marks a file as ours, in SQLite's header field for that purpose. It spells "Luna".
const applicationID = 0x4c756e61

// migrateOwn brings the site's own tables up to date. SQLite's user_version counts the migrations
// that have been run on a file.
func (s *Store) migrateOwn(ctx context.Context) error {
	// A file of another program must stay as it is.
	err := s.Write(ctx, func(tx *sql.Tx) error {
		_, err := versionOf(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	// Readers then see what is committed and wait for nobody. Not allowed within a transaction.
	if _, err := s.write.ExecContext(ctx, "PRAGMA journal_mode = wal"); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sql.Tx) error {
		version, err := versionOf(ctx, tx)
		if err != nil {
			return err
		}
		next, err := migrate(ctx, tx, ownMigrations, version)
		if err != nil || next == version {
			return err
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA "+
			"user_version = %d",
			applicationID, next))
		return err
	})
}

// versionOf returns the version of one of our files, 0 of an empty one.
func versionOf(ctx context.Context, tx *sql.Tx) (int, error) {
	var id, version, tables int
	for query, result := range map[string]*int{
		"PRAGMA application_id": &id, "PRAGMA user_version": &version,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := tx.QueryRowContext(ctx, query).Scan(result); err != nil {
			return 0, err
		}
	}
	if id != applicationID && (id != 0 || version != 0 || tables != 0) {
		return 0, ErrNotOurs
	}
	return version, nil
}

// Migrate brings the tables of a game up to date: in the order of their names, it runs those of the
// files migrations/*.sql that have not been run on the database under the game's name.
func (s *Store) Migrate(ctx context.Context, game string, files fs.FS) error {
	name := "migrations of " + game
	err := s.Write(ctx, func(tx *sql.Tx) error {
		value, err := setting(ctx, tx, name, []byte("0"))
		if err != nil {
			return err
		}
		version, err := strconv.Atoi(string(value))
		if err != nil {
			return fmt.Errorf("setting %q is %q, expected a number", name, value)
		}
		if version, err = migrate(ctx, tx, files, version); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE settings SET value = ? WHERE name = ?",
			[]byte(strconv.Itoa(version)), name)
		return err
	})
	if err != nil {
		return fmt.Errorf("database %s: %s: %w", s.path, game, err)
	}
	return nil
}

// migrate runs all migrations after a version and returns the version then reached.
func migrate(ctx context.Context, tx *sql.Tx, files fs.FS, version int) (int, error) {
	names, err := pending(files, version)
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		body, err := fs.ReadFile(files, name)
		if err == nil {
			_, err = tx.ExecContext(ctx, string(body))
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	return version + len(names), nil
}

// pending returns the migrations after a version.
func pending(files fs.FS, version int) ([]string, error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err == nil && version > len(names) {
		err = fmt.Errorf("%w: found version %d of the tables, expected at most %d", ErrNewer, version,
			len(names))
	}
	if err != nil {
		return nil, err
	}
	return names[version:], nil
}

// setting returns the value of a setting, which is first set to a default if absent.
func setting(ctx context.Context, tx *sql.Tx, name string, standard []byte) (value []byte, err error) {
	err = tx.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if !errors.Is(err, sql.ErrNoRows) {
		return value, err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO settings (name, value) VALUES (?, ?)", name, standard)
	return standard, err
}
