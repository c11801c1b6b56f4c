package shard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// Folder keeps parts in a folder, which need not be there before the first is written.
type Folder string

// Path implements [Store].
func (d Folder) Path(name string) string { return filepath.Join(string(d), name) }

// Open implements [Store].
func (d Folder) Open(name string) (io.ReadCloser, error) {
	path := d.Path(name)
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: found no regular file, expected one of a part", path)
	}
	if err != nil {
		return nil, reworded(path, err)
	}
	in, err := os.Open(path)
	return in, reworded(path, err)
}

// reworded rewords an error of package os but that there is no such file.
func reworded(path string, err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found an unreadable file (%w), expected one of a part", path, at.Err)
	}
	return err
}

// Write implements [Store].
func (d Folder) Write(name string, do func(io.Writer) error) error {
	if err := os.MkdirAll(string(d), 0o777); err != nil {
		return err
	}
	return atomicdir.WriteFile(d.Path(name), do)
}

// Names implements [Store].
func (d Folder) Names() (names []string, err error) {
	entries, err := os.ReadDir(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: found no such file or folder, expected a folder of parts", string(d))
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
