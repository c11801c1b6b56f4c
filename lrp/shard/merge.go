package shard

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// All reads the manifests like [Parts.Manifests], verifies the parts, and compares what they have
// read with the files of this computer that are still as they were.
func (p Parts) All() ([]*Manifest, error) {
	list, err := p.Manifests()
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if err := cmp.Or(p.verify(m), p.compare(m)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Manifests reads the manifests, which must be those of all parts of one work, in order.
func (p Parts) Manifests() ([]*Manifest, error) {
	names, err := p.List(p.Prefix)
	if err != nil {
		return nil, err
	}
	var list []*Manifest
	for _, name := range names {
		if !IsManifest(name) {
			continue
		}
		m, err := p.read(name)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if why := list[0].Same(m); why != "" {
				return nil, files.New(p.Path(name), 0, why+", unlike "+list[0].File, "parts of one work")
			}
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, files.New(p.Path(""), 0, "no part", "those of a command with --shard")
	}
	slices.SortFunc(list, func(a, b *Manifest) int { return a.Shard - b.Shard })
	return list, cmp.Or(p.complete(list), p.covered(list))
}

// complete checks that each part is there once.
func (p Parts) complete(list []*Manifest) error {
	const most = 20
	var missing []string
	n, left := list[0].Shards, list
	for i := 0; i < n && len(missing) <= most; i++ {
		if len(left) == 0 || left[0].Shard != i {
			missing = append(missing, fmt.Sprint(i))
			continue
		}
		first := left[0].File
		if left = left[1:]; len(left) > 0 && left[0].Shard == i {
			return files.New(p.Path(left[0].File), 0, fmt.Sprintf("part %d, which %s is, too", i, first), "it once")
		}
	}
	if len(missing) > most {
		missing[most] = "…"
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s: found %d of %d parts, expected all; these are missing: %s", p.Path(""), len(list), n,
			strings.Join(missing, ", "))
	}
	return nil
}

// covered checks that the parts, in order, have together read all bytes of each input once.
func (p Parts) covered(list []*Manifest) error {
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
			return files.New(p.Path(""), 0,
				fmt.Sprintf("parts that have read %d bytes of %q from byte %d", got.Bytes, got.File, got.From),
				fmt.Sprintf("all %d bytes of %q, once", want.Bytes, want.File))
		}
	}
	return nil
}

// compare checks that what a part has read is in its inputs, if they are still where and as it
// found them.
func (p Parts) compare(m *Manifest) error {
	for _, r := range m.Read {
		now, err := Local{}.Describe(r.File, nil)
		if err != nil || now.Time != r.Time {
			continue
		}
		in, err := os.Open(r.File)
		if err != nil {
			continue
		}
		found := &counter{Hash: sha256.New()}
		_, err = io.Copy(found, io.NewSectionReader(in, r.From, r.Bytes))
		in.Close()
		if err == nil && found.digest() != r.SHA256 {
			err = files.New(p.Path(m.File), 0, "answers to other respondents than are in "+r.File,
				fmt.Sprintf("those of its %d bytes from byte %d", r.Bytes, r.From))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Merge writes parts one after the other, with the header of the first table alone.
func (p Parts) Merge(w io.Writer, list []*Manifest) error {
	all := &joined{w: w, tables: path.Ext(list[0].File) == table}
	for _, m := range list {
		err := all.add(p.Path(m.File), func(w io.Writer) error {
			in, err := p.Open(p.Path(m.File))
			if err != nil {
				return err
			}
			defer in.Close()
			_, err = io.Copy(w, in)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// joined joins the answers to files, tables under one header.
type joined struct {
	w      io.Writer
	tables bool
	header []byte
}

// add adds the answers to a file, which do writes.
func (j *joined) add(name string, do func(io.Writer) error) error {
	if !j.tables {
		return do(j.w)
	}
	var rows bytes.Buffer
	if err := do(&rows); err != nil {
		return err
	}
	header, _ := rows.ReadBytes('\n')
	for bytes.Count(header, []byte(`"`))%2 == 1 && rows.Len() > 0 { // the line ends within a cell
		line, _ := rows.ReadBytes('\n')
		header = append(header, line...)
	}
	switch {
	case len(header) == 0: // of a part without a table
		return nil
	case j.header == nil:
		j.header = header
		if _, err := j.w.Write(header); err != nil {
			return err
		}
	case !bytes.Equal(j.header, header):
		return fmt.Errorf("%s: found other columns of answers, %s, expected %s, as of the tables before it", name,
			bytes.TrimSpace(header), bytes.TrimSpace(j.header))
	}
	_, err := rows.WriteTo(j.w)
	return err
}
