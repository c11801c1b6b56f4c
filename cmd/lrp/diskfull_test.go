//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiskFull checks that the previous model stays intact if a new one does not fit on the disk.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "m.lrp"), filepath.Join(dir, "link.lrp")
	train := []string{"train", "-m", link, "--approach", "CBG", "sample-mohler"}
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("m.lrp", link); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("lrp", train...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before, err := os.ReadFile(path)
	if err != nil || len(before) < 1000 {
		t.Fatalf("the model has %d bytes (%v)", len(before), err)
	}
	limited := append([]string{"-c", `ulimit -f 1 && exec lrp "$@"`, "sh"}, train...)
	out, err := exec.Command("sh", limited...).CombinedOutput()
	if want := "lrp: cannot write to " + link + ": file too large\n"; err == nil ||
		!strings.HasPrefix(string(out), want) { // a measurement of coverage fails too
		t.Errorf("found %q (%v), expected %q", out, err, want)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the previous model changed (%v)", err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("permissions %v (%v), expected -rw-r-----", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the symbolic link was replaced (%v)", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v (%v)", entries, err)
	}
}
