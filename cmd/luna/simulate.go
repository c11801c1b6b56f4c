package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/simulate"
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
		Args: func(_ *cobra.Command, args []string) error {
			_, err := experimentsOf(args)
			return err
		},
		RunE: f.run,
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.Names("table", "json"))
	flags.StringVar(&f.variant, "variant", simulate.Published().Name,
		"published (the program of the thesis) or text (what its text defines)")
	flags.StringVar(&f.out, "out", "", "`DIR` for figures, points and tables")
	flags.IntVar(&f.runs, "runs", 0, "number of runs to average (0: as many as the variant has)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	flags.IntVar(&f.workers, "workers", 0,
		"number of parallel runs (0: one per processor); results do not depend on it")
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
		wanted := []string{name}
		if name == everyFigure {
			wanted = simulate.Figures()
		}
		for _, figure := range wanted {
			e, err := simulate.FindExperiment(figure)
			if err != nil {
				return nil, cli.Usagef("figure is %q; known: %s", name, strings.Join(known, ", "))
			}
			if !slices.ContainsFunc(list,
				func(other simulate.Experiment) bool { return other.Figure == figure }) {
				list = append(list, e)
			}
		}
	}
	return list, nil
}

func (f *simulateFlags) check(c *cobra.Command) (simulate.Variant, error) {
	v, err := simulate.FindVariant(f.variant)
	switch {
	case err != nil:
		var known []string
		for _, v := range simulate.Variants() {
			known = append(known, v.Name)
		}
		return v, cli.Usagef("--variant is %q; %sknown: %s", f.variant,
			cli.DidYouMean(f.variant, known), strings.Join(known, ", "))
	case f.runs < 0 || f.runs > simulate.MaxRuns:
		return v, cli.Usagef("--runs is %d, a number from 1 to %d is needed, or 0", f.runs,
			simulate.MaxRuns)
	case f.workers < 0:
		return v, cli.Usagef("--workers is %d, at least 0 is needed", f.workers)
	case f.out == "" && c.Flags().Changed("out"):
		return v, cli.Usagef("--out is empty, a name is needed")
	}
	return v, nil
}

func (f *simulateFlags) run(c *cobra.Command, args []string) error {
	experiments, err := experimentsOf(args)
	if err != nil {
		return err
	}
	v, err := f.check(c)
	if err != nil {
		return err
	}
	var dir *simulate.Dir
	if f.out != "" {
		if dir, err = simulate.Create(f.out, experiments, v); err != nil {
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
		if err := dir.Commit(results...); err != nil {
			return err
		}
		cli.Wrote(c, "figures, points and tables to %s", f.out)
	}
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), simulationOf(results))
	}
	return simulate.WriteTable(c.OutOrStdout(), results...)
}
