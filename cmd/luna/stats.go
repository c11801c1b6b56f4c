package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func statsCommand() *cobra.Command {
	var o server.StatsOptions
	c := onDB(&cobra.Command{
		Use:   "stats --db FILE",
		Short: "study the Luna Games of a rating system, as chapter 6 of the thesis does",
		Long: `Stats prints who plays, by kind and by day, where games stall and by whom, unique questions and
responses, games a player, how Smarts Ratings are distributed and how they settle, how the length of
responses goes with guesses, how hard questions are and what they tell apart, how many come back,
and how machines are rated. Each table says how it counts, and what the thesis found or counts
otherwise. It only reads, and may run beside a server. What no server stores, such as page views, is
named and left out.

--since and --until limit it to accounts made and games opened in a time, days in UTC. Ratings are
those at its end.

--format json has the tables as objects, and csv a line for each value. --out DIR receives all
formats, a page (stats.html), and figures 6.3 to 6.6 (traffic, ratings, lengths and spread, PNG and
SVG). All this is for the operator: who knows ratings wins games. For single games, see 'luna export
--all'.`,
		Example: `  luna stats --db luna.db
  luna stats --db luna.db --since 2027-02-18 --until 2027-03-03 --out study`,
	}, func(c *cobra.Command, db string, _ []string) error {
		if !o.Until.IsZero() && !o.Since.Before(o.Until) {
			return cli.Usagef("--until is %s, a time after --since is needed", o.Until.Format(time.RFC3339))
		}
		behind, err := server.Stats(c.Context(), db, o, c.OutOrStdout())
		if err == nil && behind > 0 {
			cli.Note(c, "%d events of the log are not counted, until 'luna serve' takes them up", behind)
		}
		if err == nil && o.Out != "" {
			cli.Wrote(c, "tables, a page and figures to %s", o.Out)
		}
		return err
	})
	flags := c.Flags()
	forms := []string{time.DateOnly, time.RFC3339}
	flags.TimeVar(&o.Since, "since", time.Time{}, forms, "the first `DAY`, such as 2027-02-18")
	flags.TimeVar(&o.Until, "until", time.Time{}, forms, "the `DAY` before whose beginning it ends")
	cli.EnumVar(flags, &o.Format, "format", "%s", cli.Names("text", "json", "csv"))
	outVar(flags, &o.Out, "`DIR` for all formats, a page and figures")
	return c
}
