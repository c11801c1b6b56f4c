//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestGradeDiskFull checks that files of an earlier run stay as they are, both of them, if new ones
// do not fit on the disk.
func TestGradeDiskFull(t *testing.T) {
	suite.Slow(t, "fills a disk")
	if testing.CoverMode() != "" {
		t.Skip("the program could not write its coverage either")
	}
	dir := t.TempDir()
	table, page := filepath.Join(dir, "m.csv"), filepath.Join(dir, "m.html")
	grade := []string{"grade", "sample-mohler", "--out", table}
	if out, err := exec.Command("lrp", grade...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var before [2][]byte
	for i, path := range []string{table, page} {
		var err error
		if before[i], err = os.ReadFile(path); err != nil || len(before[i]) < 600 {
			t.Fatalf("%s has %d bytes (%v)", path, len(before[i]), err)
		}
	}
	// The table has one block of 512 or 1024 bytes too many, or the page has.
	for _, blocks := range []string{"1", "16"} {
		limited := append([]string{"-c", "ulimit -f " + blocks + ` && exec lrp "$@"`, "sh"},
			grade...)
		out, err := exec.Command("sh", limited...).CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		said := lines[:0]
		for _, l := range lines {
			progress := strings.HasPrefix(l, "lrp: learning") || strings.HasPrefix(l, "lrp: checking ")
			if !progress && !strings.Contains(l, "nobody is left") { // of a slow machine
				said = append(said, l)
			}
		}
		if err == nil || len(said) != 1 || !strings.HasPrefix(said[0], "lrp: cannot write to "+dir) {
			t.Errorf("%s blocks: found %q (%v)", blocks, out, err)
		}
		for i, path := range []string{table, page} {
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before[i], after) {
				t.Errorf("%s blocks: %s changed (%v)", blocks, path, err)
			}
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
			t.Errorf("%s blocks: left behind: %v (%v)", blocks, entries, err)
		}
	}
}
