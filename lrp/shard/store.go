package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// Store keeps the files of parts by their names.
type Store interface {
	// Open opens a file. The error wraps [fs.ErrNotExist] if there is none.
	Open(name string) (io.ReadCloser, error)
	// Write writes a file, all or nothing. It may be written twice at a time with the same content.
	Write(name string, do func(io.Writer) error) error
	// Names lists the files.
	Names() ([]string, error)
	// Path returns the path of a file, for messages.
	Path(name string) string
}

// Write writes the file of a part and, once it is there, the manifest, in which it notes size and
// digest. Do writes the file.
func Write(s Store, m *Manifest, do func(io.Writer) error) error {
	err := s.Write(m.File, func(w io.Writer) error {
		written := &counter{Hash: sha256.New()}
		err := do(io.MultiWriter(w, written))
		m.Bytes, m.SHA256 = written.bytes, written.digest()
		return err
	})
	if err != nil {
		return err
	}
	return s.Write(m.Name(), func(w io.Writer) error { return files.WriteJSON(w, m) })
}

// Done reports whether a part is finished already, or why it cannot be written. With resume, a
// finished part is kept, and a damaged one is done again.
func Done(s Store, m *Manifest, resume bool) (bool, error) {
	name := m.File + suffix
	found, err := read(s, name)
	damaged := errors.Is(err, errManifest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // a part without a manifest was interrupted
	case err != nil && !damaged:
		return false, err
	case !resume:
		return false, files.New(s.Path(name), 0, "a finished part", "none: --resume keeps it, if it is whole")
	case damaged:
		return false, nil
	}
	if why := m.Same(found); why != "" {
		return false, files.New(s.Path(name), 0, why, "the same as now")
	}
	return found.verify(s) == nil, nil
}

// read reads a manifest.
func read(s Store, name string) (*Manifest, error) {
	text, err := content(s, name)
	if err != nil {
		return nil, err
	}
	return parse(text, name, s.Path(name))
}

func content(s Store, name string) ([]byte, error) {
	in, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// verify checks that the file of a part is what its manifest says.
func (m *Manifest) verify(s Store) error {
	at := s.Path(m.File)
	const expected = "the part that its manifest names"
	in, err := s.Open(m.File)
	if err != nil {
		return files.Unreadable(at, err, expected)
	}
	found, err := count(in)
	switch {
	case err != nil:
		return files.Unreadable(at, err, expected)
	case found.bytes != m.Bytes:
		return files.New(at, 0, fmt.Sprintf("%d bytes", found.bytes),
			fmt.Sprintf("the %d of its manifest", m.Bytes))
	case found.digest() != m.SHA256:
		return files.New(at, 0, "other bytes", "those of its manifest")
	}
	return nil
}

// counter counts the bytes that are written to a hash.
type counter struct {
	hash.Hash
	bytes int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return c.Hash.Write(p)
}

// count reads an input to its end and closes it.
func count(in io.ReadCloser) (*counter, error) {
	defer in.Close()
	c := &counter{Hash: sha256.New()}
	_, err := io.Copy(c, in)
	return c, err
}

// digest returns their digest in hexadecimal.
func (c *counter) digest() string { return hex.EncodeToString(c.Sum(nil)) }

// Folder keeps parts in a folder, which need not be there before the first is written.
type Folder string

// Path implements [Store].
func (d Folder) Path(name string) string { return filepath.Join(string(d), name) }

// Open implements [Store].
func (d Folder) Open(name string) (io.ReadCloser, error) {
	path := d.Path(name)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, files.New(path, 0, "no regular file", "one of a part")
	}
	in, err := files.Open(path, "one of a part")
	if err != nil {
		return nil, err
	}
	return in, nil
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
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, files.Unreadable(string(d), err, "a folder of parts")
}
