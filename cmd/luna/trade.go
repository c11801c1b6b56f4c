package main

import (
	"encoding/json"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradelog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/luna/trade"
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
		tradeAnalyseCommand(),
		tradeSimulateCommand(),
	)
}

func tradeReplayCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "replay LOG...",
		Short: "play logs of Turing Trade again by the rules",
		Long: `Replay plays the games of logs again and prints what happened: the price, which question was current
when, when each bettor saw an answer, what the bettors had in the end, and the target's reward. A
log that breaks a rule is an error, which names file and line.

A log may have many games, one after the other, may be compressed with gzip, and may be -, standard
input. With --format json each game is an object on a line of its own.`,
		Example: `  luna trade replay game.jsonl
  luna trade replay --format json logs.jsonl.gz > replays.jsonl`,
		Args:              logArguments,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			e := json.NewEncoder(c.OutOrStdout())
			e.SetEscapeHTML(false)
			out := cli.Readable(c.OutOrStdout())
			games := 0
			for p, err := range readLogs(c, args) {
				switch {
				case err != nil:
				case format == "json":
					err = e.Encode(p.Replay())
				default:
					if games > 0 {
						fmt.Fprintln(out)
					}
					err = tradelog.WriteText(out, p)
				}
				if err != nil {
					return err
				}
				games++
			}
			return nil
		},
	}
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON...)
	return c
}

// expectedLog describes, for error messages, what a file should contain.
const expectedLog = "a log of Turing Trade: JSON lines"

// logArguments checks the arguments of a command that reads logs.
func logArguments(c *cobra.Command, args []string) error {
	stdin := 0
	for _, arg := range args {
		if arg == "-" {
			stdin++
		}
	}
	switch {
	case len(args) == 0:
		return cli.Usagef("%s needs LOG, %s, or - for standard input", c.Name(), expectedLog)
	case stdin > 1:
		return cli.Usagef("- is given %d times, and standard input can be read once", stdin)
	}
	return nil
}

// readLogs returns the games in files, which may be compressed with gzip; - stands for standard
// input. A file without a game is an error. Nothing follows an error.
func readLogs(c *cobra.Command, files []string) iter.Seq2[*trade.Played, error] {
	return func(yield func(*trade.Played, error) bool) {
		for _, file := range files {
			if !readLog(c, file, yield) {
				return
			}
		}
	}
}

// readLog reports whether it reached the end of the file.
func readLog(c *cobra.Command, file string, yield func(*trade.Played, error) bool) bool {
	in, name, err := cli.Input(c, file, expectedLog)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer in.Close()
	unpacked, err := sheet.Unpack(in, name)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer unpacked.Close()
	games := 0
	for p, err := range trade.ReadLogs(unpacked, name) {
		games++
		if !yield(p, err) || err != nil {
			return false
		}
	}
	if games == 0 {
		yield(nil, files.New(name, 0, "no game", expectedLog))
		return false
	}
	return true
}
