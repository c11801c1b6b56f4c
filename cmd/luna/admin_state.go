package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminTextsCommand() *cobra.Command {
	var db, id string
	var yes bool
	c := &cobra.Command{
		Use:   "texts [NAME] [--game ID] --yes --db FILE",
		Short: "remove what a player wrote, or what was written in a game",
		Long: `Texts removes all questions and responses of a player from the log, in which a mark is left. With
--game, it removes those of one game: what both players wrote, or only what the player NAME did.
Guesses, results and ratings stay as they are. What is written afterwards is kept. The player has a
name, or an ID, by which those who have deleted their accounts are still known. The ID of a game is
the last part of the address of its page.`,
		Example: `  luna admin texts ann --yes --db luna.db
  luna admin texts --game 5f0c6e2d4b1a49b2a3d7e8c1 --yes --db luna.db`,
		RunE: func(c *cobra.Command, args []string) error {
			if id == "" && len(args) != 1 || len(args) > 1 {
				return cli.Usagef("%s needs one NAME, or --game ID, found %d names", c.CommandPath(),
					len(args))
			}
			if !yes {
				return cli.Usagef("texts cannot be undone: --yes confirms it")
			}
			name := strings.Join(args, "")
			if id == "" {
				return server.EraseTexts(c.Context(), db, name)
			}
			return server.EraseGame(c.Context(), db, id, name)
		},
	}
	addDBFlag(c, &db)
	c.Flags().StringVar(&id, "game", "", "only the texts of the game `ID`")
	c.Flags().BoolVar(&yes, "yes", false, "confirm")
	return c
}

func adminVerifyCommand() *cobra.Command {
	var db, format string
	c := &cobra.Command{
		Use:   "verify --db FILE",
		Short: "compare everything that follows from the log with it",
		Long: `Verify looks for damage in every page of the file, replays the log of all games and compares what
follows from it with the tables, ratings to the bit. It changes nothing and may run beside a server.
The exit status is 1 if the file is damaged ('luna admin restore' takes a backup in its place) or if
something differs ('luna admin rebuild' makes the tables again).`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			v, found := server.Verify(c.Context(), db, nil)
			if found != nil && len(v.Problems) == 0 {
				return found
			}
			err := printAs(c, format, v, writeVerification)
			if err == nil {
				err = found
			}
			if err == nil && len(v.Problems) > 0 {
				err = fmt.Errorf("%s: %d differences between the log and the tables; 'luna admin "+
					"rebuild' makes the tables again", db, len(v.Problems))
			}
			return err
		},
	}
	addDBFlag(c, &db)
	addFormatFlag(c.Flags(), &format)
	return c
}

func writeVerification(out io.Writer, v server.Verification) error {
	for _, problem := range v.Problems {
		fmt.Fprintln(out, problem)
	}
	_, err := fmt.Fprintf(out, "compared %d players and %d games with %d events\n", v.Players,
		v.Games, v.Events)
	if err == nil && v.Behind > 0 {
		_, err = fmt.Fprintf(out, "%d later events are taken up at the next start\n", v.Behind)
	}
	return err
}

func adminRebuildCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "rebuild --db FILE",
		Short: "make everything that follows from the log again",
		Long: `Rebuild empties the tables of players and games and makes them again from the log. No server may run
on the file meanwhile. If it is interrupted, the next start of a server continues it.`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return server.Rebuild(c.Context(), db) },
	}
	addDBFlag(c, &db)
	return c
}
