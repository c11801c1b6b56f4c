package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/turing/keylog"
)

// readKeyLog reads a keystroke log. What it cannot take is said on standard error, and so is what is odd.
// It returns how many lines it could not take.
func readKeyLog(c *cobra.Command, path string) (l *keylog.Log, err error) {
	return readInput(c, path, "a keystroke log", func(in io.Reader, file string) (*keylog.Log, error) {
		l, faults, err := keylog.Read(in, file)
		if err != nil {
			return nil, err
		}
		warn(c, faults, l.Lines.Faults, "line that is left out")
		warn(c, l.Doubts, len(l.Doubts), "odd line that is taken")
		return l, nil
	})
}

// maxWarnings is the number of warnings of a kind that a command prints.
const maxWarnings = 10

// warn prints the first of n errors that are no failures.
func warn(c *cobra.Command, errs []error, n int, what string) {
	for i, err := range errs {
		if i == maxWarnings {
			break
		}
		fmt.Fprintf(c.ErrOrStderr(), "%s: warning: %s\n", c.Root().Name(), cli.InLine(err.Error()))
	}
	if n > maxWarnings {
		fmt.Fprintf(c.ErrOrStderr(), "%s: warning: and %s more\n", c.Root().Name(),
			fileerr.Count(n-maxWarnings, what))
	}
}
