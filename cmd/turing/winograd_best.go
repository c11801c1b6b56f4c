package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/turing/winograd"
	"github.com/luna-rating/luna/turing/winograd/solver"
)

// trainFlag adds --train to a command that uses the solver "best".
func trainFlag(c *cobra.Command) {
	c.Flags().StringArray("train", nil,
		"`KEY` with right answers for --solver best to learn from, "+
			"besides its own samples (can be repeated)")
}

// bestSolver returns the solver "best", which learns from the files of --train as well.
func bestSolver(c *cobra.Command) (winograd.Solver, error) {
	paths, err := c.Flags().GetStringArray("train")
	if err != nil {
		return nil, err
	}
	var training []winograd.Problem
	for _, path := range paths {
		problems, err := keyed(c, path)
		if err != nil {
			return nil, err
		}
		training = append(training, problems...)
	}
	return solver.Best(training), nil
}

// keyed reads problems with their right answers.
func keyed(c *cobra.Command, path string) ([]winograd.Problem, error) {
	problems, err := readProblems(c, path)
	if err != nil {
		return nil, err
	}
	return problems, wsc.Keyed(problems, path)
}

// checkTrain refuses --train for other solvers.
func checkTrain(c *cobra.Command, name string) error {
	if c.Flags().Changed("train") && name != "best" {
		return cli.Usagef("--train is for --solver best, not for %s", name)
	}
	return nil
}
