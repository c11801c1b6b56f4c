package main

import (
	"github.com/spf13/cobra"

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
