package shard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	h := sha256.New()
	err := s.Write(m.File, func(w io.Writer) error {
		counted := &counter{Writer: io.MultiWriter(w, h)}
		err := do(counted)
		m.Bytes = counted.bytes
		return err
	})
	if err != nil {
		return err
	}
	m.SHA256 = hex.EncodeToString(h.Sum(nil))
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
	defer in.Close()
	h := sha256.New()
	switch n, err := io.Copy(h, in); {
	case err != nil:
		return files.Unreadable(at, err, expected)
	case n != m.Bytes:
		return files.New(at, 0, fmt.Sprintf("%d bytes", n), fmt.Sprintf("the %d of its manifest", m.Bytes))
	case hex.EncodeToString(h.Sum(nil)) != m.SHA256:
		return files.New(at, 0, "other bytes", "those of its manifest")
	}
	return nil
}

// All reads the manifests of a store like [Manifests] and verifies the parts.
func All(s Store) ([]*Manifest, error) {
	list, err := Manifests(s)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if err := m.verify(s); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Manifests reads the manifests of a store, which must be those of all parts of one work, in order.
func Manifests(s Store) ([]*Manifest, error) {
	names, err := s.Names()
	if err != nil {
		return nil, err
	}
	var list []*Manifest
	for _, name := range names {
		if !IsManifest(name) {
			continue
		}
		m, err := read(s, name)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if why := list[0].Same(m); why != "" {
				return nil, files.New(s.Path(name), 0, why+", unlike "+list[0].File, "parts of one work")
			}
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, files.New(s.Path(""), 0, "no part", "those of a command with --shard")
	}
	slices.SortFunc(list, func(a, b *Manifest) int { return a.Shard - b.Shard })
	return list, complete(s, list)
}

// complete checks that each part is there once.
func complete(s Store, list []*Manifest) error {
	const most = 20
	there := make(map[int]bool)
	for _, m := range list {
		there[m.Shard] = true
	}
	var missing []string
	for i := 0; i < list[0].Shards && len(missing) <= most; i++ {
		if !there[i] {
			missing = append(missing, fmt.Sprint(i))
		}
	}
	if len(missing) > most {
		missing[most] = "…"
	}
	if len(missing) > 0 || len(list) != list[0].Shards {
		return fmt.Errorf("%s: found %d of %d parts, expected all; these are missing: %s", s.Path(""), len(list),
			list[0].Shards, strings.Join(missing, ", "))
	}
	return nil
}

// Merge writes parts one after the other, with the header of the first table alone.
func Merge(w io.Writer, s Store, list []*Manifest) error {
	out := &joined{Writer: w, tables: strings.HasSuffix(list[0].File, ".csv")}
	for _, m := range list {
		in, err := s.Open(m.File)
		if err != nil {
			return err
		}
		_, err = io.Copy(out.next(m.File), in)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	bytes int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	return n, err
}

// joined joins the answers to files, tables under one header.
type joined struct {
	io.Writer
	tables bool
	first  []byte // the header
	header []byte // of this table, as far as it is there
	begun  bool   // it is complete
	name   string // of the file
}

// next begins the answers to another file.
func (j *joined) next(name string) io.Writer {
	j.header = nil
	j.begun = !j.tables
	j.name = name
	return j
}

// Write implements [io.Writer].
func (j *joined) Write(p []byte) (int, error) {
	rest := p
	if !j.begun {
		i := bytes.IndexByte(p, '\n') + 1
		if i == 0 {
			j.header = append(j.header, p...)
			return len(p), nil
		}
		j.header = append(j.header, p[:i]...)
		rest = p[i:]
		j.begun = true
		switch {
		case j.first == nil:
			j.first = j.header
			rest = append(bytes.Clone(j.header), rest...)
		case !bytes.Equal(j.first, j.header):
			return 0, fmt.Errorf("%s: found other columns of answers, %s, expected %s, as of the tables "+
				"before it", j.name, bytes.TrimSpace(j.header), bytes.TrimSpace(j.first))
		}
	}
	if _, err := j.Writer.Write(rest); err != nil {
		return 0, err
	}
	return len(p), nil
}

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
