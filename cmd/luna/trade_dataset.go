package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradeset"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

func tradeDatasetCommand() *cobra.Command {
	var o tradeset.Options
	var out, rating string
	c := &cobra.Command{
		Use:   "dataset LOG... --out FILE",
		Short: "make a data set for lrp of logs of Turing Trade",
		Long: `Dataset makes the games of logs a data set in the native form of lrp (docs/data.md). Respondents are
the targets. Questions are those that were answered in at least half of the games (--share), in the
order in which they were first asked; capitals and punctuation do not matter, and a question without
an answer is null. The rating is the last price of a human security divided by 100, and the score of
an answer the price that it led to: at the next answer, at the end, or after ten seconds.

Games that were annulled, games without bets, and targets who answered none of the questions are
left out. Where FILE is -, the data set goes to standard output.`,
		Example: `  luna trade dataset logs.jsonl --out targets.jsonl
  lrp eval targets.jsonl`,
		Args:              logArguments,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" {
				return cli.Usagef("--out FILE is needed, where the data set is written, or - for standard output")
			}
			o.Nature = rating == "nature"
			set := tradeset.New(o)
			for p, err := range readLogs(c, args) {
				if err != nil {
					return err
				}
				set.Add(p)
			}
			d, err := set.Dataset()
			if err != nil {
				return err
			}
			write := func(w io.Writer) error { return datasets.WriteJSONL(w, d) }
			if out == "-" {
				return write(c.OutOrStdout())
			}
			if err := atomicdir.WriteFile(out, write); err != nil {
				return err
			}
			cli.Wrote(c, "%d targets and %d questions to %s", len(d.Respondents), len(d.Questions), out)
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&out, "out", "", "`FILE` for the data set")
	flags.StringVar(&o.Name, "name", tradeset.DefaultName, "name of the data set")
	flags.Float64Var(&o.Share, "share", tradeset.DefaultShare,
		"share of the games in which a question must have been answered")
	cli.Bound(flags, cli.Above0, 1, "more than 0 and at most 1 is needed", "share")
	cli.NotEmpty(flags, "a name", "name")
	cli.EnumVar(flags, &rating, "rating", "what the rating of a target is: %s", []cli.Choice{
		{Name: "price", Description: "the last price / 100"},
		{Name: "nature", Description: "1 for a human and 0 for a computer"},
	})
	return c
}
