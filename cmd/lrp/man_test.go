package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// manPages writes all pages to a new folder and returns their names.
func manPages(t *testing.T) (files []string) {
	t.Helper()
	dir := t.TempDir()
	if status := run(t.Context(), []string{"man", dir}, nil, os.Stdout, os.Stderr); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d pages, %v", len(files), err)
	}
	return files
}

var unicodeEscape = regexp.MustCompile(`\\\[u([0-9A-F]+)\]`)

// rendered undoes the escapes of roff.
func rendered(roff string) string {
	roff = unicodeEscape.ReplaceAllStringFunc(roff, func(s string) string {
		r, _ := strconv.ParseInt(s[3:len(s)-1], 16, 32)
		return string(rune(r))
	})
	return strings.NewReplacer(
		`\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~",
		`\&`, "", `\e`, `\`).Replace(roff)
}

// TestManPagesSayWhatHelpSays checks that every page contains the text of --help.
func TestManPagesSayWhatHelpSays(t *testing.T) {
	for _, file := range manPages(t) {
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
			if line == "" || strings.HasSuffix(line, ":") || strings.HasPrefix(line, "Use \"lrp") {
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

// TestManPagesAreRoff checks the pages with mandoc, if it is installed.
func TestManPagesAreRoff(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("mandoc is not installed")
	}
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	args := append([]string{"-Tlint", "-Wwarning"}, manPages(t)...)
	out, err := exec.Command("mandoc", args...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"plain":        "plain",
		".SH x\n'y":    "\\&.SH x\n\\(aqy",
		`a\b --c-d`:    `a\eb \-\-c\-d`,
		"5,… ~/x `y` ": "5,\\[u2026] \\(ti/x \\(gay\\(ga ",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
