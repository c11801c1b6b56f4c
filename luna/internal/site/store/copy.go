package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"modernc.org/sqlite"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// reading are the options of a connection that leaves a file as it is, with what is written ahead of it.
const reading = "mode=ro"

// SQLite's checks of a file: a fast one, and one that compares indexes with tables, too.
const (
	fastCheck  = "SELECT quick_check AS text FROM pragma_quick_check"
	wholeCheck = "SELECT integrity_check AS text FROM pragma_integrity_check"
)

// Check returns in words what is damaged in a file: every page, every row of a table and every entry
// of an index is looked at. It changes nothing, and a server may have the file open.
func Check(ctx context.Context, path string) (problems []string, err error) {
	err = look(path, reading, func(db *sql.DB) error {
		problems, err = check(ctx, db, wholeCheck, `SELECT printf('row %d of %s refers to none of %s',
			rowid, "table", parent) AS text FROM pragma_foreign_key_check`)
		return err
	})
	return problems, err
}

// Inspect is a faster check of the file, without that of indexes against tables; see [Store.Damage].
func (s *Store) Inspect(ctx context.Context) error {
	problems, err := check(ctx, s.read, fastCheck)
	if len(problems) > 0 {
		s.damage(Malformed(s.path, errors.New(strings.Join(problems, "; "))))
	}
	return err
}

// look opens a file for a moment, without creating or migrating it.
func look(path, options string, do func(*sql.DB) error) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db := (&Store{path: path}).connect(1, options)
	return errors.Join(do(db), db.Close())
}

// check runs checks, each of which answers with what is damaged, until one finds something.
func check(ctx context.Context, db *sql.DB, queries ...string) (problems []string, err error) {
	for _, query := range queries {
		var found sql.NullString
		err := db.QueryRowContext(ctx,
			"SELECT group_concat(text, '; ') FROM ("+query+") WHERE text <> 'ok'").Scan(&found)
		failed, _ := errors.AsType[*sqlite.Error](err)
		switch {
		case errors.Is(err, ErrMalformed):
			return []string{failed.Error()}, nil
		case err != nil || found.Valid:
			return strings.Split(found.String, "; "), err
		}
	}
	return nil, nil
}

// largeFile is the size of a file that takes seconds to check.
const largeFile = 256 << 20

// Leftover reports whether something is written ahead of a file: by a server that has it open, by one
// that was killed, or for another file that had its name.
func Leftover(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// Fits returns an error if a file is damaged by what is written ahead of it, and whole without: a plain
// copy of a backup has taken the place of the file that it was written for. To open the file would
// ruin it for good. No server may have it open. A large file is only checked if it was written after
// the other one: where a server was killed it was not, and the next one must soon be there.
func Fits(ctx context.Context, path string) error {
	ahead, err1 := os.Stat(path + "-wal")
	file, err2 := os.Stat(path)
	if err1 != nil || err2 != nil || ahead.Size() == 0 ||
		file.Size() > largeFile && file.ModTime().Before(ahead.ModTime()) {
		return nil
	}
	problems, err := Check(ctx, path)
	if err != nil || len(problems) == 0 {
		return err
	}
	err = look(path, "immutable=1&"+reading, func(db *sql.DB) error {
		problems, err = check(ctx, db, wholeCheck)
		return err
	})
	if err == nil && len(problems) == 0 {
		err = fmt.Errorf("%s is whole, but %[1]s-wal is not its own: it was written for the file that this "+
			"one has replaced, and would ruin it; move %[1]s-wal and %[1]s-shm away, and use 'luna admin "+
			"restore', which does so", path)
	}
	return err
}

// Copy copies a file, which a server may have open or a crash may have left, to another one: all of
// it or nothing. Both are checked. Before, if not nil, is called when the copy is complete, before it
// takes its name.
func Copy(ctx context.Context, from, to string, before func() error) error {
	if err := intact(ctx, from); err != nil {
		return err
	}
	return atomicdir.WriteFile(to, func(w io.Writer) error {
		f, ok := w.(*os.File)
		if !ok || f.Chmod(0o600) != nil { // it holds the hashes of passwords and the key of tokens
			return errors.New("a database can only be written to a file")
		}
		err := look(from, reading, func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, "VACUUM INTO ?", f.Name())
			return err
		})
		if err == nil {
			err = intact(ctx, f.Name())
		}
		if err == nil {
			err = f.Sync()
		}
		if err != nil || before == nil {
			return err
		}
		return before()
	})
}

// intact returns an error for a file that is damaged, of another program, or of a newer version.
func intact(ctx context.Context, path string) error {
	problems, err := Check(ctx, path)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s: %w (%s)", path, ErrMalformed, strings.Join(problems, "; "))
	}
	err = look(path, reading, func(db *sql.DB) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // which has changed nothing
		version, err := versionOf(ctx, tx)
		if err == nil && version == 0 {
			err = ErrNotOurs
		}
		if err == nil {
			_, err = pending(ownMigrations, version)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
