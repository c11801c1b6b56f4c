package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// parts are the suffixes of the names of a database file and of the files that belong to it.
var parts = []string{"-wal", "-shm", "-epoch", "-lock", ""}

// Backup copies a database file as it is at one moment. A server may have it open, or a crash may
// have left it. Both files are checked for damage. An existing file is replaced only if force is
// set, and then atomically. Tokens that are revoked later stay revoked if the backup is restored
// beside the file FILE-epoch.
func Backup(ctx context.Context, db, out string, force bool) error {
	if err := exists(ctx, db); err != nil {
		return err
	}
	there, err := os.Stat(out)
	if err == nil && !force {
		return fmt.Errorf("%s exists already; --force replaces it", out)
	}
	for _, end := range parts {
		if own, err := os.Stat(db + end); err == nil && os.SameFile(own, there) {
			return fmt.Errorf("%s belongs to the rating system itself; a backup needs another name", out)
		}
	}
	if err := store.Copy(ctx, db, out, nil); err != nil {
		return err
	}
	return withFile(ctx, db, func(f *file) error { return f.store.BackedUp(ctx, time.Now()) })
}

// Restoration is the result of [Restore].
type Restoration struct {
	Aside string // where the previous file is now, with its -wal and -shm; "" if there was none
	Void  string // why all tokens and links are void; "" if they are not
}

// Restore puts a copy of a backup in the place of a database file, which no server may have open.
// It checks the backup first and keeps it. It also keeps the file FILE-epoch, so that revoked
// tokens stay revoked.
func Restore(ctx context.Context, backup, db string) (r Restoration, err error) {
	if real, err := filepath.EvalSymlinks(db); err == nil {
		db = real // beside which SQLite keeps what is written ahead
	}
	if before, err := os.Stat(db); err == nil {
		if given, err := os.Stat(backup); err == nil && os.SameFile(before, given) {
			return r, fmt.Errorf("%s is the file to be replaced", backup)
		}
		if err := site.Exclusive(db, func() error { return nil }); err != nil {
			return r, err // before the copy, which takes a while
		}
	}
	var made bool
	unlock := func() {}
	err = store.Copy(ctx, backup, db, func() error {
		if unlock, err = site.Lock(db); err != nil {
			return err
		}
		info, err := os.Stat(db)
		if made = err == nil && info.Size() == 0; err == nil {
			r.Aside, err = moveAside(db, made)
		}
		return err
	})
	if err != nil && made {
		err = errors.Join(err, os.Remove(db))
	}
	unlock()
	if err != nil {
		return r, err
	}
	return r, withFile(ctx, db, func(f *file) error {
		r.Void = f.accounts.Restored()
		return nil
	})
}

// moveAside renames a database file and what is written ahead of it, and returns its new name, ""
// if there is none. An empty one was only made by locking it.
func moveAside(db string, empty bool) (aside string, err error) {
	to := db + time.Now().Format(".before-20060102-150405.000")
	for _, end := range []string{"-wal", "-shm", ""} {
		if end == "" && empty {
			break
		}
		if moved := os.Rename(db+end, to+end); moved == nil {
			aside = to
		} else if !errors.Is(moved, fs.ErrNotExist) {
			err = errors.Join(err, moved)
		}
	}
	return aside, err
}
