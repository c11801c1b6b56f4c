package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/clitest"
	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/internal/suite"
)

// TestMain lets scripts and tests run the test binary as the program in a process of its own.
func TestMain(m *testing.M) {
	cage.Main()
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

func TestManPages(t *testing.T) { clitest.ManPages(t, run) }

func TestHelp(t *testing.T) { clitest.Help(t, rootCommand(), run) }

func TestWarningsAreCounted(t *testing.T) {
	for n, want := range map[int]string{
		maxWarnings + 1: "and 1 more line left out\n",
		maxWarnings + 7: "and 7 more lines left out\n",
	} {
		var out bytes.Buffer
		c := &cobra.Command{}
		c.SetErr(&out)
		errs := make([]error, maxWarnings+1)
		for i := range errs {
			errs[i] = errors.New("odd")
		}
		warnOf(c, errs, n, "more line", "left out")
		if text := out.String(); !strings.HasSuffix(text, want) ||
			strings.Count(text, "odd") != maxWarnings {
			t.Errorf("of %d lines: found %q, expected %q at the end", n, text, want)
		}
	}
}

// TestRest checks the times of a replay: those of the log divided by the speed, without drift, gaps
// of five minutes at most, and none where times of the log fall.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			speed float64
			gaps  []time.Duration // in the log
			busy  time.Duration   // what making a key takes
			want  time.Duration
		}{
			{1, []time.Duration{time.Second, 2 * time.Second}, 0, 3 * time.Second},
			{10, []time.Duration{time.Second, 2 * time.Second}, 0, 300 * time.Millisecond},
			{0.5, []time.Duration{time.Second}, 0, 2 * time.Second},
			{1, []time.Duration{-time.Hour, time.Second}, 0, time.Second},
			{1, []time.Duration{24 * time.Hour}, 0, 5 * time.Minute},
			{1, []time.Duration{time.Second, time.Second, time.Second}, 300 * time.Millisecond,
				3*time.Second + 300*time.Millisecond},
		} {
			r := &replay{speed: test.speed}
			begun := time.Now()
			for _, gap := range test.gaps {
				suite.OK(t, r.rest(t.Context(), gap.Microseconds()))
				time.Sleep(test.busy)
			}
			if got := time.Since(begun); got != test.want {
				t.Errorf("%+v took %v", test, got)
			}
		}
	})
}
