package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/luna-rating/luna/cmd/internal/clitest"
	"github.com/luna-rating/luna/internal/suite"
)

// TestMain lets scripts and tests run the test binary as the program in a process of its own.
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
			"fails": clitest.Fails("lrp", true), "cut": cut, "zeros": zeros, "lines": lineCount,
			"sub": sub, "copydir": copyDir, "samedir": sameDir,
		},
		Condition:          suite.Script,
		RequireUniqueNames: true,
	})
}

// cut truncates a file: cut bytes|lines N FILE.
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

// zeros creates a file of NUL bytes: zeros FILE.
func zeros(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), make([]byte, 5000), 0o666))
}

// lineCount checks the number of lines of files: lines N FILE...
func lineCount(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range args[1:] {
		if n := strings.Count(ts.ReadFile(file), "\n"); strconv.Itoa(n) != args[0] {
			ts.Fatalf("%s has %d lines, want %s", file, n, args[0])
		}
	}
}

// sub copies a file and replaces the first occurrence of a text: sub OLD NEW FROM TO.
func sub(ts *testscript.TestScript, _ bool, args []string) {
	unescape := strings.NewReplacer(`\t`, "\t", `\n`, "\n")
	old, text := unescape.Replace(args[0]), ts.ReadFile(args[2])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not hold %q", args[2], old)
	}
	text = strings.Replace(text, old, unescape.Replace(args[1]), 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text), 0o666))
}

// copyDir copies a folder to another, which it empties first: copydir FROM TO.
func copyDir(ts *testscript.TestScript, _ bool, args []string) {
	to := ts.MkAbs(args[1])
	ts.Check(os.RemoveAll(to))
	ts.Check(os.CopyFS(to, os.DirFS(ts.MkAbs(args[0]))))
}

// sameDir checks that two folders hold identical files: samedir A B.
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
