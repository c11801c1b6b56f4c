//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package embed

import (
	"math"
	"os"
	"syscall"

	"github.com/luna-rating/luna/internal/fileerr"
)

// openMapped maps a file in Luna's own format into memory.
func openMapped(f *os.File, size int64, path string, opts Options) (*Vectors, error) {
	if size > math.MaxInt {
		return nil, fileerr.New(path, 0, fileerr.Count(size, "byte"),
			"what this machine can address")
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return Read(f, path, opts) // not every file system supports it
	}
	v, err := decode(b, path)
	if err != nil {
		syscall.Munmap(b)
		return nil, err
	}
	v.about = opts.over(v.about)
	v.release = func() error { return syscall.Munmap(b) }
	return v, nil
}
