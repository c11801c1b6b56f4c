package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradelog"
)

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
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON)
	return c
}
