package server

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// TestNextCommandClears plants what killed backups and restores leave. Whatever is done next in the
// folder, nothing is left of it.
func TestNextCommandClears(t *testing.T) {
	ctx := t.Context()
	for name, do := range map[string]func(db, dir string) error{
		"backup": func(db, dir string) error { return Backup(ctx, db, filepath.Join(dir, "new.db"), false) },
		"verify": func(db, _ string) error { _, err := Verify(ctx, db, nil); return err },
		"list":   func(db, _ string) error { _, err := Machines(ctx, db); return err },
		"restore": func(db, dir string) error {
			backup := filepath.Join(t.TempDir(), "backup.db")
			suite.OK(t, os.Rename(db, backup))
			suite.OK(t, os.WriteFile(db, nil, 0o600)) // as made by the lock of a killed restore
			_, err := Restore(ctx, backup, db)
			return err
		},
	} {
		db := old(t)
		dir := filepath.Dir(db)
		for _, left := range []string{".a.db.14089-0.tmp", ".a.db.14089-0.tmp-journal", ".c.db.15151-1.tmp"} {
			path := filepath.Join(dir, left)
			suite.OK(t, os.WriteFile(path, []byte("hashes of passwords"), 0o600))
			suite.OK(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)))
		}
		suite.OK(t, os.WriteFile(db+"-lock", nil, 0o600))
		suite.OK(t, do(db, dir))
		var left []string
		for _, e := range suite.Must(os.ReadDir(dir))(t) {
			left = append(left, e.Name())
		}
		base := filepath.Base(db)
		if left = slices.DeleteFunc(left, func(name string) bool {
			return slices.Contains([]string{base, base + "-epoch", "new.db"}, name)
		}); len(left) > 0 {
			t.Errorf("%s leaves %q", name, left)
		}
	}
}
