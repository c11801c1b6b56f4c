package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func winogradCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "winograd",
		Short: "take part in the Winograd Schema Challenge, and grade it",
		Long: `Winograd works on the problems of the Winograd Schema Challenge: to say which of
several candidates a pronoun of a short text refers to, which takes knowledge of the world.`,
	},
		winogradPlayCommand(),
		winogradGradeCommand(),
	)
}
