package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func exportCommand() *cobra.Command {
	var db, out string
	var ratings bool
	c := &cobra.Command{
		Use:   "export --db FILE --out DIR",
		Short: "write the games of players who consent, as data sets",
		Long: `Export writes the finished games in which both players consent to be published: games.jsonl, with all of them, and for each
set of questions that was answered at least twice a data set in the native form, by which lrp learns: 'lrp eval jsonl:DIR/NAME.jsonl'.
A respondent's rating there is what the asker guessed of her, divided by 100. Nothing tells who a player is. 'luna serve'
publishes the same files at /export.

--smarts-ratings makes respondents' Smarts Ratings their ratings, which is not for the public: their distribution is to be withheld
while games are played.`,
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
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d games and %d data sets are in %s\n", games, sets, out)
			return err
		},
	}
	addDBFlag(c, &db)
	flags := c.Flags()
	flags.StringVar(&out, "out", "", "`DIR` to write to, made when absent")
	flags.BoolVar(&ratings, "smarts-ratings", false, "respondents' ratings are their Smarts Ratings")
	return c
}
