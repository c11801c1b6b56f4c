package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func exportCommand() *cobra.Command {
	var db, out string
	var ratings bool
	c := &cobra.Command{
		Use:   "export --db FILE --out DIR",
		Short: "write the games of consenting players as data sets",
		Long: `Export writes the finished games in which both players consent to publication: games.jsonl with all
of them, and a data set in the native form for each question set that was answered at least twice,
for commands such as 'lrp eval jsonl:DIR/NAME.jsonl'. A respondent's rating there is the asker's
guess, divided by 100. Nothing identifies the players. 'luna serve' publishes the same files at
/export.

--smarts-ratings uses the respondents' Smarts Ratings instead. Do not publish these data sets: the
distribution of Smarts Ratings must remain unknown while games are played.`,
		Example: "  luna export --db luna.db --out published",
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if out == "" {
				return cli.Usagef("--out DIR is needed, the folder to write to")
			}
			games, sets, err := server.Export(c.Context(), db, out, ratings)
			if err != nil {
				return err
			}
			cli.Wrote(c, "%d games and %d data sets to %s", games, sets, out)
			return nil
		},
	}
	addDBFlag(c, &db)
	flags := c.Flags()
	flags.StringVar(&out, "out", "", "`DIR` to write to, created if needed")
	flags.BoolVar(&ratings, "smarts-ratings", false,
		"use Smarts Ratings as the respondents' ratings")
	return c
}
