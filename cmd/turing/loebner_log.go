package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

// readKeyLog reads a keystroke log. Lines that are left out and odd ones are named on standard
// error.
func readKeyLog(c *cobra.Command, path string) (l *keylog.Log, err error) {
	read := func(in io.Reader, file string) (*keylog.Log, error) {
		l, faults, err := keylog.Read(in, file)
		if err != nil {
			warnOf(c, faults, len(faults), "more line", "not understood")
			return nil, err
		}
		warnOf(c, faults, l.Lines.Faults, "more line", "left out")
		warnOf(c, l.Doubts, len(l.Doubts), "more odd line", "taken")
		return l, nil
	}
	return readInput(c, path, "a keystroke log", read)
}

// warnOf writes the first of n errors, which are not failures, as warnings, and the number of the
// rest.
func warnOf(c *cobra.Command, errs []error, n int, line, what string) {
	for i, err := range errs {
		if i == maxWarnings {
			break
		}
		warn(c, "%v", err)
	}
	if n > maxWarnings {
		warn(c, "and %s %s", fileerr.Count(n-maxWarnings, line), what)
	}
}
