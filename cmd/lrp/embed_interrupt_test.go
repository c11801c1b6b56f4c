//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestInterruptTraining interrupts a training that waits for input, and checks that no temporary
// file is left behind.
//
//luna:race
func TestInterruptTraining(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c, _, stderr := start(t, r, "embed", "train", "--out", filepath.Join(dir, "out"), "-")
	time.Sleep(300 * time.Millisecond)
	interrupted(t, c, os.Interrupt)
	if got := stderr.String(); got != "lrp: interrupted\n" {
		t.Errorf("standard error: %q", got)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}
