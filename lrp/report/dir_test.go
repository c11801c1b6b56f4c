package report

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func listing(t *testing.T, dir string) []string {
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

func TestDir(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	var first map[string]string
	for range 2 { // into a new folder, then over the old files
		d, err := Create(out)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Commit(awkward(), map[string]any{"seed": 7}, Options{}); err != nil {
			t.Fatal(err)
		}
		d.Abort()
		want := Files()
		slices.Sort(want)
		if got := listing(t, out); !slices.Equal(got, want) {
			t.Fatalf("files %q, want %q", got, want)
		}
		content := map[string]string{}
		for _, name := range want {
			data, err := os.ReadFile(filepath.Join(out, name))
			if err != nil || len(data) == 0 {
				t.Errorf("%s: %d bytes, %v", name, len(data), err)
			}
			content[name] = string(data)
		}
		for name := range first {
			if content[name] != first[name] {
				t.Errorf("%s differs the second time", name)
			}
		}
		first = content
	}
}

func TestDirLeavesNothingBehind(t *testing.T) {
	root := t.TempDir()
	out := filepath.Join(root, "a", "out")
	d, err := Create(out)
	if err != nil {
		t.Fatal(err)
	}
	// A number that JSON has no form for fails the manifest, the last file.
	if err := d.Commit(awkward(), math.NaN(), Options{}); err == nil {
		t.Error("no error")
	}
	if got := listing(t, root); got != nil {
		t.Errorf("left behind: %q", got)
	}
}

func TestCreateFailsAtOnce(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	taken := filepath.Join(root, "taken")
	if err := os.MkdirAll(filepath.Join(taken, JSONFile), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "out"), taken, "/dev/null/x"} {
		_, err := Create(path)
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write to "+path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Create(%s): %v", path, err)
		}
	}
	if got := listing(t, taken); !slices.Equal(got, []string{JSONFile}) {
		t.Errorf("left behind: %q", got)
	}
}
