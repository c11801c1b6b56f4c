package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Note writes a message to standard error, on one line.
func Note(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", c.Root().Name(), InLine(fmt.Sprintf(format, args...)))
}

// Wrote writes to standard error, on one line, what a command has written and where.
func Wrote(c *cobra.Command, format string, args ...any) { Note(c, "wrote "+format, args...) }
