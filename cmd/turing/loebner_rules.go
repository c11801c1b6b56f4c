package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerRulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules YEAR|FILE",
		Short: "print the rules of a year, or check one's own",
		Long: `Rules prints the rules of a year as a file in TOML, to start one's own from: change
what you like and give the file to --rules. Comments name the sources, and mark what these leave
open. With a file of one's own, rules checks it and prints it again. There are rules of 2004 to
2007 and 2009 to 2017.`,
		Example: `  turing loebner rules 2010 > mine.toml
  turing loebner rules mine.toml`,
		Args: cli.OneArgument("set of rules"),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := loebner.RulesText(args[0])
			if err != nil {
				text, err = readInput(c, args[0], rulesWanted(), checkedRules)
			}
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
}

// checkedRules returns the text of rules that have no fault.
func checkedRules(in io.Reader, file string) ([]byte, error) {
	var text bytes.Buffer
	_, err := loebner.ReadRules(io.TeeReader(in, &text), file)
	return text.Bytes(), err
}
