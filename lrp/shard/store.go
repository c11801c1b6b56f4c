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
	"strings"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// Storage is where files are: this computer, or a cloud.
type Storage interface {
	// Open opens a file. The error wraps [fs.ErrNotExist] if there is none. A file that can be
	// read at any offset, such as an [os.File], is opened once.
	Open(path string) (io.ReadCloser, error)
	// Describe returns size and time of a file, which is open unless it is nil.
	Describe(path string, file io.ReadCloser) (Input, error)
	// Write writes a file, all or nothing. It may be written twice at a time with the same content.
	Write(path string, do func(io.Writer) error) error
	// List lists the names, without the folder, of the files whose paths begin with a prefix. It
	// removes what killed processes have left there.
	List(prefix string) ([]string, error)
}

// Parts are the files of parts in a storage. A prefix of their paths, such as "folder/" or
// "gs://bucket/folder/ratings-", tells which are meant.
type Parts struct {
	Storage
	Prefix string
}

// Path returns the path of a file.
func (p Parts) Path(name string) string {
	return p.Prefix[:strings.LastIndexByte(p.Prefix, '/')+1] + name
}

func (p Parts) content(name string) ([]byte, error) {
	in, err := p.Open(p.Path(name))
	if err != nil {
		return nil, files.Unreadable(p.Path(name), err, "one of a part")
	}
	defer in.Close()
	return io.ReadAll(in)
}

// read reads a manifest.
func (p Parts) read(name string) (*Manifest, error) {
	text, err := p.content(name)
	if err != nil {
		return nil, err
	}
	return parse(text, name, p.Path(name))
}

// Write writes the file of a part and, once it is there, the manifest, in which it notes size and
// digest. Do writes the file.
func (p Parts) Write(m *Manifest, do func(io.Writer) error) error {
	err := p.Storage.Write(p.Path(m.File), func(w io.Writer) error {
		written := &counter{Hash: sha256.New()}
		err := do(io.MultiWriter(w, written))
		m.Bytes, m.SHA256 = written.bytes, written.digest()
		return err
	})
	if err != nil {
		return err
	}
	return p.Storage.Write(p.Path(m.Name()), func(w io.Writer) error { return files.WriteJSON(w, m) })
}

// Done reports whether a part is finished already, or why it cannot be written. With resume, a
// finished part is kept, and a damaged one is done again.
func (p Parts) Done(m *Manifest, resume bool) (bool, error) {
	found, err := p.read(m.Name())
	damaged := errors.Is(err, errManifest)
	at := p.Path(m.Name())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // a part without a manifest was interrupted
	case err != nil && !damaged:
		return false, err
	case !resume:
		return false, files.New(at, 0, "a finished part", "none: --resume keeps it, if it is whole")
	case damaged:
		return false, nil
	}
	if why := m.Same(found); why != "" {
		return false, files.New(at, 0, why, "the same as now")
	}
	return p.verify(found) == nil, nil
}

// verify checks that the file of a part is what its manifest says.
func (p Parts) verify(m *Manifest) error {
	at := p.Path(m.File)
	found, err := count(p.Storage, at)
	switch {
	case err != nil:
		return files.Unreadable(at, err, "the part that its manifest names")
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

// count reads a file to its end.
func count(from Storage, path string) (*counter, error) {
	in, err := from.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c := &counter{Hash: sha256.New()}
	_, err = io.Copy(c, in)
	return c, err
}

// digest returns their digest in hexadecimal.
func (c *counter) digest() string { return hex.EncodeToString(c.Sum(nil)) }

// Local is the storage of this computer. A folder need not be there before its first file is
// written.
type Local struct{}

// Open implements [Storage]. It fails if the file is not a regular one.
func (l Local) Open(path string) (io.ReadCloser, error) {
	if _, err := l.Describe(path, nil); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Describe implements [Storage]. It fails if the file is not a regular one.
func (Local) Describe(path string, file io.ReadCloser) (Input, error) {
	info, err := os.Stat(path)
	if open, ok := file.(*os.File); ok {
		info, err = open.Stat()
	}
	switch {
	case err != nil:
		return Input{}, err
	case !info.Mode().IsRegular():
		return Input{}, files.New(path, 0, "no regular file", "one")
	}
	return NewInput(path, info.Size(), info.ModTime()), nil
}

// Write implements [Storage].
func (Local) Write(path string, do func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return atomicdir.WriteFile(path, do)
}

// List implements [Storage].
func (Local) List(prefix string) (names []string, err error) {
	dir, base := filepath.Split(prefix)
	dir = filepath.Clean(dir) // "." of ""
	atomicdir.Tidy(dir)
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), base) {
			names = append(names, e.Name())
		}
	}
	return names, files.Unreadable(dir, err, "a folder of parts")
}
