package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Note says something on standard error, in one line.
func Note(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", c.Root().Name(), InLine(fmt.Sprintf(format, args...)))
}

// Wrote says on standard error, in one line, what a command has written and where.
func Wrote(c *cobra.Command, format string, args ...any) { Note(c, "wrote "+format, args...) }
