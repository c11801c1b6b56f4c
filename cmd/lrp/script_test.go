package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the program: scripts and tests run it as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lrp": main})
}

func TestScripts(t *testing.T) {
	samples, err := filepath.Abs("../../datasets/samples")
	if err != nil {
		t.Fatal(err)
	}
	example, err := filepath.Abs("../../docs/experiment.toml")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SAMPLES", samples)
			e.Setenv("EXAMPLE", example)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails": fails, "cut": cut, "zeros": zeros, "lines": lineCount, "sub": sub, "copydir": copyDir, "samedir": sameDir,
		},
		RequireUniqueNames: true,
	})
}

// fails runs lrp and demands what holds for every failure: the exit status, exactly one line on standard error, nothing on
// standard output, and no file or folder made, changed or left behind.
//
//	fails STATUS MESSAGE ARG...
//
// MESSAGE is what follows "lrp: "; where it ends in …, how that begins.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fails STATUS MESSAGE ARG...")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	work := ts.Getenv("WORK")
	before := snapshot(ts, work)
	err = ts.Exec("lrp", args[2:]...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		ts.Fatalf("exit status 0, want %d", status)
	case !errors.As(err, &exit):
		ts.Fatalf("%v", err)
	case exit.ExitCode() != status:
		ts.Fatalf("exit status %d, want %d", exit.ExitCode(), status)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("on standard output: %q", out)
	}
	got := ts.ReadFile("stderr")
	want, open := strings.CutSuffix("lrp: "+args[1], "…")
	if strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "\n") {
		ts.Fatalf("not one line on standard error: %q", got)
	}
	if got = strings.TrimSuffix(got, "\n"); got != want && !(open && strings.HasPrefix(got, want)) {
		ts.Fatalf("message:\n%s\nwant:\n%s", got, want)
	}
	if after := snapshot(ts, work); !reflect.DeepEqual(before, after) {
		ts.Fatalf("files before: %v\nafter: %v", before, after)
	}
}

// snapshot describes all files below a folder by when they were changed, hidden ones too.
func snapshot(ts *testscript.TestScript, root string) map[string]string {
	files := make(map[string]string)
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		state := info.Mode().String()
		if info.Mode().IsRegular() { // a folder's time changes with what was staged in it
			state += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
		files[path] = state
		return nil
	}))
	return files
}

// cut shortens a file: cut bytes|lines N FILE.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := ts.ReadFile(args[2])
	if args[0] == "lines" {
		text = strings.Join(strings.SplitAfter(text, "\n")[:n], "")
	} else {
		text = text[:n]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o666))
}

// zeros makes a file of NUL bytes: zeros FILE.
func zeros(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), make([]byte, 5000), 0o666))
}

// lineCount checks how many lines files have: lines N FILE...
func lineCount(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range args[1:] {
		if n := strings.Count(ts.ReadFile(file), "\n"); strconv.Itoa(n) != args[0] {
			ts.Fatalf("%s has %d lines, want %s", file, n, args[0])
		}
	}
}

// sub writes a file with one text in place of the first occurrence of another: sub OLD NEW FROM TO.
func sub(ts *testscript.TestScript, _ bool, args []string) {
	unescape := strings.NewReplacer(`\t`, "\t", `\n`, "\n")
	old, text := unescape.Replace(args[0]), ts.ReadFile(args[2])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not hold %q", args[2], old)
	}
	text = strings.Replace(text, old, unescape.Replace(args[1]), 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text), 0o666))
}

// copyDir copies a folder to a new or empty one, which is emptied first: copydir FROM TO.
func copyDir(ts *testscript.TestScript, _ bool, args []string) {
	to := ts.MkAbs(args[1])
	ts.Check(os.RemoveAll(to))
	ts.Check(os.CopyFS(to, os.DirFS(ts.MkAbs(args[0]))))
}

// sameDir checks that two folders have the same files: samedir A B.
func sameDir(ts *testscript.TestScript, neg bool, args []string) {
	names := func(dir string) (list []string) {
		entries, err := os.ReadDir(ts.MkAbs(dir))
		ts.Check(err)
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	a, b := names(args[0]), names(args[1])
	if neg || len(a) == 0 || !slices.Equal(a, b) {
		ts.Fatalf("files %q and %q", a, b)
	}
	for _, name := range a {
		if ts.ReadFile(filepath.Join(args[0], name)) != ts.ReadFile(filepath.Join(args[1], name)) {
			ts.Fatalf("%s differs", name)
		}
	}
}
