package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/internal/text"
)

func loebnerTestCommand() *cobra.Command {
	var o contest.Options
	c := &cobra.Command{
		Use:   "test DIR",
		Short: "test the entries of a contest",
		Long: `Test starts each entry of DIR/contest.toml by itself, in a communications folder outside of
the contest's, and talks to it for a moment as a judge does. It prints whether the entry starts, how
many seconds it takes to the first key, how many keys it presses in a second, and what goes wrong.
An entry that is started by hand is not tested. Nothing in DIR changes, and a contest that goes on
is not disturbed.

The exit status is 1 if an entry fails.`,
		Example:           `  turing loebner test contest`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			list, err := contest.Test(c.Context(), args[0], o)
			if err != nil {
				return err
			}
			if err := show(c, list, func(w io.Writer) error { return writeTrials(w, list) }); err != nil {
				return err
			}
			failed := slices.DeleteFunc(slices.Clone(list), contest.Trial.OK)
			if len(failed) > 0 {
				return fmt.Errorf("%s: %s failed the test", args[0], text.Count(len(failed), "program"))
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&o.EntryUser, "entry-user", "", "`USER` that programs of entries run as (Unix, run by root)")
	addFormatFlag(c)
	return c
}

func writeTrials(out io.Writer, list []contest.Trial) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "entry\tstarts\tanswers\tafter\tkeys/s\tfaults\t")
	yes := map[bool]string{true: "yes", false: "no"}
	for _, t := range list {
		if t.ByHand {
			fmt.Fprintf(w, "%s\t-\t-\t-\t-\tstarted by hand, not tested\t\n", t.Entry)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.1f s\t%.1f\t%s\t\n", t.Entry, yes[t.Started], yes[t.Answers], t.First,
			t.Pace, strings.Join(t.Faults, "; "))
	}
	return w.Flush()
}
