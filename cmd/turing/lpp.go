package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func lppCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "lpp",
		Short: "talk key by key, by the Loebner Prize Protocol",
		Long: `Lpp speaks the Loebner Prize Protocol, by which a judge and an entity, a program or a
human confederate, see each other's keys as they are pressed. Two programs share a folder, in which
a key press is a sub-directory.`,
	},
		lppJudgeCommand(),
		lppEntryCommand(),
		lppRecordCommand(),
		lppReplayCommand(),
		lppDecodeCommand(),
		lppEncodeCommand(),
	)
}
