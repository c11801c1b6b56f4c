package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

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
