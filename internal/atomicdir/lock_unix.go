//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicdir

import (
	"errors"
	"os"
	"syscall"
)

// acquire locks an open file until it is closed or the process dies.
func acquire(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// abandoned reports whether no process has locked the file path, if the file system has locks.
func abandoned(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// lockFolder waits until no other process changes the folder path, and makes others wait until done
// is called.
func lockFolder(path string) (done func()) {
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
