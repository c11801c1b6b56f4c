package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/turing/loebner"
)

func loebnerRulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules 2004|2010|FILE",
		Short: "print the rules of a year, or check one's own",
		Long: `Rules prints the rules of a year as a file in TOML, to start one's own from: change what you like
and give the file to --rules. Comments mark what the printed rules leave open. Of a file, rules checks
that it is complete and says nothing else.`,
		Example: `  turing loebner rules 2010 > mine.toml
  turing loebner rules mine.toml`,
		Args:              cli.OneArgument("set of rules"),
		ValidArgsFunction: cli.First(cli.OneOf(func() []cli.Choice { return cli.Names(loebner.RuleSets()...) })),
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := readRules(c, args[0]); err != nil {
				return err
			}
			text, err := loebner.RulesText(args[0])
			if err != nil { // a file of one's own, which is fine
				return nil
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
}
