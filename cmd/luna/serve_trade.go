package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/trade"
)

// tradeFlags are the flags of luna serve that concern Turing Trade.
type tradeFlags struct {
	targets  []string
	chat     string
	seconds  int
	patience time.Duration
	bettors  int
	games    int
}

func (f *tradeFlags) register(flags *pflag.FlagSet, o *server.Options) {
	known := server.Defaults().Games
	flags.StringSliceVar(&o.Games, "games", known, "the games that are offered: "+strings.Join(known, ", "))
	flags.StringArrayVar(&f.targets, "trade-target", server.DefaultTargets(),
		"`SPEC` or NAME=SPEC of a program as a target in Turing Trade, such as retrieval, which "+
			"follows the server's own games; can be repeated")
	flags.StringSliceVar(&o.Practice, "practice", server.DefaultPractice(),
		"`SPEC` or NAME=SPEC of programs against which visitors practise at once in both games, without "+
			"points; \"\" offers no practice")
	flags.StringVar(&f.chat, "chat", "",
		"`URL` of a server of a language model as one more target in Turing Trade, the same as "+
			"--trade-target chat:URL")
	flags.IntVar(&f.seconds, "trade-seconds", trade.DefaultSeconds,
		"how long a game of Turing Trade takes, in seconds")
	flags.DurationVar(&f.patience, "trade-patience", 20*time.Second,
		"how long a game of Turing Trade waits for more bettors")
	flags.IntVar(&f.bettors, "trade-bettors", 0,
		"up to how many bettors of the server fill the empty seats of a game")
	flags.IntVar(&f.games, "trade-games", 1000, "games of Turing Trade at the same time")
	cli.Bound(flags, 1, 3600, "1 to 3600 is needed", "trade-seconds")
	cli.Bound(flags, cli.Above0, math.MaxFloat64, "more than 0 is needed", "trade-patience")
	cli.Bound(flags, 0, trade.DefaultMaxBettors,
		fmt.Sprintf("0 to %d is needed", trade.DefaultMaxBettors), "trade-bettors")
	cli.AtLeast(flags, 1, "trade-games")
}

// check checks the flags and completes the options.
func (f *tradeFlags) check(o *server.Options) error {
	known := server.Defaults().Games
	for i, name := range o.Games {
		if !slices.Contains(known, name) || slices.Contains(o.Games[:i], name) {
			return cli.Usagef("--games has %q, %s are possible, once each", name,
				strings.Join(known, " and "))
		}
	}
	switch {
	case len(o.Games) == 0:
		return cli.Usagef("--games is empty, %s is needed", strings.Join(known, " or "))
	case len(f.targets) == 0:
		return cli.Usagef("--trade-target is empty, at least one program is needed")
	}
	targets := slices.Clone(f.targets)
	if f.chat != "" {
		targets = append(targets, "chat:"+f.chat)
	}
	o.Trading = server.Trading{
		Targets: targets, Bettors: f.bettors, Patience: f.patience, MaxGames: f.games,
		Settings: trade.Settings{Seconds: float64(f.seconds)},
	}
	return nil
}
