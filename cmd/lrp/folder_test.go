package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// TestCommitLeavesNothingBehind checks that a folder that cannot be completed is removed.
func TestCommitLeavesNothingBehind(t *testing.T) {
	root := t.TempDir()
	dir, err := atomicdir.Create(filepath.Join(root, "out"), "good", "bad", manifestFile)
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no figure")
	err = commit(dir, []file{
		{"good", func(w io.Writer) error { _, err := w.Write([]byte("x")); return err }},
		{"bad", func(io.Writer) error { return failure }},
	}, manifest{})
	dir.Abort()
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
