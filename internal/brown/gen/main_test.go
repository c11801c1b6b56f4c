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
	want := map[string]int{"the": 2, "1-1/2": 1, ".": 1}
	if err != nil || n != 4 || !reflect.DeepEqual(counts, want) {
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
	_, err := count(name, map[string]int{})
	want := `ca01:2: found "dog", expected a word, a slash and a tag`
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	out := filepath.Join(dir, "out")
	err = run(dir, out)
	want = "found 1 files of the corpus, expected 500"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}
