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

// reading is the options of a connection that leaves a file and its write-ahead file as they are.
const reading = "mode=ro"

// SQLite's checks of a file: a fast one, and one that compares indexes with tables, too.
const (
	fastCheck  = "SELECT quick_check AS text FROM pragma_quick_check"
	wholeCheck = "SELECT integrity_check AS text FROM pragma_integrity_check"
)

// Check returns descriptions of the damage in a file. It checks every page, every row of a table
// and every entry of an index. It changes nothing, and a server may have the file open.
func Check(ctx context.Context, path string) (problems []string, err error) {
	err = look(path, reading, func(db *sql.DB) error {
		problems, err = check(ctx, db, wholeCheck, `SELECT printf('row %d of %s refers to none of %s',
			rowid, "table", parent) AS text FROM pragma_foreign_key_check`)
		return err
	})
	return problems, err
}

// Inspect checks the file faster, without comparing indexes with tables; see [Store.Damage].
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

// check runs checks, each of which returns the damage that it finds, until one finds some.
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

// largeFile is the size from which a file takes seconds to check.
const largeFile = 256 << 20

// Leftover reports whether a file has a write-ahead file that is not empty: of a server that has it
// open, of one that was killed, or of another file that had its name.
func Leftover(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// Fits returns an error if a file is whole without its write-ahead file but damaged with it. A
// plain copy of a backup has then taken the place of the file to which the write-ahead file
// belongs, and opening it would ruin it for good. No server may have the file open. A large file is
// only checked if it was written after the write-ahead file. After a server was killed this is not
// so, and the next server must not be delayed by a check.
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
// it or nothing. Both are checked. If before is not nil, it is called when the copy is complete,
// before the copy gets its name.
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
