//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicdir

import (
	"os"
	"runtime"
)

// Without locks, leftovers can be distinguished from files being written only on Windows, where an
// open file cannot be removed.

func acquire(*os.File) {}

// abandoned reports whether no process has the file path open, and removes it in that case.
func abandoned(path string) bool { return runtime.GOOS == "windows" && os.Remove(path) == nil }

// LockFolder does nothing here.
func LockFolder(string) (done func()) { return func() {} }

// Lock does nothing here.
func Lock(*os.File) error { return nil }

// LockBesideOthers does nothing here.
func LockBesideOthers(*os.File) error { return nil }

// Names returns 0: the number of names is not known here.
func Names(os.FileInfo) uint64 { return 0 }
