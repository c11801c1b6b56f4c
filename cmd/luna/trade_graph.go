package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradelog"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/luna/trade"
)

func tradeGraphCommand() *cobra.Command {
	var out, game string
	c := &cobra.Command{
		Use:   "graph LOG --out FILE",
		Short: "draw a game of Turing Trade: its price above its conversation",
		Long: `Graph draws a game as in figures 3 to 6 of the paper: the price of a human security over the time,
with a dot where the target answered, and below it the conversation with times and bets summed up.
FILE ends in .png or .svg.

LOG may be compressed with gzip, and may be -, standard input. If it has many games, the first one
is drawn, or the one that --game names.`,
		Example: `  luna trade graph game.jsonl --out game.png
  luna trade graph logs.jsonl.gz --game g17 --out g17.svg`,
		Args:              cli.OneArgument("LOG"),
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			write, err := graphWriter(out)
			if err != nil {
				return err
			}
			p, err := findGame(c, args[0], game)
			if err != nil {
				return err
			}
			drawing, err := tradelog.Draw(p)
			if err == nil {
				err = atomicdir.WriteFile(out, func(w io.Writer) error { return write(drawing, w) })
			}
			if err == nil {
				cli.Wrote(c, "a graph to %s", out)
			}
			return err
		},
	}
	c.Flags().StringVar(&out, "out", "", "`FILE` to write: .png or .svg")
	c.Flags().StringVar(&game, "game", "", "`NAME` of the game to draw")
	return c
}

func graphWriter(out string) (func(*figure.Drawing, io.Writer) error, error) {
	switch extension := strings.ToLower(filepath.Ext(out)); {
	case out == "":
		return nil, cli.Usagef("--out FILE is needed, the file to write: .png or .svg")
	case extension == ".png":
		return (*figure.Drawing).WritePNG, nil
	case extension == ".svg":
		return (*figure.Drawing).WriteSVG, nil
	}
	return nil, cli.Usagef("--out is %s, a name that ends in .png or .svg is needed", out)
}

// findGame returns the game with a name from a log, or the first game if no name is given.
func findGame(c *cobra.Command, log, name string) (*trade.Played, error) {
	for p, err := range readLogs(c, []string{log}) {
		if err != nil || name == "" || p.Settings().Game == name {
			return p, err
		}
	}
	return nil, cli.Usagef("--game is %q, the name of a game in %s is needed", name, log)
}
