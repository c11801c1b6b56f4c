package main

import (
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradeset"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

type tradeAnalyseFlags struct {
	format  string
	out     string
	within  time.Duration
	answers int
}

func tradeAnalyseCommand() *cobra.Command {
	var f tradeAnalyseFlags
	c := &cobra.Command{
		Use:   "analyse LOG...",
		Short: "measure how well the prices in logs of Turing Trade predict",
		Long: `Analyse does what section 5 of Farfel and Conitzer does, on the games of logs. After 30, 60, 90 and
120 s and at the end it sorts games by the price of a human security into ten bins, and prints the
share of human targets in each bin (calibration, figure 7) and the share of games (sharpness, figure
8), with 95% intervals by Wilson. It prints Brier scores with their parts, and the answers that
moved the price most.

Games that were annulled and games without bets are left out. A game that ended before a time counts
there with its last price. A price of 100 is in the last bin.

--out DIR receives figures 7 and 8 (PNG and SVG), bins.csv, answers.csv, and the report as
analysis.txt, .md and .json.`,
		Example: `  luna trade analyse logs.jsonl
  luna trade analyse --format json *.jsonl.gz --out analysis`,
		Args:              logArguments,
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", "text", "json", "markdown")
	outVar(flags, &f.out, "`DIR` for figures and tables")
	flags.DurationVar(&f.within, "within", analysis.DefaultWithin,
		"how long an answer can move the price, unless the next one comes before")
	flags.IntVar(&f.answers, "answers", analysis.DefaultAnswers, "number of answers to list")
	cli.Bound(flags, cli.Above0, math.MaxFloat64, "more than 0 is needed", "within")
	cli.FromTo(flags, 1, maxAnswers, "answers")
	return c
}

// maxAnswers bounds the number of answers listed.
const maxAnswers = 10_000

func (f *tradeAnalyseFlags) run(c *cobra.Command, args []string) error {
	a := analysis.New(analysis.Options{Within: f.within, Answers: f.answers})
	for p, err := range readLogs(c, args) {
		if err != nil {
			return err
		}
		a.Add(p)
	}
	r := a.Result()
	if f.out != "" {
		dir, err := atomicdir.Create(f.out, analysis.Files()...)
		if err != nil {
			return err
		}
		defer dir.Abort()
		if err := r.WriteFiles(dir); err != nil {
			return err
		}
		if err := dir.Commit(); err != nil {
			return err
		}
		cli.Wrote(c, "figures and tables to %s", f.out)
	}
	switch f.format {
	case "json":
		return cli.WriteJSON(c.OutOrStdout(), r)
	case "markdown":
		return r.WriteMarkdown(cli.Readable(c.OutOrStdout()))
	}
	return r.WriteText(cli.Readable(c.OutOrStdout()))
}

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
	flags.StringVarP(&out, "out", "o", "", "`FILE` for the data set")
	flags.StringVar(&o.Name, "name", tradeset.DefaultName, "name of the data set")
	flags.Float64Var(&o.Share, "share", tradeset.DefaultShare,
		"share of the games in which a question must have been answered")
	cli.Bound(flags, cli.Above0, 1, "more than 0 and at most 1 is needed", "share")
	cli.NotEmpty(flags, "a name", "name")
	cli.EnumVar(flags, &rating, "rating", "what the rating of a target is: %s",
		"price (the last price / 100)", "nature (1 for a human and 0 for a computer)")
	return c
}
