package files

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.txt", "a.txt", "c.png", "txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "d.txt"), 0o700); err != nil {
		t.Fatal(err)
	}
	isText := func(extension string) bool { return extension == ".txt" }
	a, b := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	if got, err := List(dir, 2, isText); err != nil || !slices.Equal(got, []string{a, b}) {
		t.Errorf("a folder: %q, %v", got, err)
	}
	_, err := List(dir, 1, isText)
	if err == nil || !strings.HasSuffix(err.Error(), "found 2 files, expected at most 1") {
		t.Errorf("too many files: %v", err)
	}
	png := filepath.Join(dir, "c.png")
	if got, err := List(png, 1, isText); err != nil || !slices.Equal(got, []string{png}) {
		t.Errorf("a file: %q, %v", got, err)
	}
	if _, err := List(filepath.Join(dir, "none"), 1, isText); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
