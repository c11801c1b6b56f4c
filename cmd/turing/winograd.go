package main

import "github.com/spf13/cobra"

// winogradCommands are the commands of the Winograd Schema Challenge, in the order of the help.
var winogradCommands = []func() *cobra.Command{
	winogradPlayCommand,
	winogradGradeCommand,
	winogradValidateCommand,
	winogradShowCommand,
	winogradDescribeCommand,
	winogradStudyCommand,
}

func winogradCommand() *cobra.Command {
	return parent(&cobra.Command{
		Use:   "winograd",
		Short: "take part in the Winograd Schema Challenge, and grade it",
		Long: `Winograd works on the problems of the Winograd Schema Challenge: to say which of
several candidates a pronoun of a short text refers to, which takes knowledge of the world.`,
	}, winogradCommands)
}
