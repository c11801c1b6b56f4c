package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminTextsCommand() *cobra.Command {
	var yes bool
	c := adminChange(&cobra.Command{
		Use:   "texts NAME --yes --db FILE",
		Short: "remove what a player wrote from all games",
		Long: `Texts removes all questions and responses of a player from the log, in which a mark is left.
Guesses, results and ratings stay as they are. What the player writes afterwards is kept. The player
has a name, or an ID, by which those who have deleted their accounts are still known.`,
		Example: "  luna admin texts ann --yes --db luna.db",
	}, func(ctx context.Context, db, name string) error {
		if !yes {
			return cli.Usagef("texts cannot be undone: --yes confirms it")
		}
		return server.EraseTexts(ctx, db, name)
	})
	c.Flags().BoolVar(&yes, "yes", false, "confirm")
	return c
}

func adminVerifyCommand() *cobra.Command {
	var db, format string
	c := &cobra.Command{
		Use:   "verify --db FILE",
		Short: "compare everything that follows from the log with it",
		Long: `Verify replays the log of all games and compares what follows from it with the tables, ratings to
the bit. It changes nothing and may run beside a server. The exit status is 1 if something differs;
'luna admin rebuild' makes the tables again.`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := server.Verify(c.Context(), db, nil)
			if err != nil {
				return err
			}
			if format == "json" {
				err = cli.WriteJSON(c.OutOrStdout(), v)
			} else {
				err = writeVerification(c, v)
			}
			if err == nil && len(v.Problems) > 0 {
				err = fmt.Errorf("%s: %d differences between the log and the tables; 'luna admin "+
					"rebuild' makes the tables again", db, len(v.Problems))
			}
			return err
		},
	}
	addDBFlag(c, &db)
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.Names("table", "json"))
	return c
}

func writeVerification(c *cobra.Command, v server.Verification) error {
	out := c.OutOrStdout()
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
