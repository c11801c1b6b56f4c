package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunWithoutDictionary(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	err := run(t.TempDir(), out)
	if err == nil || !strings.Contains(err.Error(), "data.noun: no such file") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}
