package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/contest"
)

func loebnerNewCommand() *cobra.Command {
	var rules string
	c := &cobra.Command{
		Use:   "new DIR",
		Short: "write a folder to start a contest from",
		Long: `New writes DIR/contest.toml, the description of a contest with comments: four
programs of the project, and scripts as judges and confederates, so that it can be tried at once.
Put your own entries, and people, in their places.`,
		Example: `  turing loebner new contest --rules 2010
  turing loebner run contest --speed 100`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			if err := contest.New(args[0], contest.Start{Rules: rules}); err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "wrote a contest to %s; look at %[1]s/%s\n", args[0],
				contest.SetupFile)
			return nil
		},
	}
	c.Flags().StringVar(&rules, "rules", "2010", "`RULES` of the contest: a year from 2004 to 2017, or a file")
	return c
}
