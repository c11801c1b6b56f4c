package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/simulate"
	"github.com/luna-rating/luna/internal/atomicdir"
)

// everyFigure is the name that stands for all figures.
const everyFigure = "all"

func simulateCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "simulate",
		Short: "repeat the simulations of Silver (2016), chapter 3",
		Long: `Simulate repeats the simulations of Silver (2016), chapter 3: what happens to Smarts Ratings if
players do not guess honestly.`,
	}, simulateFigureCommand())
}

type simulateFlags struct {
	format  string
	variant string
	out     string
	runs    int
	seed    uint64
	workers int
}

func simulateFigureCommand() *cobra.Command {
	var f simulateFlags
	var figures strings.Builder
	for _, e := range simulate.Experiments() {
		fmt.Fprintf(&figures, "  %s  %s\n", e.Figure, e.Title)
	}
	known := append(simulate.Figures(), everyFigure)
	c := &cobra.Command{
		Use:   "figure {" + strings.Join(known, "|") + "}...",
		Short: "simulate a figure of chapter 3 and compare with the thesis",
		Long: `Figure repeats figures of chapter 3, which show the error of the Smarts Ratings of SIMULATED players
by their strategies, and prints its numbers beside those of the thesis:

` + figures.String() + `
--variant published follows the program that drew the figures, including its mistakes; --variant
text follows the text. docs/simulations.md explains how they differ and what that changes. By
default there are as many runs as in the program, 50, or as in the text, 100. All eight figures take
a few seconds.

--out DIR receives the drawing of each figure, its points and its table: figure-3.1-published.png,
.svg, .csv and .txt, and so on.`,
		Example: `  luna simulate figure all --out simulations
  luna simulate figure 3.5 3.7 --variant text`,
		ValidArgs: known,
		RunE:      f.run,
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", "table", "json")
	cli.EnumVar(flags, &f.variant, "variant", "%s",
		simulate.Published().Name+" (the program of the thesis)",
		"text (what its text defines)")
	outVar(flags, &f.out, "`DIR` for figures, points and tables")
	flags.IntVar(&f.runs, "runs", 0, "number of runs to average (0: as many as the variant has)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	cli.WorkersVar(flags, &f.workers, "parallel runs")
	cli.Bound(flags, 0, simulate.MaxRuns,
		fmt.Sprintf("a number from 1 to %d is needed, or 0", simulate.MaxRuns), "runs")
	return c
}

// experimentsOf returns the experiments that the arguments name, in order and without duplicates.
func experimentsOf(args []string) ([]simulate.Experiment, error) {
	known := append(simulate.Figures(), everyFigure)
	if len(args) == 0 {
		return nil, cli.Usagef("which figure? known: %s", strings.Join(known, ", "))
	}
	var list []simulate.Experiment
	for _, name := range args {
		if !slices.Contains(known, name) {
			return nil, cli.Usagef("figure is %q; known: %s", name, strings.Join(known, ", "))
		}
		for _, e := range simulate.Experiments() {
			same := func(other simulate.Experiment) bool { return other.Figure == e.Figure }
			if (name == e.Figure || name == everyFigure) && !slices.ContainsFunc(list, same) {
				list = append(list, e)
			}
		}
	}
	return list, nil
}

func (f *simulateFlags) run(c *cobra.Command, args []string) error {
	experiments, err := experimentsOf(args)
	if err != nil {
		return err
	}
	v := simulate.Published()
	if f.variant != v.Name {
		v = simulate.Text()
	}
	var dir *atomicdir.Dir
	if f.out != "" {
		if dir, err = atomicdir.Create(f.out, simulate.Files(experiments, v)...); err != nil {
			return err
		}
		defer dir.Abort()
	}
	var results []*simulate.Result
	for _, e := range experiments {
		r, err := simulate.Run(c.Context(), e,
			simulate.Options{Variant: v, Runs: f.runs, Seed: f.seed, Workers: f.workers})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.ErrOrStderr(), "figure %s is simulated, %d of %d\n", e.Figure, len(results)+1,
			len(experiments))
		results = append(results, r)
	}
	if dir != nil {
		if err := simulate.WriteFiles(dir, results...); err != nil {
			return err
		}
		if err := dir.Commit(); err != nil {
			return err
		}
		cli.Wrote(c, "figures, points and tables to %s", f.out)
	}
	return cli.WriteAs(c.OutOrStdout(), f.format, simulationOf(results),
		func(w io.Writer, _ simulation) error { return simulate.WriteTable(w, results...) })
}

// simulation is the JSON form of the simulated figures.
type simulation struct {
	Format  string            `json:"format"` // "luna-simulation"
	Version int               `json:"version"`
	Figures []simulatedFigure `json:"figures"`
}

type simulatedFigure struct {
	Figure  string           `json:"figure"`
	Title   string           `json:"title"`
	Variant string           `json:"variant"`
	Runs    int              `json:"runs"`
	Seed    uint64           `json:"seed"`
	Points  []simulatedPoint `json:"points"`
}

// simulatedPoint has errors of Smarts Ratings in points, as means over the runs.
type simulatedPoint struct {
	X         float64 `json:"x"`
	MeanError float64 `json:"mean_error"` // mean over the players
	MaxError  float64 `json:"max_error"`
}

func simulationOf(results []*simulate.Result) simulation {
	s := simulation{Format: "luna-simulation", Version: 1}
	for _, r := range results {
		f := simulatedFigure{Figure: r.Experiment.Figure, Title: r.Experiment.Title,
			Variant: r.Variant.Name, Runs: r.Runs, Seed: r.Seed}
		for _, p := range r.Points {
			f.Points = append(f.Points, simulatedPoint{p.X, p.Mean.Mean, p.Max.Mean})
		}
		s.Figures = append(s.Figures, f)
	}
	return s
}
