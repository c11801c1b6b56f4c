package contest

import (
	"io"
	"os"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// writePrivate writes a file that only its owner can read.
func writePrivate(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	return atomicdir.WriteFile(path, write)
}
