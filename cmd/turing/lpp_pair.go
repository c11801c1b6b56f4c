package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/seat"
	"github.com/luna-rating/luna/turing/lpp"
)

func lppPairCommand() *cobra.Command {
	var f personFlags
	var b ballotFlags
	var dirs [2]string
	var rules string
	var early bool
	c := &cobra.Command{
		Use:   "pair --left DIR --right DIR",
		Short: "talk to a program and a human, and say which is which",
		Long: `Pair is the judge's place in a round: both entities side by side, each behind a
folder of the protocol. Ctrl-T, or the arrow keys, go to the other side. The clock starts with your
first key. When the time is over, you give your verdict by the rules: 100 points split without a tie
(2004), or the side of the human (2010).

The verdict goes to standard output, or is appended to --ballots, in CSV with what the judge knows:
the columns judge, round and left_points, or human_side. With --sides, a file in CSV with the
columns judge, entry, confederate and entry_side, it is a ballot as 'turing loebner score' reads
them. Nothing of that file is shown to the judge. So that nothing else tells the sides, give both
folders names that do not.`,
		Example: `  turing lpp pair --left talks/a --right talks/b --rules 2010 --log J1.log
  turing lpp pair --left talks/a --right talks/b --web --ballots ballots.csv --sides sides.csv`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			for i, flag := range []string{"left", "right"} {
				if err := wholeFolder(flag, dirs[i]); err != nil {
					return err
				}
			}
			if sameFolder(dirs[0], dirs[1]) {
				return cli.Usagef("--left and --right are the same folder, two are needed")
			}
			r, err := readRules(c, rules)
			if err != nil {
				return err
			}
			if !c.Flags().Changed("minutes") {
				f.minutes = r.Conversation.Minutes
			}
			if err := f.check(c); err != nil {
				return err
			}
			if f.minutes == 0 && !early {
				return cli.Usagef("--minutes is 0, which needs --early: the verdict would never " +
					"be asked for")
			}
			if err := b.open(r, f.judge, f.round); err != nil {
				return err
			}
			o := seat.Options{Here: lpp.Judge, Folders: dirs[:], Early: early,
				Question:     seat.Points,
				EntityBegins: r.Conversation.First == "entity",
				Title:        fmt.Sprintf("Judge %s, round %d", f.judge, f.round)}
			if r.Judging.Format != loebner.Points {
				o.Question = seat.Choice
			}
			v, err := f.sit(c, o)
			if errors.Is(err, seat.ErrQuit) {
				return errors.New("the judge left without a verdict")
			}
			if err != nil {
				return err
			}
			return b.write(c, v)
		},
	}
	flags := c.Flags()
	flags.StringVar(&dirs[0], "left", "", "`FOLDER` of the left terminal, created if needed")
	flags.StringVar(&dirs[1], "right", "", "`FOLDER` of the right terminal, created if needed")
	addRulesFlag(c, &rules)
	flags.Lookup("rules").DefValue, rules = "2010", "2010"
	flags.BoolVar(&early, "early", false, "let the judge decide before the time is over")
	b.register(flags)
	f.registerLog(c)
	f.register(c, 25, "`MINUTES` after your first key at which the time is over; 0: no limit")
	return c
}
