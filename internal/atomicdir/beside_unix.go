//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package atomicdir

import (
	"os"
	"syscall"
)

// LockBesideOthers does nothing here: the locks of flock and of fcntl exclude each other.
func LockBesideOthers(*os.File) error { return nil }

// Names returns how many names (hard links) a file has, 0 if that is not known.
func Names(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
