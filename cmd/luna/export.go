package main

import (
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func exportCommand() *cobra.Command {
	var out string
	var all bool
	o := server.ExportOptions{After: server.Defaults().ExportAfter}
	c := onDB(&cobra.Command{
		Use:   "export --db FILE --out DIR",
		Short: "write the answers of consenting players as data sets",
		Long: `Export writes what 'luna serve' publishes at /export: the responses of players who have retired,
from games in which both players consent to publication. answers.jsonl has them all, each with the
questions, and one of each player with the asker's scores and guess. The largest question sets that
were answered at least twice are data sets in the native form, for commands such as
'lrp eval jsonl:DIR/NAME.jsonl'. A respondent's rating there is the guess of the asker, divided by
100, if there is one. Approaches that need an answer key are left out, since there is none. Nothing
identifies the players.

A player has retired when they have not played for the time of --after, at the beginning of a month
when at least five have. What they play after that is not published. Guesses about players who may
still be met give their ratings away.

--all writes the answers of all consenting players with all guesses, and their games to games.jsonl,
also those without a result: status, phase (submissions, 0 to 6), when the game was opened and when
the last submission came, and for each seat the player (by a keyed hash), kind, phases done, texts,
scores, guess and its weight, rating before and after, and outcome. Games without a result have
their texts if all of their players have agreed to that. 'luna stats' studies all games.
--smarts-ratings uses the respondents' Smarts Ratings as their ratings. Both are for your own
research: do not publish what they write while the game is played.`,
		Example: "  luna export --db luna.db --out published",
	}, func(c *cobra.Command, db string, _ []string) error {
		switch {
		case out == "":
			return cli.Usagef("--out DIR is needed, the folder to write to")
		case all && c.Flags().Changed("after"):
			return cli.Usagef("--all does not wait, so --after has no effect: use one of them")
		case all:
			o.After = 0
			o.Games = true
		}
		n, err := server.Export(c.Context(), db, out, o)
		if err != nil {
			return err
		}
		secret := ""
		if all || o.SmartsRatings {
			secret = "; they give ratings away, so do not publish them"
		}
		cli.Wrote(c, "%d answers and %d data sets to %s%s", n.Answers, n.Datasets, out, secret)
		return nil
	})
	flags := c.Flags()
	flags.StringVarP(&out, "out", "o", "", "`DIR` to write to, created if needed")
	addClockFlag(flags, &o.ClockOK)
	flags.DurationVar(&o.After, "after", o.After,
		"how long a player must not have played before their responses are written")
	cli.Bound(flags, 0, math.MaxFloat64, "0 or more is needed", "after")
	flags.BoolVar(&all, "all", false,
		"write the answers of all players at once, and whole games: not for the public")
	flags.BoolVar(&o.SmartsRatings, "smarts-ratings", false,
		"use Smarts Ratings as the respondents' ratings: not for the public")
	return c
}

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

--format json has the tables as objects, and csv a line for each value. All this is for the operator:
who knows ratings wins games. For single games, see 'luna export --all'.`,
		Example: `  luna stats --db luna.db
  luna stats --db luna.db --since 2027-02-18 --until 2027-03-03 --format json > study.json`,
	}, func(c *cobra.Command, db string, _ []string) error {
		if !o.Until.IsZero() && !o.Since.Before(o.Until) {
			return cli.Usagef("--until is %s, a time after --since is needed", o.Until.Format(time.RFC3339))
		}
		behind, err := server.Stats(c.Context(), db, o, c.OutOrStdout())
		if err == nil && behind > 0 {
			cli.Note(c, "%d events of the log are not counted, until 'luna serve' takes them up", behind)
		}
		return err
	})
	flags := c.Flags()
	forms := []string{time.DateOnly, time.RFC3339}
	flags.TimeVar(&o.Since, "since", time.Time{}, forms, "the first `DAY`, such as 2027-02-18")
	flags.TimeVar(&o.Until, "until", time.Time{}, forms, "the `DAY` before whose beginning it ends")
	cli.EnumVar(flags, &o.Format, "format", "%s", "text", "json", "csv")
	return c
}
