package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
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
		adminNetworkCommand(),
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

// say says on standard error, in one line, what a command has done, or passes an error on.
func say(c *cobra.Command, err error, format string, args ...any) error {
	if err == nil {
		cli.Note(c, format, args...)
	}
	return err
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
	cli.EnumVar(c.Flags(), format, "format", "%s", "table", "json")
}

// outVar defines the flag --out of the commands that also write a folder.
func outVar(flags *pflag.FlagSet, p *string, usage string) {
	flags.StringVarP(p, "out", "o", "", usage)
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

func machineCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "machine",
		Short: "register and list machine players, and revoke their tokens",
		Long: `Machine manages the machine players of a rating system, whose guesses never count. It works on the
database file itself, even while 'luna serve' runs.`,
	}, machineAddCommand(), machineListCommand(), machineRevokeCommand())
}

func machineAddCommand() *cobra.Command {
	var consent bool
	c := onDB(&cobra.Command{
		Use:   "add NAME --db FILE",
		Short: "register a machine player and print its token",
		Long: `Add registers a machine player and prints its token, which is valid for 60 days. 'luna machine
revoke' makes a new one. With --consent, its responses are published, if the other player has
consented too and once the machine has not played for a while.`,
		Example: "  LUNA_TOKEN=$(luna machine add watson --db luna.db) luna play",
		Args:    cli.OneArgument("NAME"),
	}, func(c *cobra.Command, db string, args []string) error {
		token, err := server.AddMachine(c.Context(), db, args[0], consent)
		return printToken(c, token, err)
	})
	c.Flags().BoolVar(&consent, "consent", false, "publish its questions, responses and guesses")
	return c
}

func machineListCommand() *cobra.Command {
	return listing(&cobra.Command{
		Use:   "list --db FILE",
		Short: "list the machine players",
	}, func(c *cobra.Command, db string, _ []string) ([]server.Machine, error) {
		return server.Machines(c.Context(), db)
	}, writeMachines)
}

func machineRevokeCommand() *cobra.Command {
	return onDB(&cobra.Command{
		Use:   "revoke NAME --db FILE",
		Short: "revoke the tokens of a machine player and print a new one",
		Long: `Revoke makes all tokens of a machine player void at once, even on a running server, and prints a
new one.`,
		Args: cli.OneArgument("NAME"),
	}, func(c *cobra.Command, db string, args []string) error {
		token, err := server.RevokeMachine(c.Context(), db, args[0])
		return printToken(c, token, err)
	})
}

func writeMachines(w io.Writer, list []server.Machine) error {
	t := table(w)
	fmt.Fprintln(t, "NAME\tJOINED\tCONSENTS")
	for _, m := range list {
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Name, m.Joined.Format(time.DateTime), yesOrNo(m.Consents))
	}
	return t.Flush()
}
