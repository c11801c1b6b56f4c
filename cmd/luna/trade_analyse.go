package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradesim"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/trade"
)

type tradeAnalyseFlags struct {
	format string
	out    string
}

func tradeAnalyseCommand() *cobra.Command {
	var f tradeAnalyseFlags
	c := &cobra.Command{
		Use:   "analyse LOG...",
		Short: "measure how well the prices in logs of Turing Trade predict",
		Long: `Analyse does what section 5 of Farfel and Conitzer does, on the games of logs. After 30, 60, 90 and
120 s and at the end it sorts games by the price of a human security into ten bins, and prints the
share of human targets in each bin (calibration, figure 7) and the share of games (sharpness, figure
8), with 95% intervals by Wilson. It prints Brier scores with their parts.

Games that were annulled and games without bets are left out. A game that ended before a time counts
there with its last price. A price of 100 is in the last bin.

--out DIR receives figures 7 and 8 (PNG and SVG), bins.csv, and the report as analysis.txt and
.json.`,
		Example: `  luna trade analyse logs.jsonl
  luna trade analyse --format json *.jsonl.gz --out analysis`,
		Args:              logArguments,
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	outVar(flags, &f.out, "`DIR` for figures and tables")
	return c
}

func (f *tradeAnalyseFlags) run(c *cobra.Command, args []string) error {
	a := analysis.New()
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
	return cli.WriteAs(c.OutOrStdout(), f.format, r,
		func(w io.Writer, r *analysis.Result) error { return r.WriteText(cli.Readable(w)) })
}

type tradeSimulateFlags struct {
	format     string
	out        string
	population string
	games      int
	seed       uint64
	workers    int
}

// simulatedLogs is the name of the file with the logs of the analysed games.
const simulatedLogs = "logs.jsonl"

// The populations of bettors.
const calibrated, shy = "calibrated", "shy"

func tradeSimulateCommand() *cobra.Command {
	var f tradeSimulateFlags
	c := &cobra.Command{
		Use:   "simulate",
		Short: "simulate games of Turing Trade and analyse what markets make of signals",
		Long: `Simulate plays games of Turing Trade with SIMULATED bettors, whose private signals about the target
have a known quality, and who trust the price, and analyses them as 'luna trade analyse' does. Shy
ones (--population shy) leave 4 of 10 games after one bet on computer.

--out DIR receives the games (` + simulatedLogs + `), and figures 7 and 8 with their tables. The same
seed gives the same bytes.`,
		Example: `  luna trade simulate --games 1000 --seed 1 --out simulation
  luna trade simulate --games 200 --population shy`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	cli.EnumVar(flags, &f.population, "population", "who bets: %s", calibrated, shy)
	outVar(flags, &f.out, "`DIR` for games, figures and tables")
	flags.IntVar(&f.games, "games", 1000, "number of games")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	cli.WorkersVar(flags, &f.workers, "parallel games")
	cli.FromTo(flags, 1, tradesim.MaxGames, "games")
	return c
}

// tradeSimulation is the JSON form of the results.
type tradeSimulation struct {
	Format     string           `json:"format"` // "luna-trade-simulation"
	Version    int              `json:"version"`
	Synthetic  bool             `json:"synthetic"`
	Games      int              `json:"games"`
	Seed       uint64           `json:"seed"`
	Population string           `json:"population"`
	Analysis   *analysis.Result `json:"analysis"`
}

func (f *tradeSimulateFlags) run(c *cobra.Command) error {
	o := tradesim.Options{Games: f.games, Seed: f.seed, Workers: f.workers, Shy: f.population == shy}
	var dir *atomicdir.Dir
	var err error
	logs := io.Discard
	if f.out != "" {
		if dir, err = atomicdir.Create(f.out, append(analysis.Files(), simulatedLogs)...); err != nil {
			return err
		}
		defer dir.Abort()
		if logs, err = dir.File(simulatedLogs); err != nil {
			return err
		}
	}
	a := analysis.New()
	err = tradesim.Games(c.Context(), o, func(g *trade.Played) error {
		a.Add(g)
		if dir == nil {
			return nil
		}
		return trade.WriteLog(logs, g.Log)
	})
	if err != nil {
		return err
	}
	result := tradeSimulation{Format: "luna-trade-simulation", Version: 1, Synthetic: true,
		Games: f.games, Seed: f.seed, Population: f.population, Analysis: a.Result()}
	if dir != nil {
		if err := result.Analysis.WriteFiles(dir); err != nil {
			return err
		}
		if err := dir.Commit(); err != nil {
			return err
		}
		cli.Wrote(c, "games, figures and tables to %s", f.out)
	}
	return cli.WriteAs(c.OutOrStdout(), f.format, result, func(w io.Writer, s tradeSimulation) error {
		return s.Analysis.WriteText(w)
	})
}
