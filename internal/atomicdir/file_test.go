package atomicdir

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello")
	return err
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	for range 2 { // anew, then over the old one
		if err := WriteFile(path, hello); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != "hello" {
			t.Errorf("content: %q", got)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"x"}) {
		t.Errorf("files: %q", got)
	}
}

func TestWriteFileFailsInMidWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	boom := errors.New("boom")
	half := func(w io.Writer) error {
		io.WriteString(w, "half")
		return boom
	}
	if err := WriteFile(path, half); !errors.Is(err, boom) {
		t.Errorf("error %v, want boom", err)
	}
	if got := names(t, dir); got != nil {
		t.Errorf("left behind: %q", got)
	}
	os.WriteFile(path, []byte("old"), 0o640)
	if err := WriteFile(path, half); !errors.Is(err, boom) {
		t.Errorf("error %v, want boom", err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("content: %q", got)
	}
}

func TestWriteFileKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "x"), filepath.Join(dir, "link")
	os.WriteFile(path, []byte("old"), 0o640)
	os.Symlink("x", link)
	if err := WriteFile(link, hello); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Perm() != 0o640 || content(t, path) != "hello" {
		t.Errorf("file: %v, %v, %q", info.Mode(), err, content(t, path))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
}

func TestWriteFileToDevice(t *testing.T) {
	if err := WriteFile(os.DevNull, hello); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s was replaced", os.DevNull)
	}
}

func TestWriteFileUnwritable(t *testing.T) {
	dir := t.TempDir()
	oneLine(t, WriteFile(dir, hello), "cannot write to "+dir+": is a directory")
	path := filepath.Join(dir, "absent", "x")
	oneLine(t, WriteFile(path, hello), "cannot write to "+path+": there is no folder "+filepath.Dir(path))
	oneLine(t, WriteFile("/dev/null/x", hello), "cannot write to /dev/null/x: not a directory")
}
