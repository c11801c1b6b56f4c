package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ca01")
	if err := os.WriteFile(name, []byte("\n\tThe/at 1-1/2/cd the/at ./.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	n, err := count(name, counts)
	if want := (map[string]int{"the": 2, "1-1/2": 1, ".": 1}); err != nil || n != 4 || !reflect.DeepEqual(counts, want) {
		t.Errorf("%d tokens %v, %v", n, counts, err)
	}
	a, err := encode(counts)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := encode(counts); !bytes.Equal(a, b) {
		t.Error("two tables differ")
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "ca01")
	if err := os.WriteFile(name, []byte("the/at\ndog\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := count(name, map[string]int{}); err == nil || !strings.HasSuffix(err.Error(), `ca01:2: found "dog", expected a word, a slash and a tag`) {
		t.Errorf("error %v", err)
	}
	out := filepath.Join(dir, "out")
	if err := run(dir, out); err == nil || !strings.Contains(err.Error(), "found 1 files of the corpus, expected 500") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}
