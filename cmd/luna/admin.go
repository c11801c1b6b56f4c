package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func adminCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "admin",
		Short: "look after the players of a rating system",
		Long: `Admin has what the operator of a rating system needs. Its commands work on the database file itself,
even while 'luna serve' runs, which notices at once.`,
	},
		adminFairnessCommand(),
		adminPlayersCommand(),
		adminShowCommand(),
		adminPasswordCommand(),
		adminReportsCommand(),
		adminLogOutCommand(),
		adminSuspendCommand(),
		adminUnsuspendCommand(),
		adminDeleteCommand(),
		adminTextsCommand(),
		adminVerifyCommand(),
		adminBackupCommand(),
		adminRestoreCommand(),
		adminRebuildCommand(),
		adminRekeyCommand(),
		adminMailCommand(),
	)
}

// onDB makes a command work on the existing file of a rating system, which --db names.
func onDB(
	c *cobra.Command, do func(c *cobra.Command, db string, args []string) error,
) *cobra.Command {
	var db string
	if c.Args == nil {
		c.Args = cli.NoArguments
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := needDB(db); err != nil {
			return err
		}
		return do(c, db, args)
	}
	c.Flags().StringVar(&db, "db", "", "existing `FILE` of the rating system")
	return c
}

// needDB checks that a file is named.
func needDB(path string) error {
	if path == "" {
		return cli.Usagef("--db FILE is needed, the file of the rating system")
	}
	return nil
}

// confirmed makes a command that cannot be undone need --yes.
func confirmed(c *cobra.Command) *cobra.Command {
	var yes bool
	do := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if !yes {
			return cli.Usagef("%s cannot be undone: --yes confirms it", c.Name())
		}
		return do(c, args)
	}
	c.Flags().BoolVar(&yes, "yes", false, "confirm")
	return c
}

// listing makes a command print what it reads from the file of a rating system.
func listing[T any](
	c *cobra.Command, read func(c *cobra.Command, db string, args []string) (T, error),
	write func(io.Writer, T) error,
) *cobra.Command {
	var format string
	onDB(c, func(c *cobra.Command, db string, args []string) error {
		found, err := read(c, db, args)
		if err != nil {
			return err
		}
		return cli.WriteAs(c.OutOrStdout(), format, found, write)
	})
	addFormatFlag(c, &format)
	return c
}

func addFormatFlag(c *cobra.Command, format *string) {
	cli.EnumVar(c.Flags(), format, "format", "%s", cli.Names("table", "json"))
}

// outVar defines the flag --out of the commands that also write a folder.
func outVar(flags *pflag.FlagSet, p *string, usage string) {
	flags.StringVar(p, "out", "", usage)
	cli.NotEmpty(flags, "a name", "out")
}

// table returns a writer that aligns columns, which tabs separate.
func table(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(cli.Readable(w), 0, 0, 2, ' ', 0)
}

// yesOrNo says whether something holds in a table.
func yesOrNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

// printToken prints a new token, or passes an error on.
func printToken(c *cobra.Command, token string, err error) error {
	if err == nil {
		_, err = fmt.Fprintln(c.OutOrStdout(), token)
	}
	return err
}
