package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/turing/loebner"
)

func loebnerRatingsCommand() *cobra.Command {
	var rulesName, ranks, format string
	var rating loebner.Rating
	c := &cobra.Command{
		Use:   "ratings --rules 2004|2010|FILE BALLOTS...",
		Short: "rate entries and confederates by the ballots of contests",
		Long: `Ratings goes beyond the rules. It rates entries and confederates by the model of
Bradley and Terry, in log-odds with 95% intervals by profile likelihood, says how strict each judge
is, and how likely the winner's total is by luck.

An entry that was never named, or always, has an infinite strength in the model; the output says so.
Therefore each participant gets --prior comparisons, half of them won, with one of strength 0. Ranks
(--ranks) add a comparison for each pair. The same name on the ballots of several contests is the
same participant.`,
		Example: `  turing loebner ratings --rules 2004 ballots.csv
  turing loebner ratings --rules 2010 ballots.csv --ranks ranks.csv --format json`,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("ratings needs BALLOTS, a table in CSV, or - for standard input")
			}
			if err := onceStdin(append([]string{rulesName, ranks}, args...)...); err != nil {
				return err
			}
			if c.Flags().Changed("prior") && !(rating.Prior > 0) {
				return cli.Usagef("--prior is %v, more than 0 is needed", rating.Prior)
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
			if rating.Ranks, err = readRanks(c, ranks); err != nil {
				return err
			}
			r, err := loebner.Rate(rules, ballots, rating)
			if err != nil {
				return err
			}
			if format == "json" {
				return cli.WriteJSON(c.OutOrStdout(), r)
			}
			return r.WriteText(cli.Readable(c.OutOrStdout()))
		},
	}
	flags := c.Flags()
	addRulesFlag(c, &rulesName)
	flags.StringVar(&ranks, "ranks", "", "`FILE` with the judges' ranks of all that they met")
	flags.BoolVar(&rating.Points, "points", false, "use shares of points instead of the party named")
	flags.Float64Var(&rating.Prior, "prior", 1, "comparisons that are added for each participant")
	cli.EnumVar(flags, &format, "format", "%s", cli.TextOrJSON)
	return c
}
