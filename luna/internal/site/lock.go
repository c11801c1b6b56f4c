package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// lock keeps other servers away from a database file: each has the games in memory, and would not
// see another's changes. The lock is a file beside it, since locks on the file itself are SQLite's.
// Commands that only change accounts need none.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path+"-lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			where.Path = path // the name that the caller knows
		}
		return nil, fmt.Errorf("database: %w", err)
	}
	err = atomicdir.Lock(f)
	if err == nil && !exists(f) {
		err = atomicdir.ErrLocked // by a server that ended just now and removed its lock
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("database %s: another server keeps it: %w", path, err)
	}
	return f, nil
}

// exists reports whether an open file is the one under its name.
func exists(f *os.File) bool {
	opened, err1 := f.Stat()
	named, err2 := os.Stat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(opened, named)
}

// unlock removes a lock. Systems that cannot remove an open file leave it behind, which is
// harmless.
func unlock(f *os.File) {
	os.Remove(f.Name())
	f.Close()
}
