package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// tradeCommands are the commands of Turing Trade, in the order of the help.
var tradeCommands = []func() *cobra.Command{
	tradeReplayCommand,
	tradeGraphCommand,
	tradeAnalyseCommand,
	tradeDatasetCommand,
	tradeSimulateCommand,
	tradeBetCommand,
}

func tradeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "trade",
		Short: "study games of Turing Trade, a Turing test that is a market",
		Long: `Trade has what works on games of Turing Trade: up to three bettors ask a target questions and bet on
whether it is a human or a computer. The price of the bets, from 1 to 100, is what they believe
together. 'luna serve' hosts games and publishes their logs, which are JSON lines.`,
		Args: cli.NoArguments,
	}
	var names []string
	for _, command := range tradeCommands {
		sub := command()
		names = append(names, sub.Name())
		c.AddCommand(sub)
	}
	c.RunE = func(*cobra.Command, []string) error {
		return cli.Usagef("trade needs one of: %s", strings.Join(names, ", "))
	}
	return c
}
