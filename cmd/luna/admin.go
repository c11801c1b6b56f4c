package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// adminCommands are the operator's commands on a database file, in the order of the help.
var adminCommands = []func() *cobra.Command{
	adminFairnessCommand,
	adminPlayersCommand, adminShowCommand, adminPasswordCommand, adminLogOutCommand,
	adminSuspendCommand, adminUnsuspendCommand, adminDeleteCommand, adminTextsCommand,
	adminVerifyCommand, adminRebuildCommand, adminRekeyCommand,
}

func adminCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "admin",
		Short: "look after the players of a rating system",
		Long: `Admin has what the operator of a rating system needs. Its commands work on the database file itself,
even while 'luna serve' runs, which notices at once.`,
		Args: cli.NoArguments,
	}
	var names []string
	for _, command := range adminCommands {
		sub := command()
		names = append(names, sub.Name())
		c.AddCommand(sub)
	}
	c.RunE = func(*cobra.Command, []string) error {
		return cli.Usagef("admin needs one of: %s", strings.Join(names, ", "))
	}
	return c
}
