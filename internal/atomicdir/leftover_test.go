package atomicdir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// die leaves a folder in the state that a killed process leaves it in.
func (d *Dir) die() {
	for _, f := range d.files {
		f.Close()
	}
	d.lock.Close()
}

// aged sets the age of everything below a path.
func aged(t *testing.T, path string, age time.Duration) {
	t.Helper()
	at := time.Now().Add(-age)
	err := filepath.Walk(path, func(path string, _ os.FileInfo, _ error) error {
		return os.Chtimes(path, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Wherever a commit is killed, the file staged last is absent or all files are of its commit,
// other files in the folder stay, and the next Create restores the old files.
func TestKilledInCommit(t *testing.T) {
	files := []string{"a", "b", "c", "manifest"}
	for kill := 0; ; kill++ {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o600)
		d := create(t, dir)
		for _, name := range []string{"a", "c", "manifest"} {
			put(t, d, name, "old")
		}
		if err := d.Commit(); err != nil {
			t.Fatal(err)
		}
		d = create(t, dir)
		for _, name := range files {
			put(t, d, name, "new")
		}
		if err := d.prepare(filepath.Join(d.staging, journalName)); err != nil {
			t.Fatal(err)
		}
		moves := d.moves()
		if kill > len(moves) {
			break
		}
		for _, m := range moves[:kill] {
			if err := os.Rename(m.from, m.to); err != nil &&
				!(m.optional && errors.Is(err, os.ErrNotExist)) {
				t.Fatal(err)
			}
		}
		d.die()
		if set, err := os.ReadFile(filepath.Join(dir, "manifest")); err == nil {
			for _, name := range []string{"a", "c"} {
				if got := content(t, filepath.Join(dir, name)); got != string(set) {
					t.Errorf("killed after %d moves: %s is %s, the manifest %s", kill, name, got,
						set)
				}
			}
		}
		undo(dir, d.staging) // as if the next process was killed as well
		create(t, dir).Abort()
		if got := names(t, dir); !slices.Equal(got, []string{"a", "c", "manifest", "mine"}) {
			t.Errorf("killed after %d moves: files %q", kill, got)
		}
		for _, name := range []string{"a", "c", "manifest"} {
			if got := content(t, filepath.Join(dir, name)); got != "old" {
				t.Errorf("killed after %d moves: %s is %s", kill, name, got)
			}
		}
	}
}

// Create removes the files that a killed process staged, but not those of a living process,
// however old.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	others := ".staging-of-mine"
	os.Mkdir(filepath.Join(dir, others), 0o700)
	living, dead := create(t, dir), create(t, dir)
	put(t, living, "x", "living")
	put(t, dead, "x", "dead")
	dead.die()
	aged(t, dir, -time.Hour) // however slow the machine is
	create(t, dir).Abort()
	if got := names(t, dir); len(got) != 3 {
		t.Errorf("what was staged a moment ago: %q, expected both to stay", got)
	}
	aged(t, dir, 2*minAge)
	create(t, dir).Abort()
	if got := names(t, dir); !slices.Equal(got, []string{filepath.Base(living.staging), others}) {
		t.Errorf("left: %q", got)
	}
	if err := living.Commit(); err != nil || content(t, filepath.Join(dir, "x")) != "living" {
		t.Errorf("the living: %v", err)
	}
}

// The same for single files, whatever their names, and for what SQLite writes beside them.
func TestLeftoverFiles(t *testing.T) {
	dir := t.TempDir()
	mine := []string{".x.my-notes.tmp", "x.77-0.tmp", ".x.77-0.tmp.old"}
	left := []string{".x[1]*?.lrp.77-0.tmp", ".x[1]*?.lrp.77-0.tmp-journal", ".y.db.78-1.tmp", ".z.db.79-0.tmp-wal"}
	for _, name := range append(left, mine...) {
		os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600)
	}
	aged(t, dir, 2*minAge)
	path := filepath.Join(dir, "x[1]*?.lrp")
	err := WriteFile(path, func(w io.Writer) error {
		os.WriteFile(w.(*os.File).Name()+"-journal", nil, 0o600)
		aged(t, dir, 2*minAge)
		if err := WriteFile(path, hello); err != nil { // another one writes meanwhile
			return err
		}
		if n := len(names(t, dir)); n != len(mine)+3 {
			t.Errorf("beside a living process: %q", names(t, dir))
		}
		os.Remove(w.(*os.File).Name() + "-journal")
		return hello(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := append(mine, filepath.Base(path))
	slices.Sort(want)
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("left: %q", got)
	}
}

// What an ended process of this computer has staged is removed at once; what may be another
// computer's, whose processes and locks are not known here, and what a living one has, once it is
// old.
func TestLeftoverOfOthers(t *testing.T) {
	dir := t.TempDir()
	ended := fmt.Sprintf(".x.%s.999999999-0.tmp", computer())
	living := fmt.Sprintf(".x.%s.%d-7.tmp", computer(), os.Getpid())
	others := []string{living, ".x.0badc0de.999999999-0.tmp", ".x.999999999-0.tmp"}
	for _, name := range append(others, ended) {
		os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600)
	}
	aged(t, dir, -time.Hour) // however slow the machine is
	Tidy(dir)
	slices.Sort(others)
	if got := names(t, dir); !slices.Equal(got, others) {
		t.Errorf("left %q, expected %q", got, others)
	}
	aged(t, dir, 2*minAge)
	if Tidy(dir); len(names(t, dir)) != 0 {
		t.Errorf("left: %q", names(t, dir))
	}
}

// A staging folder with links, from somebody else, moves nothing from or to other folders.
func TestStagingFolderOfOthers(t *testing.T) {
	root := t.TempDir()
	dir, victim := filepath.Join(root, "dir"), filepath.Join(root, "victim")
	staging := filepath.Join(dir, ".staging-1")
	os.MkdirAll(staging, 0o700)
	os.MkdirAll(victim, 0o700)
	for _, name := range []string{"a", "b"} {
		os.WriteFile(filepath.Join(victim, name), []byte("precious"), 0o600)
	}
	os.WriteFile(filepath.Join(staging, journalName), []byte("a\n..\n"), 0o600)
	if err := os.Symlink(victim, filepath.Join(staging, replacedName)); err != nil {
		t.Skip(err)
	}
	os.Symlink(victim, filepath.Join(dir, ".staging-2"))
	aged(t, root, 2*minAge)
	create(t, dir).Abort()
	if got := names(t, victim); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("left elsewhere: %q", got)
	}
}

// Processes that write to the same folder concurrently leave the files of one of them.
func TestCommitsAtATime(t *testing.T) {
	dir := t.TempDir()
	done := make(chan error)
	for k := range 8 {
		go func() {
			done <- func() error {
				d, err := Create(dir)
				if err != nil {
					return err
				}
				defer d.Abort()
				for i := range 20 {
					if err := d.Write(fmt.Sprint(i),
						func(w io.Writer) error {
							_,
								err := fmt.Fprint(w, k)
							return err
						}); err != nil {
						return err
					}
				}
				return d.Commit()
			}()
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	var all []string
	for i := range 20 {
		all = append(all, content(t, filepath.Join(dir, fmt.Sprint(i))))
	}
	if slices.Sort(all); all[0] != all[19] {
		t.Errorf("files of several: %s", strings.Join(all, " "))
	}
}
