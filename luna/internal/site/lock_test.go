//go:build linux

package site

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/suite"
)

// A second server is kept away by whatever name it opens the file.
func TestLockByAnyName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "luna.db")
	first := suite.Must(lock(path))(t)
	name := func(s string) string { return filepath.Join(dir, s) }
	suite.OK(t, errors.Join(os.Link(path, name("hard.db")), os.Symlink(path, name("soft.db")),
		os.Mkdir(name("sub"), 0o700), os.Symlink(dir, name("sub/up"))))
	for _, other := range []string{"luna.db", "hard.db", "soft.db", "sub/up/luna.db"} {
		if l, err := lock(name(other)); !errors.Is(err, atomicdir.ErrLocked) {
			t.Errorf("%s: %v, %v", other, l, err)
		}
	}
	suite.OK(t, os.Rename(path, name("new.db")))
	if l, err := lock(name("new.db")); !errors.Is(err, atomicdir.ErrLocked) {
		t.Errorf("after a renaming: %v, %v", l, err)
	}
	first.unlock()
	suite.OK(t, os.Remove(name("hard.db")))
	for range 2 {
		l, err := lock(name("soft.db"))
		if err != nil {
			t.Fatalf("once the first server has ended: %v", err)
		}
		l.unlock()
	}
	if left, err := filepath.Glob(name("*-lock")); len(left) > 0 || err != nil {
		t.Errorf("found %v at the end", left)
	}
}
