package datasets

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/files"
)

// source is a folder to read from, on disk or embedded, with the name that the user gave.
type source struct {
	fsys fs.FS
	root string // for messages; empty if file names are full paths
}

// dirSource opens a folder on disk.
func dirSource(dir string) (source, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return source{}, files.Unreadable(dir, err, "a folder")
	}
	if !info.IsDir() {
		return source{}, files.New(dir, 0, "a file", "a folder")
	}
	return source{os.DirFS(dir), dir}, nil
}

// fileSource returns the source of a single file on disk, and its name there.
func fileSource(file string) (source, string) { return source{disk{}, ""}, file }

// disk is the file system without the path restrictions of [os.DirFS].
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

// name returns the name of a file of the source in messages.
func (s source) name(file string) string {
	if s.root == "" {
		return file
	}
	return filepath.Join(s.root, filepath.FromSlash(file))
}

// exists reports whether the source has such a file or folder.
func (s source) exists(file string) bool {
	_, err := fs.Stat(s.fsys, file)
	return err == nil
}

// open opens a file. Errors name what as the expected content.
func (s source) open(file, what string) (io.ReadCloser, error) {
	f, err := s.fsys.Open(file)
	if err != nil {
		return nil, files.Unreadable(s.name(file), err, what)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		f.Close()
		return nil, files.New(s.name(file), 0, "a folder", what)
	}
	return f, nil
}

// read calls do with an open file and closes it.
func (s source) read(file, what string, do func(r io.Reader, name string) error) error {
	f, err := s.open(file, what)
	if err != nil {
		return err
	}
	defer f.Close()
	return do(f, s.name(file))
}

// maxLine bounds a line of any text file, in bytes.
const maxLine = files.MaxLine

// allLines reads the lines of a text file; blank ones at the end are dropped.
func allLines(r io.Reader, file string) ([]string, error) {
	in := files.NewScanner(r, file, maxLine)
	var all []string
	for in.Scan() {
		all = append(all, in.Text())
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all, in.Err()
}
