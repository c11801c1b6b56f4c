package clitest

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Run executes a command line of a program and returns the exit status, as the functions run of the
// main packages do.
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

var unicodeEscape = regexp.MustCompile(`\\\[u([0-9A-F]+)\]`)

// rendered removes the escapes of roff.
func rendered(roff string) string {
	roff = unicodeEscape.ReplaceAllStringFunc(roff, func(s string) string {
		r, _ := strconv.ParseInt(s[3:len(s)-1], 16, 32)
		return string(rune(r))
	})
	return strings.NewReplacer(
		`\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~",
		`\&`, "", `\e`, `\`).Replace(roff)
}

// ManPages checks that every page of a program contains the text of --help and, if mandoc is
// installed, that it is correct.
func ManPages(t *testing.T, run Run) {
	files := manPages(t, run)
	lint(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".1")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		page := strings.Join(strings.Fields(rendered(string(text))), " ")
		var help bytes.Buffer
		args := append(strings.Split(name, "-")[1:], "--help")
		if run(t.Context(), args, nil, &help, os.Stderr) != 0 {
			t.Fatalf("%s has no command", name)
		}
		for line := range strings.Lines(help.String()) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasSuffix(line, ":") || strings.HasPrefix(line, "Use \"") {
				continue
			}
			// The page puts a flag or command and its text on different lines.
			for _, part := range regexp.MustCompile(`\s{2,}`).Split(line, -1) {
				if !strings.Contains(page, strings.Join(strings.Fields(part), " ")) {
					t.Errorf("%s: %q of --help is not in the page", name, part)
				}
			}
		}
	}
}

func lint(t *testing.T, files []string) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Log("the pages are not checked by mandoc, which is not installed")
		return
	}
	args := append([]string{"-Tlint", "-Wwarning"}, files...)
	out, err := exec.Command("mandoc", args...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
