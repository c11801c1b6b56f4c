package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/fileerr"
)

// show writes a result as JSON, or as a text for people.
func show(c *cobra.Command, format string, result any, text func(io.Writer) error) error {
	if format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), result)
	}
	return text(cli.Readable(c.OutOrStdout()))
}

// addOutFlag adds --out, without which a command does not run.
func addOutFlag(c *cobra.Command, out *string, what string) {
	c.Flags().StringVar(out, "out", "", "`FILE` for the "+what+", or - for standard output")
	need(c, out, "--out FILE is needed, where the "+what+" are written, or - for standard output")
}

// save writes the file of a flag --out, and says what it has.
func save(c *cobra.Command, out string, write func(io.Writer) error, what string) error {
	if out == "-" {
		return write(c.OutOrStdout())
	}
	if err := atomicdir.WriteFile(out, write); err != nil {
		return err
	}
	cli.Wrote(c, "%s to %s", what, out)
	return nil
}

// warn writes a warning to standard error, on one line.
func warn(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: warning: %s\n", c.Root().Name(),
		cli.InLine(fmt.Sprintf(format, args...)))
}

// maxWarnings bounds the number of warnings of one kind.
const maxWarnings = 10

// warnOf writes the first of n faults, which are not failures, as warnings, and the number of the
// rest.
func warnOf[T any](c *cobra.Command, list []T, n int, line, what string) {
	for _, x := range list[:min(len(list), maxWarnings)] {
		warn(c, "%v", x)
	}
	if n > maxWarnings {
		warn(c, "and %s %s", fileerr.Count(n-maxWarnings, line), what)
	}
}
