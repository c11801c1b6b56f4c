package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/luna-rating/luna/cmd/internal/clitest"
	"github.com/luna-rating/luna/internal/suite"
)

// TestMain lets scripts and tests run the test binary as the program in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"turing": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails": clitest.Fails("turing", false),
		},
		Setup: func(e *testscript.Env) error {
			winograd, err := filepath.Abs("../../testdata/winograd")
			e.Setenv("WINOGRAD", winograd)
			return err
		},
		Condition:          suite.Script,
		RequireUniqueNames: true,
	})
}
