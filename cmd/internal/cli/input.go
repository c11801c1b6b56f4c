package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

// Input opens a file, or standard input if its name is -, and returns its name for messages. Expected
// says what should be in it.
func Input(c *cobra.Command, name, expected string) (in io.ReadCloser, label string, err error) {
	if name == "-" {
		return io.NopCloser(c.InOrStdin()), "standard input", nil
	}
	in, err = OpenInput(name, expected)
	return in, name, err
}

// OpenInput opens a file that is not a folder. Expected says what should be in it, for error messages.
func OpenInput(name, expected string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, Unreadable(name, err, expected)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: found a folder, expected %s", name, expected)
	}
	return f, nil
}

// Unreadable rewords the errors of package os and returns others unchanged.
func Unreadable(name string, err error, expected string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no such file or folder, expected %s", name, expected)
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: found an unreadable file (%w), expected %s", name, at.Err, expected)
	}
	return err
}
