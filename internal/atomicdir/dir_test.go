package atomicdir

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// names lists the files in a folder, including hidden ones.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func put(t *testing.T, d *Dir, name, content string) {
	t.Helper()
	f, err := d.File(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, content); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func create(t *testing.T, path string, files ...string) *Dir {
	t.Helper()
	d, err := Create(path, files...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// oneLine checks that an error is one line that contains all of wants.
func oneLine(t *testing.T, err error, wants ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error of several lines: %q", err)
	}
	for _, want := range wants {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
}

func TestCommitNewDir(t *testing.T) {
	root := t.TempDir()
	_, err := Create(filepath.Join(root, "absent", "b"))
	oneLine(t, err, "there is no folder "+filepath.Join(root, "absent")+", make it first")
	d := create(t, filepath.Join(root, "b"), "x.txt", "y.txt")
	defer d.Abort()
	put(t, d, "x.txt", "one")
	put(t, d, "y.txt", "two")
	if _, err := os.Stat(filepath.Join(root, "b", "x.txt")); err == nil {
		t.Error("x.txt is in place before Commit")
	}
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	d.Abort()
	if got := names(t, filepath.Join(root, "b")); !slices.Equal(got,
		[]string{"x.txt", "y.txt"}) {
		t.Errorf("files: %q", got)
	}
	if got := content(t, filepath.Join(root, "b", "y.txt")); got != "two" {
		t.Errorf("y.txt: %q", got)
	}
}

func TestCommitReplaces(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "x.txt"), []byte("old"), 0o600)
	os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o600)
	d := create(t, dir)
	put(t, d, "x.txt", "new")
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, filepath.Join(dir, "x.txt")); got != "new" {
		t.Errorf("x.txt: %q", got)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"mine.txt", "x.txt"}) {
		t.Errorf("files: %q", got)
	}
}

func TestAbortRemovesWhatWasMade(t *testing.T) {
	root := t.TempDir()
	d := create(t, filepath.Join(root, "b"))
	put(t, d, "x.txt", "one")
	d.Abort()
	d.Abort()
	if got := names(t, root); got != nil {
		t.Errorf("left behind: %q", got)
	}
	if _, err := d.File("y.txt"); err == nil {
		t.Error("File after Abort: no error")
	}
	if err := d.Commit(); err == nil {
		t.Error("Commit after Abort: no error")
	}
}

func TestAbortLeavesTheRest(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	d := create(t, dir)
	put(t, d, "x.txt", "one")
	os.WriteFile(filepath.Join(dir, "other.txt"), nil, 0o600)
	d.Abort()
	if got := names(t, dir); !slices.Equal(got, []string{"other.txt"}) {
		t.Errorf("files: %q", got)
	}
}

func TestFailedWriteFailsCommit(t *testing.T) {
	root := t.TempDir()
	d := create(t, filepath.Join(root, "a"))
	put(t, d, "x.txt", "one")
	f, err := d.File("y.txt")
	if err != nil {
		t.Fatal(err)
	}
	f.file.Close() // as if the disk went away
	if _, err := io.WriteString(f, "two"); err == nil {
		t.Error("Write: no error")
	}
	oneLine(t, d.Commit(), "cannot write to", "y.txt")
	if got := names(t, root); got != nil {
		t.Errorf("left behind: %q", got)
	}
}

func TestFailedCommitPutsBack(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a.txt"), []byte("old"), 0o600)
	d := create(t, dir)
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		put(t, d, name, "new")
	}
	os.Remove(filepath.Join(d.staging, "c.txt")) // moving the third file will fail
	oneLine(t, d.Commit(), "cannot write to", "c.txt")
	if got := names(t, dir); !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("files: %q", got)
	}
	if got := content(t, filepath.Join(dir, "a.txt")); got != "old" {
		t.Errorf("a.txt: %q", got)
	}
}

func TestFolderInTheWayOfAFile(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "x.txt"), 0o700)
	_, err := Create(dir, "x.txt")
	oneLine(t, err, "x.txt", "is a directory")
	d := create(t, dir)
	put(t, d, "x.txt", "new")
	oneLine(t, d.Commit(), "x.txt", "is a directory")
	if got := names(t, dir); !slices.Equal(got, []string{"x.txt"}) {
		t.Errorf("files: %q", got)
	}
}

func TestCreateUnwritable(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	os.WriteFile(file, nil, 0o600)
	dangling := filepath.Join(root, "link")
	os.Symlink(filepath.Join(root, "nowhere"), dangling)
	for _, path := range []string{file, filepath.Join(file, "x"), filepath.Join(file, "x", "y"),
		dangling, "/dev/null/x"} {
		_, err := Create(path)
		oneLine(t, err, "cannot write to "+path+": ")
	}
	if got := names(t, root); !slices.Equal(got, []string{"file", "link"}) {
		t.Errorf("left behind: %q", got)
	}
}

// A folder that can be neither written to nor, for an administrator, made unwritable.
func TestCreateInProc(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no /proc")
	}
	for _, path := range []string{"/proc", "/proc/x/y"} {
		_, err := Create(path)
		oneLine(t, err, "cannot write to "+path+": ")
	}
}

func TestFileNames(t *testing.T) {
	d := create(t, t.TempDir())
	defer d.Abort()
	for _, name := range []string{"", ".", "..", "a/b", "../x", "/x"} {
		if _, err := d.File(name); err == nil {
			t.Errorf("File(%q): no error", name)
		}
	}
	put(t, d, "x.txt", "")
	if _, err := d.File("x.txt"); err == nil {
		t.Error("the same name twice: no error")
	}
}
