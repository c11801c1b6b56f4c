package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/atomicdir"
)

// openInput opens a file that is not a folder. Expected says what should be in it, for error
// messages.
func openInput(name, expected string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err, expected)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: found a folder, expected %s", name, expected)
	}
	return f, nil
}

// unreadable rewords the errors of package os and returns others unchanged.
func unreadable(name string, err error, expected string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no such file or folder, expected %s", name, expected)
	}
	_, reworded := errors.AsType[*embed.Error](err)
	if pathError, ok := errors.AsType[*fs.PathError](err); ok && !reworded {
		return fmt.Errorf("%s: found an unreadable file (%w), expected %s", name, pathError.Err,
			expected)
	}
	return err
}

// inputName is the name of an input in messages.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// writeOutput writes a file, all or nothing, or standard output if the name is "-".
func writeOutput(c *cobra.Command, name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(c.OutOrStdout())
	}
	return atomicdir.WriteFile(name, write)
}

func writeJSON(w io.Writer, value any) error { return cli.WriteJSON(w, value) }

// base lists the folders that relative paths start at. The first one that has the file counts. An
// empty base stands for the current folder.
type base []string

// path resolves the path of an existing file or folder.
func (b base) path(path string) string {
	if path == "" || filepath.IsAbs(path) || len(b) == 0 {
		return path
	}
	for _, folder := range b {
		full := filepath.Join(folder, path)
		if _, err := os.Stat(full); err == nil {
			return full
		}
	}
	return filepath.Join(b[0], path)
}

// newPath resolves the path of a file or folder to be created.
func (b base) newPath(path string) string {
	if len(b) == 0 || !isRelative(path) {
		return path
	}
	return filepath.Join(b[0], path)
}

// spec resolves the path in the specification of a data set.
func (b base) spec(spec string) string {
	kind, path := splitSpec(spec)
	if path == "" {
		return spec
	}
	if kind == "" {
		return b.path(path)
	}
	return kind + ":" + b.path(path)
}

// specPath returns the path in the specification of a data set, "" if it has none because the data
// are embedded or generated.
func specPath(spec string) string {
	_, path := splitSpec(spec)
	return path
}

// splitSpec splits the specification of a data set into the kind, "" if it is a path alone, and the
// path, "" if it has none.
func splitSpec(spec string) (kind, path string) {
	kind, path, _ = strings.Cut(spec, ":")
	if k, known := kindNamed(kind); known {
		if !k.ReadsFiles() {
			path = ""
		}
		return kind, path
	}
	if _, known := datasets.ByExtension(spec); known {
		return "", spec
	}
	return kind, path
}

// kindNamed returns the kind of data sets that has a name.
func kindNamed(name string) (datasets.Format, bool) {
	for _, k := range datasets.Formats() {
		if k.Named(name) {
			return k, true
		}
	}
	return datasets.Format{}, false
}

func isRelative(path string) bool { return path != "" && !filepath.IsAbs(path) }
