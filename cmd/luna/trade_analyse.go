package main

import (
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
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
analysis.txt and .json.`,
		Example: `  luna trade analyse logs.jsonl
  luna trade analyse --format json *.jsonl.gz --out analysis`,
		Args:              logArguments,
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
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
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), r)
	}
	return r.WriteText(cli.Readable(c.OutOrStdout()))
}
