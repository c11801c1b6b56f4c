//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicdir

import "os"

// LockBesideOthers does nothing here.
func LockBesideOthers(*os.File) error { return nil }

// Names returns 0: the number of names is not known here.
func Names(os.FileInfo) uint64 { return 0 }
