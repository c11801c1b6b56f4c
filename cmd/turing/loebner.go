package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func loebnerCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "loebner",
		Short: "hold contests for the Loebner Prize and study their logs",
		Long: `Loebner holds contests by the rules of the Loebner Prize: in each round a judge talks
to a program and to a human confederate at the same time and then says which of them is the human.`,
	},
		loebnerRulesCommand(),
		loebnerAdmitCommand(),
		loebnerScheduleCommand(),
		loebnerNewCommand(),
		loebnerTestCommand(),
		loebnerRunCommand(),
		loebnerVoteCommand(),
		loebnerCheckCommand(),
		loebnerScoreCommand(),
		loebnerRatingsCommand(),
		loebnerTranscriptCommand(),
		loebnerOpeningCommand(),
		loebnerStatisticsCommand(),
		loebnerQuestionsCommand(),
		loebnerScreenCommand(),
		loebnerRankCommand(),
		loebnerDatasetCommand(),
		loebnerPredictCommand(),
	)
}
