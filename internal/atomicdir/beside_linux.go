package atomicdir

import (
	"os"
	"syscall"
)

// LockBesideOthers is [Lock] for a file on which a library, such as SQLite, has POSIX record locks
// of its own. It does nothing on systems where both are the same locks.
func LockBesideOthers(f *os.File) error { return Lock(f) }

// Names returns how many names (hard links) a file has, 0 if that is not known.
func Names(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
