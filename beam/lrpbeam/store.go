package lrpbeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// store keeps parts in a file system of Beam, below a prefix of their names. It is a [parts.Store].
type store struct {
	ctx    context.Context
	files  filesystem.Interface
	prefix string
}

// openStore returns the store of a prefix such as gs://bucket/folder/ratings, and the last element
// of the prefix, with which the names of all files begin.
func openStore(ctx context.Context, prefix string) (s *store, base string, err error) {
	i := strings.LastIndexByte(prefix, '/') + 1
	if prefix[i:] == "" {
		return nil, "", fmt.Errorf("found the output %q, expected a prefix of file names", prefix)
	}
	files, err := fileSystem(ctx, prefix)
	return &store{ctx, files, prefix}, prefix[i:], err
}

func (s *store) Path(name string) string {
	return s.prefix[:strings.LastIndexByte(s.prefix, '/')+1] + name
}

func (s *store) Open(name string) (io.ReadCloser, error) {
	in, err := s.files.OpenRead(s.ctx, s.Path(name))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return in, err
	}
	// File systems have errors of their own for a file that is not there.
	if found, listed := s.files.List(s.ctx, s.Path(name)); listed == nil && len(found) == 0 {
		return nil, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return nil, err
}

func (s *store) Names() ([]string, error) {
	paths, err := s.files.List(s.ctx, s.prefix+"-*")
	for i, path := range paths {
		paths[i] = path[strings.LastIndexByte(path, '/')+1:]
	}
	return paths, err
}

// mark follows the name of a file that is being written.
const mark = ".unfinished-"

// clean removes what workers that were killed have left.
func (s *store) clean() error {
	remover, ok := s.files.(filesystem.Remover)
	names, err := s.Names()
	for _, name := range names {
		if ok && err == nil && strings.Contains(name, mark) {
			err = remover.Remove(s.ctx, s.Path(name))
		}
	}
	return err
}

// Write writes another file first and renames it.
func (s *store) Write(name string, do func(io.Writer) error) (err error) {
	path := s.Path(name)
	unfinished := fmt.Sprintf("%s%s%016x", path, mark, rand.Uint64())
	out, err := s.files.OpenWrite(s.ctx, unfinished)
	if err != nil {
		return err
	}
	err = do(out)
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = filesystem.Rename(s.ctx, s.files, unfinished, path)
	}
	if remover, ok := s.files.(filesystem.Remover); ok && err != nil {
		_ = remover.Remove(s.ctx, unfinished)
	}
	return err
}
