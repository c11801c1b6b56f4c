package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
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

// file is the database of a rating system, which a server may have open at the same time.
type file struct {
	store    *store.Store
	accounts *accounts.Service
}

// withFile opens an existing database while a function runs.
func withFile(ctx context.Context, db string, do func(*file) error) (err error) {
	if err := exists(ctx, db); err != nil {
		return err
	}
	s, err := store.Open(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	a, err := accounts.Open(ctx, accounts.Options{Store: s})
	if err != nil {
		return err
	}
	return do(&file{s, a})
}

// withGames opens an existing database, and the Luna Games in it, while a function runs.
func withGames(ctx context.Context, db string, do func(*file, *archive.Archive) error) error {
	return withFile(ctx, db, func(f *file) error {
		a, err := archive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		return do(f, a)
	})
}

// exists returns an error if there is no database file, or one that must not be opened.
func exists(ctx context.Context, db string) error {
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file; luna serve makes one", db)
	}
	if _, err := os.Stat(db + "-lock"); err != nil && !store.Leftover(db) {
		return nil // neither a server nor what a killed process left
	}
	err := site.Exclusive(db, func() error { return store.Fits(ctx, db) })
	if errors.Is(err, atomicdir.ErrLocked) {
		return nil // a server has opened it
	}
	return err
}

// AddMachine registers a machine player in an existing database file and returns its token. It may
// run beside a server, like all functions on a file that do not say otherwise.
func AddMachine(ctx context.Context, db, name string, consent bool) (token string, err error) {
	err = withFile(ctx, db, func(f *file) error {
		c := accounts.Credentials{Username: name, Consent: consent}
		a, err := f.accounts.RegisterMachine(ctx, "operator", c)
		if err == nil {
			token, err = f.accounts.Token(a)
		}
		return err
	})
	return token, err
}

// RevokeMachine invalidates all tokens of a machine player and returns a new one.
func RevokeMachine(ctx context.Context, db, name string) (token string, err error) {
	err = withPlayer(ctx, db, name, func(f *file, a accounts.Account) (err error) {
		if a.Kind != accounts.Machine {
			return fmt.Errorf("%q is a %s, not a machine", a.Username, a.Kind)
		}
		if a, err = f.accounts.Revoke(ctx, a.ID); err == nil {
			token, err = f.accounts.Token(a)
		}
		return err
	})
	return token, err
}

// Machine is a machine player of a rating system: its Name and when it Joined.
type Machine struct {
	Name     string    `json:"name"`
	Joined   time.Time `json:"joined"`
	Consents bool      `json:"consents"` // whether it consents to the publication of its games
}

// Machines lists the machine players.
func Machines(ctx context.Context, db string) ([]Machine, error) {
	machines := []Machine{}
	err := withFile(ctx, db, func(f *file) error {
		list, err := f.accounts.Find(ctx, accounts.Search{Kind: accounts.Machine})
		for _, a := range slices.Backward(list) {
			machines = append(machines, Machine{a.Username, a.Joined.UTC(), a.Consent})
		}
		return err
	})
	return machines, err
}
