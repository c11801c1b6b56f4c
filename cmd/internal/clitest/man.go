package clitest

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Run executes a command line of a program and returns the exit status, as in both main packages.
type Run func(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int

// manPages writes all pages to a new folder and returns their names.
func manPages(t *testing.T, run Run) (files []string) {
	t.Helper()
	dir := t.TempDir()
	if status := run(t.Context(), []string{"man", dir}, nil, os.Stdout, io.Discard); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d pages, %v", len(files), err)
	}
	return files
}

// ManPages checks that there is a page for every command, which names each flag of --help.
func ManPages(t *testing.T, run Run) {
	for _, file := range manPages(t, run) {
		name := strings.TrimSuffix(filepath.Base(file), ".1")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		var help bytes.Buffer
		args := append(strings.Split(name, "-")[1:], "--help")
		if run(t.Context(), args, nil, &help, os.Stderr) != 0 {
			t.Fatalf("%s has no command", name)
		}
		for _, flag := range regexp.MustCompile(`(?m)^ +(?:-., )?(--[a-z-]+)`).FindAllStringSubmatch(
			help.String(), -1) {
			if !strings.Contains(page, flag[1]) {
				t.Errorf("%s: %s of --help is not in the page", name, flag[1])
			}
		}
	}
}
