package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Wrote says on standard error, in one line, what a command has written and where.
func Wrote(c *cobra.Command, format string, args ...any) {
	fmt.Fprintf(c.ErrOrStderr(), "%s: wrote %s\n", c.Root().Name(),
		InLine(fmt.Sprintf(format, args...)))
}
