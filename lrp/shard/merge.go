package shard

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// All reads the manifests of a store like [Manifests], verifies the parts, and compares what they have
// read with the files of this computer that are still as they were.
func All(s Store) ([]*Manifest, error) {
	list, err := Manifests(s)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if err := cmp.Or(m.verify(s), m.answers(s)); err != nil {
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
		if there[m.Shard] {
			return files.New(s.Path(m.File), 0, fmt.Sprintf("part %d twice", m.Shard), "it once")
		}
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
	if len(missing) > 0 {
		return fmt.Errorf("%s: found %d of %d parts, expected all; these are missing: %s", s.Path(""), len(there),
			list[0].Shards, strings.Join(missing, ", "))
	}
	return covered(s, list)
}

// covered checks that the parts, in order, have together read all bytes of each input once.
func covered(s Store, list []*Manifest) error {
	var read []Input // from a beginning to a last byte
	for _, m := range list {
		for _, r := range m.Read {
			i := len(read) - 1
			if i >= 0 && r.From == read[i].Bytes && filepath.Base(r.File) == filepath.Base(read[i].File) {
				read[i].Bytes += r.Bytes
			} else {
				read = append(read, r)
			}
		}
	}
	inputs := slices.DeleteFunc(slices.Clone(list[0].Inputs), func(in Input) bool { return in.Bytes == 0 })
	read = append(read, Input{})
	for i, want := range append(inputs, Input{}) {
		got := read[i]
		if want.SHA256 = got.SHA256; !want.same(got) {
			return files.New(s.Path(""), 0,
				fmt.Sprintf("parts that have read %d bytes of %q from byte %d", got.Bytes, got.File, got.From),
				fmt.Sprintf("all %d bytes of %q, once", want.Bytes, want.File))
		}
	}
	return nil
}

// answers checks that what a part has read is in its inputs, if they are still where and as it found
// them.
func (m *Manifest) answers(s Store) error {
	for _, r := range m.Read {
		info, err := os.Stat(r.File)
		if err != nil || !info.Mode().IsRegular() || NewInput(r.File, 0, info.ModTime()).Time != r.Time {
			continue
		}
		in, err := os.Open(r.File)
		if err != nil {
			continue
		}
		found, err := count(struct {
			io.Reader
			io.Closer
		}{io.NewSectionReader(in, r.From, r.Bytes), in})
		if err != nil {
			return err
		}
		if found.digest() != r.SHA256 {
			return files.New(s.Path(m.File), 0, "answers to other respondents than are in "+r.File,
				fmt.Sprintf("those of its %d bytes from byte %d", r.Bytes, r.From))
		}
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
