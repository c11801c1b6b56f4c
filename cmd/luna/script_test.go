package main

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the program: scripts and tests run it as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"luna": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("LUNA_TOKEN", "")
			return nil
		},
		Cmds:               map[string]func(*testscript.TestScript, bool, []string){"fails": fails, "server": serverCommand},
		RequireUniqueNames: true,
	})
}

// fails runs luna and demands what holds for every failure: the exit status, one line on standard error that begins with "luna: " and, after what
// is given, may go on where that ends in …, and nothing on standard output.
//
//	fails STATUS MESSAGE ARG...
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fails STATUS MESSAGE ARG...")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("luna", args[2:]...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != status {
		ts.Fatalf("%v, want exit status %d", err, status)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("on standard output: %q", out)
	}
	got := strings.TrimSuffix(ts.ReadFile("stderr"), "\n")
	want, open := strings.CutSuffix("luna: "+args[1], "…")
	if got != want && !(open && strings.HasPrefix(got, want) && !strings.Contains(got, "\n")) {
		ts.Fatalf("message:\n%s\nwant:\n%s", got, want)
	}
}

// serverCommand serves a rating system with people in it until the script ends; $SERVER is its address.
func serverCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: server")
	}
	s, err := newSite(ts.MkAbs("site.db"))
	ts.Check(err)
	ts.Defer(s.close)
	ts.Check(s.people(2))
	ts.Setenv("SERVER", s.URL)
}
