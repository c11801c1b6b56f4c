package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerRatingsCommand() *cobra.Command {
	var rulesName, format string
	c := &cobra.Command{
		Use:   "ratings --rules 2004|2010|FILE BALLOTS...",
		Short: "say how often entries and confederates were named in contests",
		Long: `Ratings goes beyond the rules. It says how often each entry and confederate was named
as the human, and how often each judge named an entry, with 95% intervals by Wilson. The same name
on the ballots of several contests is the same participant.`,
		Example: `  turing loebner ratings --rules 2004 ballots.csv
  turing loebner ratings --rules 2010 ballots1.csv ballots2.csv --format json`,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("ratings needs BALLOTS, a table in CSV, or - for standard input")
			}
			if err := onceStdin(append([]string{rulesName}, args...)...); err != nil {
				return err
			}
			rules, err := readRules(c, rulesName)
			if err != nil {
				return err
			}
			var ballots []loebner.Ballot
			for _, path := range args {
				more, err := readBallots(c, path, rules)
				if err != nil {
					return err
				}
				ballots = append(ballots, more...)
			}
			r, err := loebner.Rate(ballots)
			if err != nil {
				return err
			}
			return show(c, format, r, r.WriteText)
		},
	}
	flags := c.Flags()
	addRulesFlag(c, &rulesName)
	cli.EnumVar(flags, &format, "format", "%s", cli.TextOrJSON)
	return c
}
