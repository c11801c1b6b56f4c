//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicdir

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// acquire locks an open file until it is closed or the process dies.
func acquire(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// abandoned reports whether no process has locked the file path, if the file system has locks.
func abandoned(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may be a pipe of somebody's
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// LockFolder waits until no other process holds the lock on a folder, and takes it until done is
// called.
func LockFolder(path string) (done func()) {
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break // the file system has no locks
		}
	}
	return func() { f.Close() }
}

// Lock locks an open file for this process until it is closed. It fails with [ErrLocked] if another
// process has locked it.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return nil // other errors mean that the file system has no locks
}

// LockBesideOthers is [Lock] for a file on which a library, such as SQLite, has POSIX record locks
// of its own. It does nothing but on Linux: elsewhere the locks of flock and of fcntl exclude each
// other.
func LockBesideOthers(f *os.File) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	return Lock(f)
}

// Names returns how many names (hard links) a file has, 0 if that is not known.
func Names(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
