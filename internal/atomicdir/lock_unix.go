//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicdir

import (
	"errors"
	"os"
	"syscall"
)

// hold takes hold of an open file until it is closed or the process dies.
func hold(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// abandoned reports that no process holds the file path, as far as the file system can tell.
func abandoned(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// alone waits until no other process changes the folder path, and keeps others waiting
// until done is called.
func alone(path string) (done func()) {
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break // an error is of a file system without locks
		}
	}
	return func() { f.Close() }
}

// Lock takes hold of an open file for this process alone, until it is closed; it fails
// where another process has it.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return nil // any other error is of a file system without locks
}
