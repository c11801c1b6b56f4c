// Package clitest provides script commands and checks for tests of command lines.
package clitest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// Fails returns a script command that runs a program and checks what must hold for every failure:
// the exit status, no standard output, lines on standard error that all start with the program's
// name, the last of which is the message, and, with noFiles, that no file or folder was created,
// changed or removed.
//
//	fails STATUS MESSAGE ARG...
//
// MESSAGE is what follows "PROGRAM: ". If it ends in …, it is only the start of that.
func Fails(program string, noFiles bool) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: fails STATUS MESSAGE ARG...")
		}
		status, err := strconv.Atoi(args[0])
		ts.Check(err)
		var before map[string]string
		if noFiles {
			before = snapshot(ts)
		}
		err = ts.Exec(program, args[2:]...)
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != status {
			ts.Fatalf("%v, want exit status %d", err, status)
		}
		if out := ts.ReadFile("stdout"); out != "" {
			ts.Fatalf("on standard output: %q", out)
		}
		checkMessage(ts, program+": "+args[1])
		if !noFiles {
			return
		}
		if after := snapshot(ts); !reflect.DeepEqual(before, after) {
			ts.Fatalf("files before: %v\nafter: %v", before, after)
		}
	}
}

func checkMessage(ts *testscript.TestScript, want string) {
	got := ts.ReadFile("stderr")
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	program, _, _ := strings.Cut(want, " ")
	for _, line := range lines {
		if !strings.HasSuffix(got, "\n") || !strings.HasPrefix(line, program) {
			ts.Fatalf("not lines of %s on standard error: %q", program, got)
		}
	}
	got = lines[len(lines)-1] // after what was found out about the data
	want, open := strings.CutSuffix(want, "…")
	if got != want && !(open && strings.HasPrefix(got, want)) {
		ts.Fatalf("message:\n%s\nwant:\n%s", got, want)
	}
}

// snapshot describes all files of the script's folder, including hidden ones.
func snapshot(ts *testscript.TestScript) map[string]string {
	files := make(map[string]string)
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		state := info.Mode().String()
		if info.Mode().IsRegular() { // staging changes the times of folders
			state += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
		files[path] = state
		return nil
	}))
	return files
}

// Help checks the help of every command of a program: lines of at most [cli.HelpWidth] columns, a
// heading for each command, and a short description of one line in lower case.
func Help(t *testing.T, root *cobra.Command, run Run) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		var out bytes.Buffer
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		if status := run(t.Context(), args, nil, &out, io.Discard); status != 0 {
			t.Fatalf("%s --help exits with status %d", c.CommandPath(), status)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > cli.HelpWidth {
				t.Errorf("%s --help: a line of %d columns: %s", c.CommandPath(), n, line)
			}
		}
		if c.HasParent() {
			checkShort(t, c)
		}
		for _, sub := range c.Commands() {
			if c == root && sub.GroupID == "" {
				t.Errorf("%s is under no heading of the help", sub.CommandPath())
			}
			check(sub)
		}
	}
	check(root)
}

func checkShort(t *testing.T, c *cobra.Command) {
	first, _ := utf8.DecodeRuneInString(c.Short)
	if c.Short == "" || !unicode.IsLower(first) && c.Parent().Name() != "completion" ||
		strings.HasSuffix(c.Short, ".") {
		t.Errorf("%s: %q is no phrase in lower case", c.CommandPath(), c.Short)
	}
}

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
