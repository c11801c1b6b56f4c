//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package embed

import "os"

// openMapped reads the file into memory: package syscall has no mapping for this system.
func openMapped(f *os.File, _ int64, path string, opts Options) (*Vectors, error) {
	return Read(f, path, opts)
}
