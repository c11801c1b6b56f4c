package contest

import (
	"io"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// closeFolders keeps folders of an earlier version from others.
func (c *contest) closeFolders() error {
	for _, name := range []string{"rounds", "preliminary", screeningFolder, votesFolder} {
		if path := filepath.Join(c.dir, name); exists(path) {
			if err := os.Chmod(path, 0o700); err != nil {
				return err
			}
		}
	}
	return nil
}

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
