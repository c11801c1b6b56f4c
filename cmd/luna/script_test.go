package main

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/luna-rating/luna/cmd/internal/clitest"
	"github.com/luna-rating/luna/internal/suite"
)

// TestMain lets scripts and tests run the test binary as the program in a process of its own.
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails": clitest.Fails("luna", false), "server": serverCommand,
		},
		Condition:          suite.Script,
		RequireUniqueNames: true,
	})
}

// serverCommand serves a rating system with simulated people until the script ends and sets $SERVER
// to its address.
func serverCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: server")
	}
	s, err := newSite(ts.MkAbs("site.db"))
	ts.Check(err)
	ts.Defer(s.close)
	ts.Check(s.people(2))
	ts.Setenv("SERVER", s.URL)
	ts.Setenv("ADDRESS", strings.TrimPrefix(s.URL, "http://"))
}
