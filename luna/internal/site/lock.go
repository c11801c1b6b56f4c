package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// locks keeps other servers from opening a database file, since servers do not see each other's
// changes. The file itself is locked where SQLite's own locks permit that, so that it does not
// matter under which name a server opens it. A file beside it is locked, too: elsewhere it is the
// only lock, and earlier versions know no other. Commands that only change accounts need no lock.
type locks struct{ named, file *os.File }

func lock(path string) (_ *locks, err error) {
	l := &locks{}
	defer func() {
		if err != nil {
			l.unlock()
		}
	}()
	if l.named, err = openLock(path+"-lock", path); err != nil {
		return nil, err
	}
	err = atomicdir.Lock(l.named)
	if err == nil && !exists(l.named) {
		err = atomicdir.ErrLocked // by a server that ended just now and removed its lock
	}
	if err != nil {
		l.named.Close()
		l.named = nil // which is the other server's to remove
		return nil, kept(path, err)
	}
	if l.file, err = openLock(path, path); err != nil {
		return nil, err
	}
	if err = atomicdir.LockBesideOthers(l.file); err != nil {
		return nil, kept(path, err)
	}
	return l, nil
}

func openLock(file, path string) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			where.Path = path // the name that the caller knows
		}
		return nil, fmt.Errorf("database: %w", err)
	}
	return f, nil
}

func kept(path string, err error) error {
	return fmt.Errorf("database %s: another server keeps it: %w", path, err)
}

// exists reports whether an open file is the one under its name.
func exists(f *os.File) bool {
	opened, err1 := f.Stat()
	named, err2 := os.Stat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(opened, named)
}

// unlock removes the locks. It comes after the database is closed: closing any descriptor of a file
// ends SQLite's locks on it. Systems that cannot remove an open file leave it behind, which is
// harmless.
func (l *locks) unlock() {
	if l.file != nil {
		l.file.Close()
	}
	if l.named != nil {
		os.Remove(l.named.Name())
		l.named.Close()
	}
}

// Lock keeps servers from opening a database file until unlock is called.
func Lock(path string) (unlock func(), err error) {
	l, err := lock(path)
	if err != nil {
		return func() {}, err
	}
	return l.unlock, nil
}

// Exclusive runs a function while keeping servers from opening a database file.
func Exclusive(path string, do func() error) error {
	unlock, err := Lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}
