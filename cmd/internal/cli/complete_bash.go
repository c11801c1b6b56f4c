package cli

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// addCompletion adds cobra's completion command with a corrected script for bash.
func addCompletion(root *cobra.Command) {
	strictCompletion(root)
	if c, _, err := root.Find([]string{"completion", "bash"}); err == nil && c.Name() == "bash" {
		c.RunE = func(c *cobra.Command, _ []string) error {
			bare, err := c.Flags().GetBool("no-descriptions")
			if err != nil {
				return err
			}
			return writeBashCompletion(c.OutOrStdout(), root, !bare)
		}
	}
}

// keepCommas removes, in the script that cobra generates for bash, the backslash that printf %q
// puts before a comma: "BOW\,CBG" does not start with the "BOW," that was typed.
var keepCommas = strings.NewReplacer(
	`comp=$(printf "%q" "${compline%%$tab*}")`+"\n",
	`comp=$(printf "%q" "${compline%%$tab*}")`+"\n        comp=${comp//\\\\,/,}\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`+"\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`+"\n            COMPREPLY[0]=${COMPREPLY[0]//\\\\,/,}\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`+"\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`+"\n        COMPREPLY[0]=${COMPREPLY[0]//\\\\,/,}\n",
)

// writeBashCompletion writes the completion script for bash.
func writeBashCompletion(w io.Writer, root *cobra.Command, descriptions bool) error {
	var script bytes.Buffer
	if err := root.GenBashCompletionV2(&script, descriptions); err != nil {
		return err
	}
	_, err := keepCommas.WriteString(w, script.String())
	return err
}
