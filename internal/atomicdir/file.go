package atomicdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLocked is the error for a file that another process has locked.
var ErrLocked = errors.New("another process uses it")

// WriteFile writes the file path by calling write. Afterwards the file has either the complete
// new content or the old one. A link is followed, and what is not a regular file (a device, a
// pipe) is written to directly.
func WriteFile(path string, write func(io.Writer) error) error {
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved
	}
	mode := fs.FileMode(0)
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return fmt.Errorf("cannot write to %s: is a directory", path)
		}
		if !info.Mode().IsRegular() {
			return writeDirectly(path, target, write)
		}
		mode = info.Mode().Perm()
	}
	Tidy(filepath.Dir(target))
	staged, err := createBeside(target)
	if err != nil {
		return writeError(path, err)
	}
	acquire(staged)
	remove := func() {
		os.Remove(staged.Name())
		os.Remove(staged.Name() + "-journal") // of SQLite
	}
	defer stage(remove)()
	if err = named(write(staged), staged.Name(), path); err == nil {
		err = writeError(path, staged.Sync())
	}
	if closeErr := staged.Close(); err == nil && closeErr != nil {
		err = writeError(path, closeErr)
	}
	if err == nil && mode != 0 {
		err = writeError(path, os.Chmod(staged.Name(), mode))
	}
	if err == nil {
		err = writeError(path, os.Rename(staged.Name(), target))
	}
	if err != nil {
		remove()
	}
	return err
}

func writeDirectly(path, target string, write func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return writeError(path, err)
	}
	err = write(f)
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = writeError(path, closeErr)
	}
	return err
}

// createBeside creates a hidden file next to target with the permissions of a new file,
// which os.CreateTemp would narrow to the owner's.
func createBeside(target string) (*os.File, error) {
	for try := 0; ; try++ {
		name := fmt.Sprintf(".%s.%s.%d-%d.tmp", filepath.Base(target), computer(), os.Getpid(), try)
		f, err := os.OpenFile(filepath.Join(filepath.Dir(target), name),
			os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && try < 1000 {
			continue
		}
		return f, err
	}
}

// named turns the error of writing to a staged file into one about path.
func named(err error, staged, path string) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) && pathErr.Path == staged {
		return writeError(path, err)
	}
	return err
}

// writeError returns an error of one line that says that path cannot be written to, without the
// operation and staged name that package os puts in front. It returns nil for a nil error.
func writeError(path string, err error) error {
	if err == nil {
		return nil
	}
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	if missing := CheckFolder(path); missing != nil {
		return missing
	}
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("cannot write to %s: %w", path, err)
}

// NoFolder is the error for a path to be written to in a folder that does not exist.
type NoFolder struct{ Folder string }

// Error says what to do.
func (e *NoFolder) Error() string { return "there is no folder " + e.Folder + ", make it first" }

// Unwrap returns [fs.ErrNotExist].
func (e *NoFolder) Unwrap() error { return fs.ErrNotExist }

// CheckFolder fails with a [*NoFolder] if the folder that a path is in does not exist.
func CheckFolder(path string) error {
	folder := filepath.Dir(filepath.Clean(path))
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot write to %s: %w", path, &NoFolder{folder})
	}
	return nil
}
