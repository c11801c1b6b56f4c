package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

// adminChange returns a command that changes the account of one player.
func adminChange(
	c *cobra.Command, do func(ctx context.Context, db, name string) error,
) *cobra.Command {
	var db string
	c.Args = one("NAME")
	c.RunE = func(c *cobra.Command, args []string) error { return do(c.Context(), db, args[0]) }
	addDBFlag(c, &db)
	return c
}

func adminLogOutCommand() *cobra.Command {
	return adminChange(&cobra.Command{
		Use:   "logout NAME --db FILE",
		Short: "make all tokens of a player void",
		Long: `Logout makes all tokens of a player void: they are logged out everywhere, and programs that play for
them stop. For a machine player, 'luna machine revoke' prints a new token, too.`,
		Example: "  luna admin logout ann --db luna.db",
	}, server.LogOut)
}

func adminSuspendCommand() *cobra.Command {
	var reason string
	c := adminChange(&cobra.Command{
		Use:   "suspend NAME --reason TEXT --db FILE",
		Short: "keep a player from doing anything",
		Long: `Suspend refuses everything that a player does, with status 403 and the reason. Their games stay and
expire, and their guesses keep counting; 'luna admin fairness' makes guesses count less.`,
		Example: `  luna admin suspend ann --reason "insults in three games" --db luna.db`,
	}, func(ctx context.Context, db, name string) error {
		if reason == "" {
			return cli.Usagef("--reason TEXT is needed, which the player is shown")
		}
		return server.Suspend(ctx, db, name, reason)
	})
	c.Flags().StringVar(&reason, "reason", "", "`TEXT` that the player is shown")
	return c
}

func adminUnsuspendCommand() *cobra.Command {
	return adminChange(&cobra.Command{
		Use:     "unsuspend NAME --db FILE",
		Short:   "lift a suspension",
		Long:    "Unsuspend lets a suspended player play again.",
		Example: "  luna admin unsuspend ann --db luna.db",
	}, server.Unsuspend)
}

func adminDeleteCommand() *cobra.Command {
	var yes, texts bool
	c := adminChange(&cobra.Command{
		Use:   "delete NAME --yes --db FILE",
		Short: "delete the account of a player",
		Long: `Delete removes the account of a player: name, email, password and settings. Their games stay with
those who played them and bear no name. With --texts, what they wrote is removed from the games,
too. Players can do the same in their profile.`,
		Example: "  luna admin delete ann --yes --db luna.db",
	}, func(ctx context.Context, db, name string) error {
		if !yes {
			return cli.Usagef("delete cannot be undone: --yes confirms it")
		}
		return server.DeletePlayer(ctx, db, name, texts)
	})
	c.Flags().BoolVar(&texts, "texts", false, "also remove what they wrote from all games")
	c.Flags().BoolVar(&yes, "yes", false, "confirm")
	return c
}

func adminRekeyCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "rekey --db FILE",
		Short: "replace the key of all tokens, which makes them void",
		Long: `Rekey replaces the key that signs tokens. All tokens and all links in letters are void at once,
also on a running server: people log in again, and guests cannot come back. Machine players need new
tokens, by 'luna machine revoke'. Do this when somebody else may have read the database file, or
after restoring the database together with the file FILE-epoch beside it.`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return server.RotateKey(c.Context(), db) },
	}
	addDBFlag(c, &db)
	return c
}
