//go:build linux || darwin

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// A file with two names is opened by neither, and by the other one once a name is removed.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "luna.db"), filepath.Join(dir, "other.db")
	s, err := store.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(s.Close(), os.Link(path, other))
	}
	suite.OK(t, err)
	for _, name := range []string{path, other} {
		if s, err := store.Open(t.Context(), name); !errors.Is(err, store.ErrNames) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	suite.OK(t, os.Remove(path))
	s = suite.Must(store.Open(t.Context(), other))(t)
	s.Close()
}
