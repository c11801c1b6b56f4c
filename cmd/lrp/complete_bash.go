package main

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// keepCommas takes back, in the script that cobra makes for bash, the backslash that bash's printf %q
// puts before a comma: "BOW\,CBG" would not begin with the "BOW," that was typed.
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
