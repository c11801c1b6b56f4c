package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func tradeCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "trade",
		Short: "study games of Turing Trade, a Turing test that is a market",
		Long: `Trade has what works on games of Turing Trade: up to three bettors ask a target questions and bet on
whether it is a human or a computer. The price of the bets, from 1 to 100, is what they believe
together. 'luna serve' hosts games and publishes their logs, which are JSON lines.`,
	},
		tradeReplayCommand(),
		tradeGraphCommand(),
		tradeAnalyseCommand(),
		tradeDatasetCommand(),
		tradeSimulateCommand(),
		tradeBetCommand(),
	)
}
