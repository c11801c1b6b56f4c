// Package clitest provides script commands and checks for tests of command lines.
package clitest

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
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
