//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package embed

import "os"

// openMapped loads the file where the system has no mapping that Go knows of.
func openMapped(f *os.File, _ int64, path string, opts Options) (*Vectors, error) {
	return Read(f, path, opts)
}
