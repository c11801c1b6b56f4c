package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// lock keeps other servers from the file of a path: each has the games in memory, and would not see what another one does. The lock is a file
// beside it, since those on the file itself are SQLite's. Commands that change accounts only need none.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path+"-lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			where.Path = path // which the caller knows
		}
		return nil, fmt.Errorf("database: %w", err)
	}
	err = atomicdir.Lock(f)
	if err == nil && !there(f) {
		err = atomicdir.ErrLocked // by who ended just now, and took its lock away
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("database %s: another server keeps it: %w", path, err)
	}
	return f, nil
}

// there tells whether an open file is the one of its name.
func there(f *os.File) bool {
	opened, err1 := f.Stat()
	named, err2 := os.Stat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(opened, named)
}

// unlock takes a lock away. A file that stays, where an open one cannot be removed, does no harm.
func unlock(f *os.File) {
	os.Remove(f.Name())
	f.Close()
}
