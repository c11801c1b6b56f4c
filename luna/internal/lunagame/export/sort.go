package export

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// sorter sorts more entries than fit into memory: it writes sorted runs to files and merges them.
type sorter struct {
	dir      string
	memory   int   // bytes of entries that are kept in memory
	maxBytes int64 // of all entries
	entries  []entry
	size     int
	total    int64
	runs     []string
}

// entry is a value with the key by which it is sorted. Keys are unique.
type entry struct{ key, value []byte }

const (
	sortMemory   = 16 << 20
	entryMemory  = 64 // what an entry takes besides its bytes
	maxRuns      = 64 // that are open at a time
	readerMemory = 64 << 10
)

func newSorter(dir string, maxBytes int64) *sorter {
	return &sorter{dir: dir, memory: sortMemory, maxBytes: cmp.Or(maxBytes, defaultMaxBytes)}
}

// add adds an entry, which the sorter keeps.
func (s *sorter) add(key, value []byte) error {
	n := len(key) + len(value)
	if s.total += int64(n); s.total > s.maxBytes {
		return fmt.Errorf("found more than %d bytes of records, expected fewer: luna export can "+
			"write them to another disk", s.maxBytes)
	}
	s.entries = append(s.entries, entry{key, value})
	if s.size += n + entryMemory; s.size < s.memory {
		return nil
	}
	return s.spill()
}

// spill writes the entries in memory to a run. Too many runs are merged into one.
func (s *sorter) spill() error {
	s.sort()
	err := s.writeRun(func(write func(entry) error) error {
		for _, e := range s.entries {
			if err := write(e); err != nil {
				return err
			}
		}
		return nil
	})
	s.entries, s.size = s.entries[:0], 0
	if err != nil || len(s.runs) < maxRuns {
		return err
	}
	runs := s.runs
	s.runs = nil
	return s.writeRun(func(write func(entry) error) error { return merge(runs, write) })
}

func (s *sorter) sort() {
	slices.SortFunc(s.entries, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
}

func (s *sorter) writeRun(fill func(write func(entry) error) error) (err error) {
	f, err := os.CreateTemp(s.dir, "run")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f.Name())
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, readerMemory)
	out := gob.NewEncoder(w)
	err = fill(func(e entry) error { return errors.Join(out.Encode(e.key), out.Encode(e.value)) })
	return errors.Join(err, w.Flush())
}

// each calls a function with all entries in the order of their keys. It can be called once.
func (s *sorter) each(ctx context.Context, do func(entry) error) error {
	checked := func(e entry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return do(e)
	}
	if len(s.runs) == 0 {
		s.sort()
		for _, e := range s.entries {
			if err := checked(e); err != nil {
				return err
			}
		}
		return nil
	}
	if len(s.entries) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.entries = nil
	return merge(s.runs, checked)
}

// merge calls a function with the entries of sorted runs in order, and removes the runs.
func merge(runs []string, do func(entry) error) (err error) {
	var open []*cursor
	defer func() {
		for _, c := range open {
			err = errors.Join(err, c.close())
		}
	}()
	for _, name := range runs {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		c := &cursor{file: f, in: gob.NewDecoder(bufio.NewReaderSize(f, readerMemory))}
		open = append(open, c)
		if err := c.next(); err != nil {
			return err // no run is empty
		}
	}
	for len(open) > 0 {
		least := slices.MinFunc(open, func(a, b *cursor) int { return bytes.Compare(a.key, b.key) })
		if err := do(least.entry); err != nil {
			return err
		}
		err := least.next()
		if err == io.EOF {
			open = slices.DeleteFunc(open, func(c *cursor) bool { return c == least })
			err = least.close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cursor reads a sorted run.
type cursor struct {
	entry
	file *os.File
	in   *gob.Decoder
}

// next reads the next entry. It returns [io.EOF] at the end of a run.
func (c *cursor) next() error {
	c.entry = entry{} // others keep the last one
	err := c.in.Decode(&c.key)
	if err == io.EOF {
		return io.EOF
	}
	if err == nil {
		err = c.in.Decode(&c.value)
	}
	if err != nil {
		err = fmt.Errorf("a file that was just written cannot be read again: %w", err)
	}
	return err
}

func (c *cursor) close() error { return errors.Join(c.file.Close(), os.Remove(c.file.Name())) }
